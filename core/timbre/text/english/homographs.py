"""Words with two pronunciations: the one that the words beside them ask for.

Each reading has words that stand in front of it, words that stand behind it, and words that are often in the same
sentence. The reading with the most of them is spoken; at a tie the first, which is the more frequent one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..tokens import IPA_PREFIX, Token
from .lists import word_set as _set
from .pairs import PAIRS, VERBS_FIRST

_BESIDE, _ELSEWHERE = 2, 1
_SIDES = 2


class Reading(NamedTuple):
    """A pronunciation, and the words that tell it; "" stands for the sentence's or clause's edge."""

    ipa: str
    before: frozenset[str] = frozenset()
    behind: frozenset[str] = frozenset()
    elsewhere: frozenset[str] = frozenset()
    needs_both: bool = False
    """Whether a word on each side must tell it, as in "I used to"."""


_SUBJECTS = "i you we they who people"
_AUXILIARIES = (
    "to will would can could shall should may might must did do does don't didn't doesn't can't cannot won't wouldn't "
    "couldn't let's please never always often not i'll we'll you'll they'll he'll she'll"
)
_VERB = _set(f"{_SUBJECTS} {_AUXILIARIES}")
_DETERMINERS = "the a an this that these those my your his her its our their no any some every each one"
_NOUN = _set(_DETERMINERS)
_OBJECTS = "the a an it this that these those them him her his my your our their all up down"
_PAST = _set(
    "have has had having i've you've we've they've he's been was were is are be being already just recently "
    "he she it well widely mother father grandfather grandmother teacher"
)
_PAST_TIMES = _set(
    "yesterday ago last earlier once had was were said sat took went came stood knew thought gave found told got "
    "opened finished closed picked turned looked walked loved have has had yet"
)

HOMOGRAPHS: dict[str, tuple[Reading, ...]] = {
    "read": (
        Reading("ɹˈiːd", _set(_AUXILIARIES), _set("every"), _set("tomorrow now will often")),
        Reading("ɹˈɛd", _PAST | _set("sign note label headline"), _set("by"), _PAST_TIMES),
    ),
    "used": (
        Reading("jˈuːzd"),
        Reading(
            "jˈuːst",
            _set(
                "i you we they he she it who there never also always people get got getting not quite mom dad "
                "parents kids friends family everyone"
            ),
            _set("to"),
            needs_both=True,
        ),
    ),
    "bass": (
        Reading(
            "bˈeɪs",
            _set("double upright electric the plays played playing on string deep"),
            _set("guitar guitarist player players drum drums line lines clef voice solo singer"),
            _set("guitar band music song drums jazz piano singer treble tenor"),
        ),
        Reading(
            "bˈæs",
            _set("sea striped largemouth smallmouth caught catch grilled baked large big"),
            _set("fishing boat fillet fillets population"),
            _set("lake river fish fishing caught catch angler pond fisherman hook bait trout"),
        ),
    ),
    "tears": (
        Reading("tˈɪɹz", _NOUN | _set("of in into to with bitter shed wiped")),
        Reading(
            "tˈɛɹz",
            _set("he she it who that which wind never often easily"),
            _set("up down apart off out open through it into the his her away easily"),
        ),
    ),
    "sow": (
        Reading("sˈoʊ", _VERB, _set(f"{_OBJECTS} seeds seed doubt discord chaos"), _set("reap seeds")),
        Reading(
            "sˈaʊ",
            _set("a the old pregnant wild"),
            _set("gave had was and"),
            _set("piglets pigs pig boar farm pen"),
        ),
    ),
    "dove": (
        Reading("dˈʌv", _NOUN | _set("white turtle mourning"), _set("flew of is was and cooed")),
        Reading(
            "dˈoʊv",
            _set("he she they we i it who and then"),
            _set("into in under down deep off for headfirst back to"),
        ),
    ),
    "lead": (
        Reading(
            "lˈiːd",
            _VERB | _NOUN,
            _set("to singer role actor guitar by the us them him her time"),
            _set("take team"),
        ),
        Reading(
            "lˈɛd",
            _set("molten of contain contains containing from heavy as like"),
            _set(
                "pipe pipes paint poisoning pencil weight weights bullet bullets crystal shot mines acid oxide roof"
            ),
            _set(
                "metal toxic poison poisonous plumbing iron copper tin tons pounds paint pipes battery roof covered"
            ),
        ),
    ),
    "live": (
        Reading(
            "lˈɪv",
            _VERB | _set("and where"),
            _set("in with near here there together alone on for by under"),
            _set(""),
        ),
        Reading(
            "lˈaɪv",
            _NOUN
            | _set(
                "broadcast streamed perform performed recorded go going went goes plays played playing shown is "
                "are was were it's we're aired now it them him her"
            ),
            _set(
                "music show shows broadcast broadcasts concert performance performances audience stream television "
                "tv coverage recording album event events wire wires ammunition bait animals chat updates band from"
            ),
            _set("audience television radio stage concert tonight tv watched watch stream streaming"),
        ),
    ),
    "wind": (
        Reading(
            "wˈɪnd",
            _NOUN | _set("strong cold north south east west of in with by and high light heavy"),
            _set(
                "blew blows blowing is was turbine turbines power farm farms speed speeds chill instrument howled"
            ),
            _set("rain storm sails sea weather"),
        ),
        Reading(
            "wˈaɪnd",
            _VERB | _set("paths roads rivers streets trails stairs"),
            _set("up down your his her it this through around along between back its"),
            _set("clock watch spring toy yarn rope thread clocks"),
        ),
    ),
    "tear": (
        Reading(
            "tˈɪɹ",
            _set("single"),
            _set("rolled ran fell drop drops gas stained ducts slid trickled"),
            _set("eye eyes cheek face cried wept sad sadness joy"),
        ),
        Reading(
            "tˈɛɹ",
            _VERB | _set("and"),
            _set("it up down apart off out open the this that through your away them into along here him"),
            _set(
                "fabric cloth sleeve jacket paper muscle ligament shirt dress sail tent curtain knee trousers jeans "
                "shoulder wear page pages net bag letter acl mcl meniscus rotator tendon hamstring calf"
            ),
        ),
    ),
    "bow": (
        Reading(
            "bˈoʊ",
            _set("pink red silk violin cello cross"),
            _set("and tie ties string strings"),
            _set("arrow arrows archer ribbon hair violin cello string gift tied hunter"),
        ),
        Reading(
            "bˈaʊ",
            _VERB | _set("deep low final"),
            _set("to down before out his her your their my low deeply"),
            _set(
                "ship boat deck hull vessel stern waves king queen stage audience curtain take took takes taking"
            ),
        ),
    ),
    "close": (
        Reading(
            "klˈoʊs",
            _set(
                "very so too how as more quite stay stayed come came get getting got keep kept was were is are pretty "
                "really stand stood sit sat draw drew 's"
            ),
            _set(
                "to by friend friends call relationship together enough look attention range family ties contact "
                "second race match game behind proximity relative relatives eye watch"
            ),
        ),
        Reading(
            "klˈoʊz",
            _VERB | _set("and or then at shops stores banks schools offices doors shares stocks markets"),
            _set(f"{_OBJECTS} at early soon for on of higher lower"),
            _set("door doors window windows eyes lid gate shop store deal account tab"),
        ),
    ),
    "use": (
        Reading(
            "jˈuːz",
            _VERB | _set("and or also then"),
            _set(f"{_OBJECTS} more less only another two"),
        ),
        Reading(
            "jˈuːs",
            _NOUN
            | _set(
                "of in for what much little daily heavy first single personal commercial common good further "
                "widespread drug land water energy fuel public private such own regular everyday external "
                "internal medical home"
            ),
            _set("of in for is was at by as to only"),
        ),
    ),
    "wound": (
        Reading(
            "wˈuːnd",
            _NOUN | _set("deep open bullet gunshot knife flesh fatal old to can"),
            _set("was is healed bled on in from"),
            _set("blood bled bandage doctor nurse heal healed knife soldier"),
        ),
        Reading(
            "wˈaʊnd",
            _set("he she they we i it was had have been is river road path wire"),
            _set("up around the through down along his her tightly back"),
            _set("clock watch thread wire rope bandage"),
        ),
    ),
    "minute": (
        Reading(
            "mˈɪnɪt",
            _set("a one last this every each per the any that"),
            _set("or and later ago to of before"),
        ),
        Reading(
            "maɪnˈuːt",
            _set("in very such most so a every the"),
            _set(
                "detail details amount amounts particles quantities differences traces changes fraction quantity"
            ),
        ),
    ),
    "content": (
        Reading(
            "kˈɑːntɛnt", _NOUN | _set("of web online video fat sugar alcohol"), _set("of is was creator for")
        ),
        Reading(
            "kəntˈɛnt",
            _set(
                "be was were is are feel felt seem seemed not quite perfectly am i'm he's she's very looked"
            ),
            _set("with to"),
        ),
    ),
    "desert": (
        Reading(
            "dˈɛzɚt", _NOUN | _set("in across hot dry of sahara"), _set("is was sun sand island heat climate")
        ),
        Reading(
            "dᵻzˈɜːt",
            _VERB,
            _set("the his her their him them us me you a"),
            _set("army soldiers friends post"),
        ),
    ),
    "refuse": (
        Reading("ɹɪfjˈuːz", _VERB, _set("to it the his her this that any")),
        Reading(
            "ɹˈɛfjuːs",
            _NOUN | _set("of household garden burning"),
            _set("collection bin bins was is"),
            _set("garbage"),
        ),
    ),
    "object": (
        Reading("ˈɑːbdʒɛkt", _NOUN | _set("of strange flying heavy large small"), _set("of is was in")),
        Reading("əbdʒˈɛkt", _VERB | _set("he she anyone"), _set("to strongly")),
    ),
    "present": (
        Reading("pɹˈɛzənt", _NOUN | _set("be is are was were birthday at"), _set("for from tense day at in")),
        Reading("pɹɪzˈɛnt", _VERB, _set("the a an our your my his her their it this to")),
    ),
    "record": (
        Reading("ɹˈɛkɚd", _NOUN | _set("world of new for on"), _set("of player store for label is was")),
        Reading("ɹᵻkˈɔːɹd", _VERB | _set("and"), _set("the a your it this that my his her our them")),
    ),
}
# Words that tell a noun and a verb of ``PAIRS``.
_NOUN_SIGNS = Reading(
    "",
    _NOUN
    | _set(
        "of in for with without by from under big small large new fresh organic local first second recent sharp annual "
        "little great good poor old such more less than two three several many own food cost drug child business "
        "sales research close"
    ),
    _set("of in was is has for from aisle section department school routes route form clause"),
)
_VERB_SIGNS = Reading(
    "",
    _VERB
    | _set("and which that both not further farmers companies factories prices metals sales costs rates"),
    _set(
        f"{_OBJECTS} me us you with from against when if by as on its more less milk food goods steadily sharply yearly"
    ),
)


def _of_pair(word: str) -> tuple[Reading, ...]:
    noun, verb = PAIRS[word]
    readings = _NOUN_SIGNS._replace(ipa=noun), _VERB_SIGNS._replace(ipa=verb)
    return readings[::-1] if word in VERBS_FIRST else readings


_READINGS = {**HOMOGRAPHS, **{word: _of_pair(word) for word in PAIRS}}
_FORMS = frozenset(_READINGS) | frozenset(map(str.capitalize, _READINGS))


def choose(tokens: list[Token]) -> None:
    """Give the homographs of a sentence their phonemes, in place.

    Args:
        tokens: Of one sentence of English.
    """
    for index, token in enumerate(tokens):
        if token.text in _FORMS:
            word = token.text.lower()
            tokens[index] = token._replace(
                spoken=(f"{IPA_PREFIX}{_best(word, tokens, index)}{IPA_PREFIX}{word}",)
            )


def _best(word: str, tokens: Sequence[Token], index: int) -> str:
    before = tokens[index - 1] if index else None
    behind = tokens[index + 1] if index + 1 < len(tokens) and not tokens[index].mark else None
    word_before = _plain(before) if before and not before.mark else ""
    word_behind = _plain(behind) if behind else ""
    others = {_plain(token) for at, token in enumerate(tokens) if abs(at - index) > 1}

    def score(reading: Reading) -> int:
        beside = (word_before in reading.before) + (word_behind in reading.behind)
        if reading.needs_both and beside < _SIDES:
            return -1
        return _BESIDE * beside + _ELSEWHERE * bool(others & reading.elsewhere)

    return max(_READINGS[word], key=score).ipa


def _plain(token: Token) -> str:
    return token.text.lower().replace("’", "'")
