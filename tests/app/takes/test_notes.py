from __future__ import annotations

from timbre_app.takes.notes import NOTES_FILE, TakeNotes


def make_take(folder, name="p001", content=b"sound"):
    path = folder / f"{name}.wav"
    path.write_bytes(content)
    return path


def test_what_was_found_is_there_when_the_folder_is_opened_again(tmp_path):
    take = make_take(tmp_path)
    notes = TakeNotes(tmp_path)
    notes.write("p001", take, {"words": 3})
    notes.keep("p001", take)
    again = TakeNotes(tmp_path)
    assert again.findings("p001", take) == {"words": 3}
    assert again.is_kept("p001", take)


def test_a_take_is_bad_if_its_sound_or_its_words_are(tmp_path):
    error, warning = ([{"severity": severity}] for severity in ("error", "warning"))
    notes, take = TakeNotes(tmp_path), make_take(tmp_path)
    assert not notes.is_bad("p001", take)
    for sound, words, is_bad in ((error, [], True), (warning, error, True), (warning, warning, False)):
        notes.write("p001", take, {"sound": sound, "words": {"lines": words}})
        assert notes.is_bad("p001", take) is is_bad
    notes.write("p001", take, {"sound": "?"})
    assert not notes.is_bad("p001", take)


def test_words_that_were_missed_are_known_once_they_were_compared(tmp_path):
    notes, take = TakeNotes(tmp_path), make_take(tmp_path)
    assert notes.missed_words("p001", take, "Fresh bread and soup.") is None
    notes.write("p001", take, {"sound": [], "words": {"lines": [], "missed": [[6, 11], [16, 20]]}})
    assert notes.missed_words("p001", take, "Fresh bread and soup.") == ("bread", "soup")
    notes.write("p001", take, {"words": {"missed": 3}})
    assert notes.missed_words("p001", take, "Fresh bread and soup.") is None


def test_notes_hold_for_one_recording_only(tmp_path):
    notes = TakeNotes(tmp_path)
    notes.keep("p001", make_take(tmp_path))
    notes.write("p001", make_take(tmp_path), {"words": 3})
    other = make_take(tmp_path, content=b"another sound")
    assert notes.findings("p001", other) is None
    assert not notes.is_kept("p001", other)


def test_broken_notes_are_no_notes(tmp_path):
    for text in ("", "[]", '{"p001": 3}', "\x00"):
        (tmp_path / NOTES_FILE).write_text(text)
        assert TakeNotes(tmp_path).findings("p001", make_take(tmp_path)) is None
