"""What the window asks of the rest of the program; `backstage` has the real things, tests bring their own."""

from timbre_app.studio.ports.results import Comparing, PairItem, ResultItem
from timbre_app.studio.ports.server import Server
from timbre_app.studio.ports.speech import SpeakOptions, Speech, SpokenChunk, SpokenWord
from timbre_app.studio.ports.takes import (
    CheckLine,
    CloneOrder,
    CloneProgress,
    Cloning,
    MadeVoice,
    TakeChecks,
    WordsRead,
)
from timbre_app.studio.ports.voices import VoiceItem, Voices

__all__ = [
    "CheckLine",
    "CloneOrder",
    "CloneProgress",
    "Cloning",
    "Comparing",
    "MadeVoice",
    "PairItem",
    "ResultItem",
    "Server",
    "SpeakOptions",
    "Speech",
    "SpokenChunk",
    "SpokenWord",
    "TakeChecks",
    "VoiceItem",
    "Voices",
    "WordsRead",
]
