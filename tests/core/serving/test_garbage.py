"""What is loaded is not searched for garbage again."""

import gc

from timbre.serving.garbage import spare_what_is_loaded


class Loaded:
    pass


def test_what_is_loaded_is_searched_no_more():
    loaded = Loaded()
    try:
        assert any(one is loaded for one in gc.get_objects())
        spare_what_is_loaded()
        made = Loaded()
        searched = gc.get_objects()
        assert not any(one is loaded for one in searched)
        assert any(one is made for one in searched)
    finally:
        gc.unfreeze()
