"""Makes the README's film: the real window under Xvfb, the real server, a microphone that hears an example take.

    python -m tests.helpers.film [docs/screenshots/film.webp]

    earlier takes on the disk ─▶ timbre studio (film_scene: records the last one, clones, speaks, talks) ─▶ pictures
    pictures ─▶ one caption each, stills shortened, the clone in time-lapse ─▶ animated WebP of less than 2 MB

The speaker of the example takes is synthetic (assets/takes), so that a sentence of theirs stands for the consent.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import platformdirs
import soundfile
from PIL import Image, ImageDraw, ImageFont

from tests.helpers.audio_device import VirtualSound, virtual_sound
from tests.helpers.display import virtual_display
from tests.helpers.film_scene import TAKES
from tests.helpers.screenshots import FOLDER
from tests.helpers.speech_server import own_home
from timbre import files, paths
from timbre_app.server import stop_server
from timbre_app.takes.prompts import NewVoice, Prompt, PromptList
from timbre_app.takes.recordings import RecordingSession

FILM = FOLDER / "film.webp"
VOICE = "Ada"
ROOT = Path(__file__).resolve().parents[2]
TAKES_FOLDER = ROOT / "assets" / "takes"
CONSENT_TAKE = "24"
CAPTIONS = {
    "record": "1   Read about twenty sentences aloud",
    "clone": "2   Timbre learns your voice, on your own machine (time-lapse)",
    "speak": "3   It speaks any text, while the rest is still being computed",
    "talk": "4   Talk with it: type, press Enter; phrases under F1 to F12",
}
CAPTION_PX = 46
LONGEST_STILL_S, LAPSE_STILL_S, LAST_STILL_S = 1.5, 0.15, 2.5
MOST_BYTES = 2_000_000
QUALITIES = ((1.0, 80), (1.0, 60), (0.8, 60), (0.8, 40), (0.65, 40))
"""Scale and quality, tried one after another until the film is small enough."""


@dataclass(frozen=True)
class Frame:
    """A picture and how long it is shown."""

    file: Path
    scene: str
    shown_s: float


def main(film: Path) -> None:
    """Film, then write the file."""
    with tempfile.TemporaryDirectory(prefix="timbre-film-") as folder:
        pictures = Path(folder) / "pictures"
        pictures.mkdir()
        with own_home(Path(folder) / "home", paths.assets_dir() / "base"):
            prepare_takes()
            try:
                with virtual_display() as display, virtual_sound() as sound:
                    shoot(pictures, {**display, **sound.environment}, sound)
            finally:
                stop_server()
        size = write_film(film, list(frames(pictures)))
    sys.stdout.write(f"{film}: {size / 1e6:.2f} MB\n")


def prepare_takes() -> None:
    """Put the takes on the disk that the person read before the film begins: all but the last."""
    lines = (TAKES_FOLDER / "metadata.csv").read_text(encoding="utf-8").splitlines()
    texts = dict(line.split("|", 1) for line in lines)
    names = sorted(texts)[:TAKES]
    prompts = tuple(Prompt(name, texts[name]) for name in names)
    session = RecordingSession.create(
        paths.takes_dir(), NewVoice(VOICE), PromptList(texts[CONSENT_TAKE], prompts)
    )
    for prompt, name in zip(session.prompts[:-1], (CONSENT_TAKE, *names), strict=False):
        waveform, rate = soundfile.read(TAKES_FOLDER / "wavs" / f"{name}.flac", dtype="int16")
        part = session.begin_take(prompt.id)
        files.make_folder(part.parent)
        soundfile.write(part, waveform, rate, format="WAV")
        session.complete_take(prompt.id)
    session.move_to(TAKES)


def shoot(pictures: Path, environment: dict[str, str], sound: VirtualSound) -> None:
    """Run the program with its scenes, and speak when it asks for the last sentence."""
    variables = {**os.environ, **environment, "LC_ALL": "C.UTF-8"}
    variables["XDG_CACHE_HOME"] = str(platformdirs.user_cache_path())
    command = [sys.executable, "-m", "tests.helpers.film_scene", str(pictures)]
    pipe = subprocess.PIPE
    program = subprocess.Popen(command, env=variables, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)
    assert program.stdin is not None
    assert program.stdout is not None
    try:
        for line in program.stdout:
            if line.strip() == "speak":
                sound.speak_into_microphone(TAKES_FOLDER / "wavs" / f"{TAKES:02}.flac").wait(timeout=60)
                program.stdin.write("spoken\n")
                program.stdin.flush()
        if program.wait(timeout=60) != 0:
            raise RuntimeError("a scene of the film failed; the lines above say which")
    finally:
        program.kill()
        program.wait()


def frames(pictures: Path) -> Iterator[Frame]:
    """The pictures in their order, each with the time until the next one, shortened where nothing happens."""
    log = (pictures / "frames.txt").read_text(encoding="utf-8").splitlines()
    entries = [(number, scene, float(at)) for number, scene, at in (line.split() for line in log)]
    for (number, scene, at), (after, _, then) in itertools.pairwise(entries):
        if number == "-":
            continue
        most = LAST_STILL_S if after == "-" else LAPSE_STILL_S if scene == "clone" else LONGEST_STILL_S
        least = most if after == "-" else 0.0
        yield Frame(pictures / f"{number}.png", scene, max(least, min(most, then - at)))


def write_film(film: Path, shown: list[Frame]) -> int:
    """Write the film as well as its size allows; returns its size in bytes."""
    images = [captioned(Image.open(frame.file).convert("RGB"), CAPTIONS[frame.scene]) for frame in shown]
    durations_ms = [round(1000 * frame.shown_s) for frame in shown]
    for scale, quality in QUALITIES:
        width, height = (round(scale * side) for side in images[0].size)
        first, *others = (image.resize((width, height), Image.Resampling.LANCZOS) for image in images)
        first.save(
            film,
            "WEBP",
            save_all=True,
            append_images=others,
            duration=durations_ms,
            loop=0,
            quality=quality,
            method=4,
        )
        if film.stat().st_size <= MOST_BYTES:
            return film.stat().st_size
    raise RuntimeError(f"{film} is larger than {MOST_BYTES} bytes at the least quality")


def captioned(picture: Image.Image, caption: str) -> Image.Image:
    """A picture with a line of text over it."""
    whole = Image.new("RGB", (picture.width, picture.height + CAPTION_PX), "#1d2430")
    whole.paste(picture, (0, CAPTION_PX))
    place = (22, CAPTION_PX / 2)
    ImageDraw.Draw(whole).text(place, caption, "#ffffff", ImageFont.load_default(21), anchor="lm")
    return whole


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILM)
