"""The window: views draw and emit, controllers join them with the use cases, wiring builds it all."""
