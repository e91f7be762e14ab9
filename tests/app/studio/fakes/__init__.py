"""Stand-ins for what is behind the window, for tests that look at the window alone."""

from tests.app.studio.fakes.backstage import STORED, FakeServer, fake_office, make_backstage
from tests.app.studio.fakes.cloning import FakeCloning, FakeComparing
from tests.app.studio.fakes.dialogs import FakeDialogs
from tests.app.studio.fakes.patience import PATIENCE_S
from tests.app.studio.fakes.sound_devices import FakeMicrophones, FakeOutput, FakeRecorder
from tests.app.studio.fakes.sounds import RATE, SENTENCES, tone
from tests.app.studio.fakes.speech import FakeDialogue, FakeSpeech
from tests.app.studio.fakes.takes import FakeChecks, FakeImporting
from tests.app.studio.fakes.voices import FakeVoices

__all__ = [
    "PATIENCE_S",
    "RATE",
    "SENTENCES",
    "STORED",
    "FakeChecks",
    "FakeCloning",
    "FakeComparing",
    "FakeDialogs",
    "FakeDialogue",
    "FakeImporting",
    "FakeMicrophones",
    "FakeOutput",
    "FakeRecorder",
    "FakeServer",
    "FakeSpeech",
    "FakeVoices",
    "fake_office",
    "make_backstage",
    "tone",
]
