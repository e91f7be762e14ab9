import os
import time

from timbre.serving.cancellation import MAX_AGE_S, CancelFlags


def test_flags_are_seen_by_others_and_grow_old(tmp_path):
    one, other = CancelFlags(tmp_path), CancelFlags(tmp_path)
    one.set("../../x")
    assert other.is_set("../../x")
    assert not other.is_set("y")
    assert not other.is_set("")
    for flag in tmp_path.iterdir():
        os.utime(flag, (0, time.time() - MAX_AGE_S - 1))
    CancelFlags(tmp_path).set("y")
    assert not one.is_set("../../x")


def test_flag_of_a_stream_ends_its_requests_whatever_is_put_before_its_name(tmp_path):
    flags = CancelFlags(tmp_path)
    flags.set("key/abc")
    assert flags.is_set("key/abc.7")
    assert flags.is_set("key/abc")
    assert not flags.is_set("abc.7")
    assert not flags.is_set("key/abc.7.1")
    assert not flags.is_set("key/abcd.7")


def test_flags_of_the_same_instant_are_seen(tmp_path):
    one, other = CancelFlags(tmp_path), CancelFlags(tmp_path)
    for number in range(200):
        one.set(f"r{number}")
        assert other.is_set(f"r{number}")


def test_nobody_can_cancel_those_without_an_id(tmp_path):
    flags = CancelFlags(tmp_path)
    flags.set("")
    assert not flags.is_set("")
    assert not flags.current()


def test_flags_are_listed_only_after_a_change(tmp_path, monkeypatch):
    flags = CancelFlags(tmp_path)
    flags.set("x")
    os.utime(tmp_path, (0, time.time() - 1))
    assert flags.is_set("x")
    monkeypatch.setattr(os, "listdir", None)
    assert flags.is_set("x")
