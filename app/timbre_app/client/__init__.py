"""The client of the speech server: speech, clones and recognition over gRPC."""
