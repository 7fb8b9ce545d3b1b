"""Eight languages, one catalogue for each, for everything that people read at a table, in a browser
or in a terminal.

Code says a sentence in English, with placeholders. The catalogue of the current language has its
translation:

>>> from coup.languages import say, speaking
>>> say("{seat} loses {role:the}.", seat="ann", role="contessa")
'ann loses the Contessa.'
>>> with speaking("fr"):
...     say("{seat} loses {role:the}.", seat="ann", role="contessa")
'ann perd la Comtesse.'

A placeholder may name a form: of a role (`{role:the}`), of a number with its noun (`{n:coins}`), or
of a list (`{names:and}`). Each language has its own plural forms.
"""

from coup.languages.catalogue import CODES, Catalogue, catalogue, preferred, usual
from coup.languages.saying import current, refusal, say, speak, speaking

__all__ = [
    "CODES",
    "Catalogue",
    "catalogue",
    "current",
    "preferred",
    "refusal",
    "say",
    "speak",
    "speaking",
    "usual",
]
