"""What is left of HTML and Markdown, and paths of files."""

import pytest

from tests.core.text.spoken import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<b>bold</b> and <i>light</i>", "bold and light"),
        ("one<br/>two", "one two"),
        ('see <a href="https://a.org">here</a>', "see here"),
        ("[the page](https://a.org/b)", "the page"),
        ("![a cat](cat.png)", "a cat"),
        ("## News", "News"),
        ("text[^1] goes on", "text goes on"),
        ("it&#8217;s &amp; was&mdash;well", "it's and was well"),
        ("- [x] done", "done"),
        ("+ milk", "milk"),
        ("```python", ""),
        ("<think>well</think> yes", "well yes"),
        ("Enter <name> here", "Enter name here"),
        ("a < b", "a is less than b"),
    ],
)
def test_markup_is_silent(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/usr/bin/python3", "slash usr slash bin slash python three"),
        ("~/notes.txt", "tilde slash notes dot txt"),
        ("../src/main.py", "dot dot slash src slash main dot py"),
        (".gitignore", "dot gitignore"),
        (".github/workflows/deploy.yaml", "dot github slash workflows slash deploy dot yaml"),
        ("C:\\Users\\me", "C colon backslash Users backslash me"),
        ("foo.tar.gz", "foo dot tar dot GZ"),
        ("IMG_1234.JPG", "IMG underscore one two three four dot jpeg"),
    ],
)
def test_paths(text, expected):
    assert words(text) == expected
