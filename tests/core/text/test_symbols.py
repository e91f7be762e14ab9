import logging

import pytest

from timbre.text.symbols import (
    END_ID,
    PAD_ID,
    START_ID,
    SYMBOL_TO_ID,
    SYMBOLS,
    known_phonemes,
    symbol_ids,
    symbols_hash,
)


def test_table_is_frozen():
    # A base model's embedding rows are indices into this table: append, never reorder.
    assert symbols_hash() == "46cf1fd172a664760e664d6ec35ef0ef5070b0fd1a7a90a49b0cfb1988aac569"


def test_first_symbols_have_their_places():
    assert (PAD_ID, START_ID, END_ID) == (0, 1, 2)
    assert SYMBOLS[3] == " "
    assert len(set(SYMBOLS)) == len(SYMBOLS) <= 256
    assert all(len(symbol) == 1 for symbol in SYMBOLS)


@pytest.mark.parametrize("text", ["nˈi˨˩˦ xˈɑu˨˩˦", "ni2χˈɑu2", "ʈʂˤʰãœ̃ɣʎɲʔǃ", "pʲœːʁ˥˩, — …!¿¡"])
def test_other_languages_are_in_the_table(text, caplog):
    ids = symbol_ids(text)
    assert not caplog.records
    assert len(ids) >= len(text) + 2


def test_composed_and_decomposed_are_the_same():
    assert symbol_ids("ã") == symbol_ids("a\u0303")
    assert symbol_ids("ç") == [START_ID, SYMBOL_TO_ID["ç"], END_ID]


def test_unknown_symbols_are_dropped_with_one_warning(caplog):
    with caplog.at_level(logging.WARNING):
        assert known_phonemes("a書b書") == "ab"
        assert known_phonemes("書") == ""
    assert len([r for r in caplog.records if "U+66F8" in r.getMessage()]) == 1


def test_control_symbols_cannot_be_written_in_phonemes(caplog):
    assert symbol_ids("_^$") == [START_ID, END_ID]
