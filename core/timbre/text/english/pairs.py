"""Words that are said otherwise as a noun than as a verb, and that espeak-ng says in one way."""

from __future__ import annotations

from .lists import word_set

# Word, noun or adjective, verb.
_TABLE = """
decrease  dˈiːkɹiːs       dᵻkɹˈiːs
insult    ˈɪnsʌlt         ɪnsˈʌlt
import    ˈɪmpɔːɹt        ɪmpˈɔːɹt
reject    ɹˈiːdʒɛkt       ɹᵻdʒˈɛkt
subject   sˈʌbdʒɛkt       səbdʒˈɛkt
advocate  ˈædvəkət        ˈædvəkˌeɪt
delegate  dˈɛlᵻɡət        dˈɛlᵻɡˌeɪt
associate ɐsˈoʊsɪət       ɐsˈoʊsɪˌeɪt
duplicate dˈuːplᵻkət      dˈuːplᵻkˌeɪt
estimate  ˈɛstᵻmət        ˈɛstᵻmˌeɪt
alternate ˈɔːltɚnət       ˈɔːltɚnˌeɪt
elaborate ᵻlˈæbɚɹət       ᵻlˈæbɚɹˌeɪt
separate  sˈɛpɹət         sˈɛpɚɹˌeɪt
excuse    ɛkskjˈuːs       ɛkskjˈuːz
abuse     ɐbjˈuːs         ɐbjˈuːz
produce   pɹˈoʊduːs       pɹədˈuːs
increase  ˈɪnkɹiːs        ɪnkɹˈiːs
contract  kˈɑːntɹækt      kəntɹˈækt
conflict  kˈɑːnflɪkt      kənflˈɪkt
refund    ɹˈiːfʌnd        ɹᵻfˈʌnd
upset     ˈʌpsɛt          ʌpsˈɛt
"""
PAIRS: dict[str, tuple[str, str]] = {
    word: (noun, verb) for word, noun, verb in (line.split() for line in _TABLE.strip().splitlines())
}
# Mostly verbs: without a sign of a noun beside them they are said as verbs.
VERBS_FIRST = word_set(
    "decrease import reject advocate delegate associate duplicate alternate produce excuse upset increase"
)
