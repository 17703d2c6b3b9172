"""One sentence for each reason why a decision was costly: of others, and of the reader."""

from django.utils.translation import gettext_noop

# Keys are `analysis.reasons.CODES`; the chances are shown beside the sentence.
SENTENCES = {
    "paid-too-much": gettext_noop(
        "%(name)s bid %(bid)s for %(lot)s, although the money would have done more later: "
        "passing was better."
    ),
    "paid-too-much-danger": gettext_noop(
        "%(name)s bid %(bid)s for %(lot)s. That raised the risk of being cast out to "
        "%(danger)s; after a pass it was %(safe)s."
    ),
    "passed-up": gettext_noop(
        "%(name)s passed on %(lot)s, although it was still worth a bid of %(better)s."
    ),
    "passed-up-late": gettext_noop(
        "%(name)s passed on %(lot)s, although it was worth a bid of %(better)s: with a chance "
        "of %(end)s the next card was the last."
    ),
    "took-disgrace": gettext_noop(
        "%(name)s took %(lot)s, although avoiding it was worth a bid of %(better)s."
    ),
    "fled-disgrace": gettext_noop(
        "%(name)s bid %(bid)s to avoid %(lot)s, although taking it would have cost less."
    ),
    "fled-disgrace-danger": gettext_noop(
        "%(name)s bid %(bid)s to avoid %(lot)s. That raised the risk of being cast out to "
        "%(danger)s; after a pass it was %(safe)s."
    ),
    "bid-too-high": gettext_noop(
        "%(name)s bid %(bid)s on %(lot)s, although %(better)s was enough for now."
    ),
    "bid-too-high-danger": gettext_noop(
        "%(name)s bid %(bid)s on %(lot)s, although %(better)s was enough. That raised the risk "
        "of being cast out from %(safe)s to %(danger)s."
    ),
    "bid-too-low": gettext_noop(
        "%(name)s bid only %(bid)s on %(lot)s, although %(better)s at once would have left the "
        "others less room."
    ),
    "wrong-cards": gettext_noop(
        "%(name)s bid with %(cards)s on %(lot)s, although %(others)s would have left better "
        "notes for later bids."
    ),
    "gave-up-better": gettext_noop(
        "%(name)s gave up %(lost)s, although losing %(spared)s would have hurt less."
    ),
    "sealed-too-high": gettext_noop(
        "%(name)s put %(bid)s face down for %(lot)s, although %(better)s would have risked less."
    ),
    "sealed-too-high-danger": gettext_noop(
        "%(name)s put %(bid)s face down for %(lot)s. That raised the risk of being cast out "
        "from %(safe)s to %(danger)s."
    ),
    "sealed-too-low": gettext_noop(
        "%(name)s put only %(bid)s face down for %(lot)s, although %(better)s was more likely "
        "to be the highest card nobody else played."
    ),
}
OWN_SENTENCES = {
    "paid-too-much": gettext_noop(
        "You bid %(bid)s for %(lot)s, although the money would have done more later: passing "
        "was better."
    ),
    "paid-too-much-danger": gettext_noop(
        "You bid %(bid)s for %(lot)s. That raised your risk of being cast out to %(danger)s; "
        "after a pass it was %(safe)s."
    ),
    "passed-up": gettext_noop(
        "You passed on %(lot)s, although it was still worth a bid of %(better)s."
    ),
    "passed-up-late": gettext_noop(
        "You passed on %(lot)s, although it was worth a bid of %(better)s: with a chance of "
        "%(end)s the next card was the last."
    ),
    "took-disgrace": gettext_noop(
        "You took %(lot)s, although avoiding it was worth a bid of %(better)s."
    ),
    "fled-disgrace": gettext_noop(
        "You bid %(bid)s to avoid %(lot)s, although taking it would have cost less."
    ),
    "fled-disgrace-danger": gettext_noop(
        "You bid %(bid)s to avoid %(lot)s. That raised your risk of being cast out to "
        "%(danger)s; after a pass it was %(safe)s."
    ),
    "bid-too-high": gettext_noop(
        "You bid %(bid)s on %(lot)s, although %(better)s was enough for now."
    ),
    "bid-too-high-danger": gettext_noop(
        "You bid %(bid)s on %(lot)s, although %(better)s was enough. That raised your risk of "
        "being cast out from %(safe)s to %(danger)s."
    ),
    "bid-too-low": gettext_noop(
        "You bid only %(bid)s on %(lot)s, although %(better)s at once would have left the "
        "others less room."
    ),
    "wrong-cards": gettext_noop(
        "You bid with %(cards)s on %(lot)s, although %(others)s would have left better notes "
        "for later bids."
    ),
    "gave-up-better": gettext_noop(
        "You gave up %(lost)s, although losing %(spared)s would have hurt less."
    ),
    "sealed-too-high": gettext_noop(
        "You put %(bid)s face down for %(lot)s, although %(better)s would have risked less."
    ),
    "sealed-too-high-danger": gettext_noop(
        "You put %(bid)s face down for %(lot)s. That raised your risk of being cast out from "
        "%(safe)s to %(danger)s."
    ),
    "sealed-too-low": gettext_noop(
        "You put only %(bid)s face down for %(lot)s, although %(better)s was more likely to be "
        "the highest card nobody else played."
    ),
}
