"""The gateway: a process that listens on TCP for clients with a key, and passes their calls to the speech server.

```
client ── TCP, TLS where there are certificates ──▶ gateway ── Unix socket ──▶ tritonserver
            authorization: Bearer KEY                  │
                                                       └── control socket ──▶ keeper: "load finetune"
```

It lets speech, cloning and transcription through, and nothing else of Triton. It keeps the keys apart: only the key
that sent a request can cancel it, and only a key that sent a voice can use that voice by its hash.
"""
