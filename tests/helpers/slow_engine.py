"""An engine that another one is faster than."""

from __future__ import annotations

import time

from timbre.engines.onnx_engine import OnnxEngine


class SlowEngine(OnnxEngine):
    def load(self, base, network):
        loaded = super().load(base, network)
        run = loaded.run
        loaded.run = lambda inputs: (time.sleep(0.1), run(inputs))[1]
        return loaded
