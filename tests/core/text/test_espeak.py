import random
import subprocess
import sys

import pytest

from timbre.text import Frontend
from timbre.text.espeak import Espeak, LanguageError, library
from timbre.text.remember import LONGEST, remember

TEXTS = {
    "en-us": "The king of the hill",
    "de": "Der Berg ruft",
    "fr-fr": "Il fait beau",
    "cmn": "你 好 世界",
    "ru": "Здравствуйте мир",
}
ALONE = """
import sys
from timbre.text.espeak import Espeak
print(" ".join(Espeak(sys.argv[1]).clause(sys.argv[2])))
"""
GROWTH = """
import os, tempfile
from timbre.serving.plan import TextService
from timbre.text import LanguageError

def memory_mb():
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmRSS")).split()[1]) / 1024

service = TextService()
service.plan("Ready.")
before = memory_mb()
for number in range(100):
    try:
        service.plan("Hello.", b'{"language": "xx%d"}' % number)
    except LanguageError:
        continue
    raise SystemExit("an unknown language was spoken")
wrong = memory_mb() - before
for language in "af bg ca cs cy da de el es et eu fi fr-fr ga hr hu id is it lt lv mk ms nl pl pt ro sk sl sv".split():
    service.plan("Hello.", b'{"language": "%s"}' % language.encode())
print(wrong, memory_mb() - before, len(os.listdir(tempfile.gettempdir())))
"""


def run(code, *args, **env):
    done = subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, text=True, check=True, env=env
    )
    return done.stdout.strip()


def test_changing_voices_leaves_nothing_of_the_one_before():
    alone = {language: run(ALONE, language, text) for language, text in TEXTS.items()}
    chance = random.Random(1)
    for language in chance.choices(list(TEXTS), k=40):
        assert " ".join(Espeak(language).clause(TEXTS[language])) == alone[language]


def test_languages_share_one_library():
    assert library() is library()
    first, second = Frontend("en-us"), Frontend("de")
    assert first._espeak._library is second._espeak._library


def test_languages_cost_neither_memory_nor_files(tmp_path):
    """Each unknown language took 1.4 MB and left a copy of the library, 0.66 MB, for ever."""
    wrong, all_mb, files = run(GROWTH, TMPDIR=str(tmp_path)).split()
    assert float(wrong) < 4
    assert float(all_mb) < 30
    assert int(files) == 0


@pytest.mark.parametrize(
    "language", ["", "xx", "../../etc/passwd", "en-us\0de", "\ud800", "mb-us1", "a" * 70_000]
)
def test_unknown_language_is_refused_in_one_sentence(language):
    with pytest.raises(LanguageError) as refusal:
        Frontend(language)
    assert str(refusal.value).startswith("espeak-ng cannot speak '")
    assert len(str(refusal.value).encode()) < 250


def test_long_texts_are_not_remembered():
    calls = []
    longer = remember(4)(lambda text: calls.append(text) or text)
    for text in ("a", "a", "b" * (LONGEST + 1), "b" * (LONGEST + 1)):
        assert longer(text) == text
    assert [len(text) for text in calls] == [1, LONGEST + 1, LONGEST + 1]


@pytest.mark.parametrize(
    ("language", "marked", "plain"),
    [
        ("en-us", "Nguyễn", "Nguyen"),
        ("en-us", "Hồ", "Ho"),
        ("en-us", "Pāṇini", "Pānini"),
        ("en-gb", "Ḥusayn", "Husayn"),
        ("de", "Trần", "Tran"),
        ("es", "Đặng", "Đang"),
    ],
)
def test_letters_that_a_language_does_not_know_are_read_without_their_marks(language, marked, plain):
    espeak = Espeak(language)
    assert espeak.word(marked) == espeak.word(plain)
    assert espeak.clause(f"{marked} la") == espeak.clause(f"{plain} la")


@pytest.mark.parametrize(("language", "marked", "plain"), [("vi", "Nguyễn", "Nguyen"), ("ga", "ḃan", "ban")])
def test_letters_of_a_language_keep_their_marks(language, marked, plain):
    espeak = Espeak(language)
    assert espeak.word(marked) != espeak.word(plain)
