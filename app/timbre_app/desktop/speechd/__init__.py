"""The person's voices as those of the system: an output module of speech-dispatcher.

Orca, Firefox's reader and `spd-say` ask speech-dispatcher for speech; it starts this program and talks to it over
standard input and output.

```
speech-dispatcher                            this module
  INIT                                  ──▶  begins to find or start the speech server
                                        ◀──  299 OK
  AUDIO, LOGLEVEL, LIST VOICES, SET     ──▶
                                        ◀──  203 OK ..., 200-Ada⇥en-US⇥none ...
  SPEAK <speak>Hello.<mark .../></speak>──▶
                                        ◀──  200 OK SPEAKING, 701 BEGIN
  plays the samples, in order with      ◀──  705 AUDIO, 700 INDEX MARK, 705 AUDIO ...
  what else comes                       ◀──  702 END
  STOP                                  ──▶
                                        ◀──  703 STOP, at once
```

speech-dispatcher plays the samples itself, so marks, pauses and the end are told to its clients when they are heard.
It does so since 0.11; no earlier version is supported.

Source: Speech Dispatcher 0.11, "Communication Protocol for Output Modules".
"""
