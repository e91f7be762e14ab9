import re
from pathlib import Path

from prompt_coverage import coverage, read_prompts
from timbre.text import Frontend
from timbre.words import compare

PROMPTS = Path(__file__).parents[3] / "assets" / "prompts"


def test_prompts_cover_every_phoneme_early():
    prompts = read_prompts(PROMPTS / "english.txt")
    assert len(prompts) >= 72
    assert len(set(prompts)) == len(prompts)
    assert all(5 <= len(prompt.split()) <= 20 for prompt in prompts)
    first = coverage(prompts[:24], {}, Frontend("en-us"))
    assert first["phonemes_missing"] == []
    assert min(first["rarest_phonemes"].values()) >= 3


def test_prompts_are_read_as_they_are_written():
    # No digits or abbreviations: what a transcriber hears can be compared with the prompt.
    for prompt in read_prompts(PROMPTS / "english.txt"):
        assert not any(char.isdigit() for char in prompt)
        assert compare(prompt, prompt).error_rate == 0


def test_the_consent_names_the_voice():
    own, somebody_else = read_prompts(PROMPTS / "consent_english.txt")
    assert "Ada" in own.format(name="Ada")
    assert {"Ada", "Maria"} <= set(re.findall(r"\w+", somebody_else.format(name="Ada", person="Maria")))
