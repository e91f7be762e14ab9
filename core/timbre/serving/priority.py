"""Who goes first when the models' processes want the same cores.

```
hifigan        0    the first chunk of mel is there: its sound goes before the mel of the second
fastpitch      5
transcribe    10    nobody listens to it, and the window keeps moving while takes are checked
finetune      19    a clone takes what speech leaves
```
"""

from __future__ import annotations

import os

BEHIND_THE_VOCODER = 5
BEHIND_THE_WINDOW = 10
BEHIND_SPEECH = 19


def step_back(niceness: int) -> None:
    """Let others go first: this thread steps back, and with it the threads that it starts from now on.

    Call it before networks are loaded: they start threads.

    Args:
        niceness: How far, 1 to 19.
    """
    os.nice(niceness)
