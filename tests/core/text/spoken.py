"""Which words are said."""

from timbre.text.normalize import Normalizer
from timbre.text.tokens import shown_word


def spoken(text, language="en-us"):
    tokens = Normalizer(language).tokens(text, 0, len(text))
    words = ([shown_word(word, token.text) for word in token.spoken] for token in tokens)
    return "".join(
        " " + " ".join(said) + token.mark for said, token in zip(words, tokens, strict=True)
    ).strip()


def words(text):
    """The words of a whole text without its pauses, as `timbre words` prints them."""
    return " ".join(Normalizer("en-us").words(text))
