"""placeholder until the client lands."""


def start_timbre():
    raise NotImplementedError
