"""The person's voices for Home Assistant, in the Wyoming protocol: JSON lines and samples over TCP, without keys.

```
client                                         this service
  describe                              ──▶
                                        ◀──  info: the voices
  synthesize TEXT                       ──▶
                                        ◀──  audio-start, audio-chunk ..., audio-stop
  synthesize-start                      ──▶
  synthesize-chunk "Good mor" ...       ──▶
                                        ◀──  for each whole sentence: audio-start, audio-chunk ..., audio-stop
  synthesize TEXT, for older services   ──▶  left alone
  synthesize-stop                       ──▶
                                        ◀──  synthesize-stopped
```
"""
