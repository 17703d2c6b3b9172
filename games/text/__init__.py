"""Words: the sentences that are shown, and the checks of texts and numbers that people send.

Out, in the reader's language and the edition's words: `events` says what happened, `errors` why a
request was refused (code, sentence, HTTP status), `hints` help in a first game, `rulebook` writes
the rules from the edition's data. In: `cleaning` bounds and normalises a text, `lookalikes` finds
names that look the same, `numbers` reads digits. May import: engine. Called by nearly everything.
"""
