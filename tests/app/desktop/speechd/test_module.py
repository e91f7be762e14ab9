"""The module's side of speech-dispatcher's protocol."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from tests.app.desktop.speechd.pipes import PATIENCE_S, TRIES, samples
from tests.helpers.voices import make_voice
from timbre.contract import SAMPLE_RATE
from timbre.text import TextError
from timbre_app.client.streams import RequestError
from timbre_app.desktop.speechd.voices import SystemVoices, text_language
from timbre_app.desktop.speechd.wire import escaped
from timbre_app.output.known_voices import Voices
from timbre_app.server import ServerError
from timbre_app.voices.library import VoiceLibrary


def total(events: Sequence[bytes]) -> list[bytes | int]:
    """Events with the samples between them added up."""
    merged: list[bytes | int] = []
    for event in events:
        if not event.startswith(b"705 "):
            merged.append(event)
        elif merged and isinstance(merged[-1], int):
            merged[-1] += int(event[4:])
        else:
            merged.append(int(event[4:]))
    return merged


def test_every_byte_survives_the_way():
    data = bytes(range(256)) * 2
    assert b"\n" not in escaped(data)
    lines = [b"705-bits=16", b"705-num_channels=1", b"705-sample_rate=%d" % SAMPLE_RATE]
    lines += [b"705-num_samples=256", b"705-big_endian=0", b"705-AUDIO\0" + escaped(data), b"705 AUDIO"]
    assert samples(lines).tobytes() == data


def test_start(server):
    assert server.ask("INIT") == [b"299-Timbre speaks.", b"299 OK LOADED SUCCESSFULLY"]
    assert server.ask("AUDIO")[-1] == b"207 OK RECEIVING AUDIO SETTINGS"
    assert server.ask("audio_output_method=server", ".")[-1] == b"203 OK AUDIO INITIALIZED"
    assert server.ask("LOGLEVEL")[-1] == b"207 OK RECEIVING LOGLEVEL SETTINGS"
    assert server.ask("log_level=3", ".")[-1] == b"203 OK LOGLEVEL SET"
    assert server.ask("DEBUG ON /tmp/x")[-1].startswith(b"200")
    assert server.ask("DANCE") == [b"300 ERR UNKNOWN COMMAND"]


def test_a_speech_dispatcher_that_plays_nothing_is_refused(server):
    server.ask("AUDIO")
    assert (
        server.ask("audio_output_method=pulse", "audio_pulse_device=default", ".")[-1] == b"300 MODULE ERROR"
    )


def test_the_persons_voices_come_first_and_new_ones_at_once(server, library):
    listed = server.ask("LIST VOICES")
    assert listed[:2] == [b"200-Ada\ten-US\tnone", b"200-Zoe\tde\tnone"]
    assert listed[2].startswith(b"200-base:")
    assert server.ask("LIST VOICES en-US none")[0] == b"200-Ada\ten-US\tnone"
    library.add(make_voice("Bea", 2))
    assert server.ask("LIST VOICES")[1] == b"200-Bea\ten-US\tnone"


def test_marks_come_between_the_samples_where_they_are_heard(server):
    server.speak(
        '<speak>One two.<mark name="__spd_0"/> Three <mark name="m"/>four.<mark name="__spd_1"/></speak>'
    )
    second = SAMPLE_RATE
    assert total(server.until(b"702 END")) == [
        b"701 BEGIN",
        2 * second,
        b"700-__spd_0",
        second,
        b"700-m",
        second,
        b"700-__spd_1",
        b"702 END",
    ]


def test_silence_before_the_first_sound_is_left_out_and_marks_stay_in_their_places(server, speech):
    speech.silent_samples = SAMPLE_RATE // 2
    server.speak('<speak><mark name="m"/>One <mark name="n"/>two</speak>')
    half, lead = SAMPLE_RATE - SAMPLE_RATE // 2, SAMPLE_RATE // 100
    assert total(server.until(b"702 END")) == [
        b"701 BEGIN",
        b"700-m",
        lead + half,
        b"700-n",
        SAMPLE_RATE,
        b"702 END",
    ]


def test_a_dot_at_the_beginning_of_a_line_is_part_of_the_text(server, speech):
    server.speak("<speak>one\n..5 two</speak>")
    server.until(b"702 END")
    assert speech.asked[0][0] == "one\n.5 two"


def test_stop_silences_at_once_while_speech_is_made(server, speech):
    waits_s = []
    for _ in range(TRIES):
        speech.is_closed.clear()
        speech.may_go_on.clear()
        server.speak("<speak>One two three four</speak>")
        began = time.monotonic()
        assert [server.ask("STOP")[-1], server.message()[-1]] == [b"701 BEGIN", b"703 STOP"]
        waits_s.append(time.monotonic() - began)
        assert speech.is_closed.wait(PATIENCE_S)
    assert min(waits_s) < 0.5
    speech.may_go_on.set()
    server.speak("<speak>Next</speak>")
    assert total(server.until(b"702 END")) == [b"701 BEGIN", SAMPLE_RATE, b"702 END"]


def test_stop_gets_through_when_nobody_reads_the_samples(server):
    """speech-dispatcher reads as it plays, so the module waits in the middle of its samples."""
    server.speak("<speak>" + "word " * 20 + "</speak>")
    time.sleep(0.5)
    server.send("STOP")
    events = server.until(b"703 STOP")
    assert len(events) < 20 * SAMPLE_RATE / 4096


def test_stop_after_the_end_says_nothing(server):
    server.speak("<speak>One</speak>")
    server.until(b"702 END")
    server.send("STOP")
    assert server.ask("LIST VOICES")[-1] == b"200 OK VOICE LIST SENT"


def test_pause_waits_for_a_mark_of_speech_dispatchers_own(server, speech):
    speech.may_go_on.clear()
    server.speak('<speak>One <mark name="m"/>two.<mark name="__spd_0"/> Three four.</speak>')
    server.send("PAUSE")
    server.set("rate=0")
    speech.may_go_on.set()
    assert total(server.until(b"704 PAUSE")) == [
        b"701 BEGIN",
        SAMPLE_RATE,
        b"700-m",
        SAMPLE_RATE,
        b"700-__spd_0",
        b"704 PAUSE",
    ]


@pytest.mark.parametrize("mark", ['<mark name="__spd_0"/>', ""])
def test_pause_behind_the_last_mark_is_at_the_end(server, speech, mark):
    """Even without any mark: speech-dispatcher 0.11 would otherwise wait for one for ever."""
    speech.may_go_on.clear()
    server.speak(f"<speak>One.{mark}</speak>")
    server.send("PAUSE")
    server.set("rate=0")
    speech.may_go_on.set()
    assert server.until(b"704 PAUSE")[-2:] == [b"700-__spd_0", b"704 PAUSE"]


def test_settings_reach_the_speech(server, speech):
    assert (
        server.set("rate=100", "pitch=-50", "volume=0", "synthesis_voice=Zoe") == b"203 OK SETTINGS RECEIVED"
    )
    server.speak("<speak>One</speak>")
    server.message()
    assert samples(server.message())[0] == 500
    server.until(b"702 END")
    _, voice, controls, _ = speech.asked[0]
    assert (voice.name, controls.pace, controls.pitch) == ("Zoe", 2.5, -6)


def test_a_setting_that_is_no_number_is_refused_and_the_others_count(server, speech):
    assert server.set("rate=quick", "pitch=100") == b"303 ERROR INVALID PARAMETER OR VALUE"
    server.speak("<speak>One</speak>")
    server.until(b"702 END")
    assert speech.asked[0][2].pitch == 12


@pytest.mark.parametrize(
    ("language", "voice", "spoken"),
    [
        ("NULL", "Ada", "en-us"),
        ("de-DE", "Zoe", "de"),
        ("en-GB", "Ada", "en-us"),
        ("fr", "Ada", "fr"),
        ("c", "Ada", "en-us"),
    ],
)
def test_a_language_chooses_among_the_voices(server, speech, language, voice, spoken):
    server.set(f"language={language}", "synthesis_voice=No such voice")
    server.speak("<speak>One</speak>")
    server.until(b"702 END")
    assert (speech.asked[0][1].name, speech.asked[0][3]) == (voice, spoken)


def test_a_language_that_is_not_spoken_is_tried_once(server, speech):
    server.set("language=tlh")
    speech.errors = [RequestError("espeak-ng cannot speak 'tlh'.")]
    for _ in range(2):
        server.speak("<speak>One</speak>")
        assert b"705" in b"".join(server.until(b"702 END"))
    assert [asked[3] for asked in speech.asked] == ["tlh", "en-us", "en-us"]


def test_who_has_no_voice_hears_a_speaker_of_the_kind(tmp_path, monkeypatch):
    from timbre import paths
    from timbre_app.desktop.speechd.settings import SpeechSettings

    monkeypatch.setenv("TIMBRE_BASE", str(paths.assets_dir() / "base"))
    voices = SystemVoices(Voices(VoiceLibrary(tmp_path)))
    low, high, third = (voices.chosen(SpeechSettings(voice=kind)) for kind in ("male1", "female1", "female3"))
    assert low.pitch.log_hz_mean < high.pitch.log_hz_mean
    assert third.name != high.name
    assert text_language(low, "zh_CN") == "cmn"


@pytest.mark.parametrize(
    ("command", "settings", "text", "spoken"),
    [
        ("CHAR", (), "a", "a"),
        ("CHAR", (), "space", "space"),
        ("CHAR", ("cap_let_recogn=spell", "language=en"), "Q", "capital Q"),
        ("KEY", (), "control_a", "control a"),
        ("SOUND_ICON", (), "empty-text", "empty text"),
        ("SPEAK", ("spelling_mode=on",), "<speak>ab</speak>", "a, b."),
    ],
)
def test_characters_keys_icons_and_spelling(server, speech, command, settings, text, spoken):
    server.set(*settings)
    server.speak(text, command)
    server.until(b"702 END")
    assert speech.asked[0][0] == spoken


def test_a_text_of_signs_ends_without_a_sound(server, speech):
    speech.errors = [TextError("There is nothing to speak in this text.")]
    server.speak("<speak>...</speak>")
    assert server.until(b"702 END") == [b"701 BEGIN", b"702 END"]


@pytest.mark.parametrize("error", [ServerError("There is no server."), KeyError("a fault of this program")])
def test_a_text_that_cannot_be_spoken_is_given_up(server, speech, error):
    speech.errors = [error]
    server.speak("<speak>Hello</speak>")
    assert server.until(b"703 STOP") == [b"701 BEGIN", b"703 STOP"]
    server.speak("<speak>Next</speak>")
    assert total(server.until(b"702 END")) == [b"701 BEGIN", SAMPLE_RATE, b"702 END"]


def test_without_any_voice_the_list_is_an_error_and_a_text_is_given_up(
    server, library, monkeypatch, tmp_path
):
    monkeypatch.setenv("TIMBRE_BASE", str(tmp_path / "nothing"))
    for name in "Ada", "Zoe":
        library.delete(name)
    assert server.ask("LIST VOICES") == [b"304 CANT LIST VOICES"]
    server.speak("<speak>Hello</speak>")
    assert server.until(b"703 STOP") == [b"701 BEGIN", b"703 STOP"]
