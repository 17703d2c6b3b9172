"""One sentence for each reason why a decision was costly."""

from django.utils.translation import gettext_noop

# Keys are `analysis.reasons.CODES`; the chances are shown beside the sentence.
SENTENCES = {
    "paid-too-much": gettext_noop(
        "%(name)s bid %(bid)s for %(lot)s, although the money would have done more later: "
        "passing was better."
    ),
    "paid-too-much-danger": gettext_noop(
        "%(name)s bid %(bid)s for %(lot)s, although that much money gone meant a danger of "
        "%(danger)s of being cast out, against %(safe)s after a pass."
    ),
    "passed-up": gettext_noop(
        "%(name)s passed on %(lot)s, although it was still worth a bid of %(better)s."
    ),
    "passed-up-late": gettext_noop(
        "%(name)s passed on %(lot)s, although little could come after it: with a chance of "
        "%(end)s the next card was the last, and a bid of %(better)s was worth it."
    ),
    "took-disgrace": gettext_noop(
        "%(name)s took %(lot)s, although a bid of %(better)s to keep it away was worth the money."
    ),
    "fled-disgrace": gettext_noop(
        "%(name)s bid %(bid)s to keep %(lot)s away, although living with it would have cost less."
    ),
    "fled-disgrace-danger": gettext_noop(
        "%(name)s bid %(bid)s to keep %(lot)s away, although without that money the danger of "
        "being cast out was %(danger)s instead of %(safe)s."
    ),
    "bid-too-high": gettext_noop(
        "With %(lot)s on the table %(name)s bid %(bid)s, although %(better)s would have done for "
        "the moment."
    ),
    "bid-too-high-danger": gettext_noop(
        "With %(lot)s on the table %(name)s bid %(bid)s where %(better)s would have done, and the "
        "danger of being cast out was %(danger)s instead of %(safe)s."
    ),
    "bid-too-low": gettext_noop(
        "With %(lot)s on the table %(name)s bid only %(bid)s, although %(better)s at once would "
        "have left the others less room."
    ),
    "wrong-cards": gettext_noop(
        "With %(lot)s on the table %(name)s laid %(cards)s, although %(others)s would have left "
        "better cards for later bids."
    ),
    "gave-up-better": gettext_noop(
        "%(name)s gave up %(lost)s, although losing %(spared)s would have hurt less."
    ),
    "sealed-too-high": gettext_noop(
        "%(name)s put %(bid)s face down for %(lot)s, although %(better)s would have risked less."
    ),
    "sealed-too-high-danger": gettext_noop(
        "%(name)s put %(bid)s face down for %(lot)s, although without that card the danger of "
        "being cast out was %(danger)s instead of %(safe)s."
    ),
    "sealed-too-low": gettext_noop(
        "%(name)s put only %(bid)s face down for %(lot)s, although %(better)s had the better "
        "chance to be alone and highest."
    ),
}
