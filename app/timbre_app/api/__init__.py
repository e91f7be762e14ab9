"""The speech API: HTTP as OpenAI's clients speak it, from the process of `timbre serve --api`.

```
client ── HTTP ──▶ Guard: page? key? too much? ──▶ FastAPI's routes ──▶ TimbreClient ── Unix socket ──▶ tritonserver
client ◀── wav, mp3, … ── Encoder ◀── chunks of speech ◀──────────────────┘
```

Speech goes through TimbreClient as it does in the window and on the command line. So a text that is being spoken goes
on when the speech server dies and starts again. `wyoming` serves Home Assistant in the same way.
"""
