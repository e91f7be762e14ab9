"""Order of the work among streams, and who shares a batch."""

import threading
import time

import numpy as np
import pytest

from tests.helpers.speech_server import wait_until
from timbre.engines.base import Network
from timbre.serving.cancellation import CancelFlags
from timbre.serving.errors import BusyError, CancelledRequestError
from timbre.serving.limits import Limits
from timbre.serving.live_mark import HOLD_S
from timbre.serving.metrics import Metrics
from timbre.serving.ticks import BACKGROUND_S, RESERVE_S, TickWorker
from timbre.speech.batching import Call, run_together


class Doubling(Network):
    """A network that doubles, and remembers its batches."""

    def __init__(self):
        self.batches = []
        self.refused = None

    def run(self, inputs):
        x = inputs["x"]
        self.batches.append(x[:, 0].tolist())
        if self.refused is not None and (x == self.refused).any():
            raise RuntimeError("broken row")
        return {"y": x * 2}


class Chunks:
    """A stream that wants chunks of the given lengths, each made of its number."""

    def __init__(self, network, number, lengths, seconds=1.0, on_end=None, pad_last=True, background=False):
        self.request_id, self.name, self.lost = f"s{number}.7", f"u{number}", False
        self.background = background
        self.network, self.number, self.lengths = network, number, list(lengths)
        self.seconds, self.on_end, self.pad_last = seconds, on_end, pad_last
        self.ended, self.error, self.results = False, None, []

    @property
    def ready(self):
        return not self.ended

    def call(self):
        pad = 0.0 if len(self.lengths) == 1 and self.pad_last else None
        return Call(self.network, {"x": np.full((1, self.lengths[0]), self.number, float)}, "x", 1, pad)

    def accept(self, results, took_s):
        length = self.lengths.pop(0)
        self.results.append(results["y"][0, :length])
        if not self.lengths:
            self._end()
        return self.seconds

    def fail(self, error):
        self.error = error
        self._end()

    def _end(self):
        self.ended = True
        if self.on_end:
            self.on_end()


class Gate(Chunks, Network):
    """Holds the worker until it is opened, so that a test can queue what it likes."""

    def __init__(self):
        super().__init__(self, 0, [1])
        self.entered, self.opened = threading.Event(), threading.Event()

    def run(self, inputs):
        self.entered.set()
        assert self.opened.wait(60)
        return {"y": inputs["x"]}


@pytest.fixture
def flags(tmp_path):
    return CancelFlags(tmp_path)


@pytest.fixture
def serve(flags):
    """Serve streams that were all queued before the first tick; returns when they ended."""
    workers = []

    def serve(streams, max_batch=1, before=lambda: None):
        ticks = iter(range(100_000))
        worker = TickWorker("test", flags, max_batch, clock=lambda: next(ticks) * 1e-6)
        workers.append(worker)
        gate, left = Gate(), threading.Semaphore(0)
        worker.add(gate)
        assert gate.entered.wait(60)
        for stream in streams:
            stream.on_end = left.release
            worker.add(stream)
        before()
        gate.opened.set()
        for _ in streams:
            assert left.acquire(timeout=60)
        return worker

    yield serve
    for worker in workers:
        worker.close()


def test_chunks_of_one_stream_stay_in_order(serve):
    network = Doubling()
    stream = Chunks(network, 3, [1, 2, 3])
    serve([stream])
    assert [len(made) for made in stream.results] == [1, 2, 3]
    assert all((made == 6).all() for made in stream.results)


def test_new_stream_goes_before_the_far_end_of_a_long_one(serve):
    network = Doubling()
    serve([Chunks(network, 1, [4] * 4), Chunks(network, 2, [4] * 2)])
    assert [row for batch in network.batches for row in batch] == [1, 2, 1, 2, 1, 1]


@pytest.mark.parametrize(("left_s", "order"), [(RESERVE_S / 2, [1, 1, 2]), (RESERVE_S * 2, [1, 2, 1])])
def test_new_stream_lets_speech_that_runs_out_soon_go_first(serve, left_s, order):
    network = Doubling()
    serve([Chunks(network, 1, [4] * 2, seconds=left_s), Chunks(network, 2, [4])])
    assert [row for batch in network.batches for row in batch] == order


def test_live_speech_goes_before_what_is_in_the_background(serve):
    network = Doubling()
    serve([Chunks(network, 1, [4] * 2, background=True), Chunks(network, 2, [4] * 3)])
    assert [row for batch in network.batches for row in batch] == [2, 2, 2, 1, 1]


def test_what_is_in_the_background_comes_forward_beside_endless_live_speech(serve):
    network = Doubling()
    live = Chunks(network, 2, [4] * 9, seconds=BACKGROUND_S / 4)
    serve([Chunks(network, 1, [4], background=True), live])
    order = [row for batch in network.batches for row in batch]
    assert order == [2, 2, 2, 2, 2, 1, 2, 2, 2, 2]


def test_background_rests_while_live_speech_is_in_another_model(serve, flags):
    other, network = CancelFlags(flags._folder), Doubling()  # of another process
    stream = Chunks(network, 1, [4], background=True)
    began = time.monotonic()
    serve([stream], before=other.live.note)
    assert time.monotonic() - began >= HOLD_S
    assert len(network.batches) == 1


def test_where_calls_share_batches_background_does_not_rest(serve, flags):
    network = Doubling()
    live, stream = Chunks(network, 2, [4]), Chunks(network, 1, [4], background=True)
    serve([stream, live], max_batch=2)
    assert [sorted(batch) for batch in network.batches] == [[1, 2]]


def test_no_stream_starves(serve):
    """Whoever has least speech left is next, so streams that get more speech for a call wait longer."""
    network = Doubling()
    serve([Chunks(network, 1, [4] * 3, seconds=3.0), Chunks(network, 2, [4] * 6, seconds=1.0)])
    order = [row for batch in network.batches for row in batch]
    assert order == [1, 2, 2, 2, 1, 2, 2, 2, 1]


def test_calls_of_equal_length_share_a_batch(serve):
    network = Doubling()
    streams = [Chunks(network, number, [4, 8]) for number in (1, 2, 3)]
    serve(streams, max_batch=8)
    assert network.batches == [[1, 2, 3], [1, 2, 3]]
    assert [(s.results[1] == 2 * s.number).all() for s in streams] == [True] * 3


def test_last_chunk_is_padded_to_its_batch_and_cut(serve):
    network = Doubling()
    long, short, other = (Chunks(network, n, sizes) for n, sizes in ((1, [8]), (2, [5]), (3, [3])))
    serve([long, short, other], max_batch=8)
    assert network.batches == [[1, 2], [3]]  # 3 is less than half of 8
    assert len(short.results[0]) == 5


def test_last_chunks_that_run_in_equal_buffers_share_a_batch(serve):
    network = Doubling()
    network.round_frames = lambda frames: -(-frames // 8) * 8
    serve([Chunks(network, 1, [5]), Chunks(network, 2, [7]), Chunks(network, 3, [9])], max_batch=8)
    assert network.batches == [[1, 2], [3]]


def test_chunk_that_others_follow_is_never_padded(serve):
    network = Doubling()
    serve([Chunks(network, 1, [8]), Chunks(network, 2, [5], pad_last=False)], max_batch=8)
    assert network.batches == [[1], [2]]
    with pytest.raises(ValueError, match="cannot run in a batch"):
        run_together([Chunks(network, n, [k, 1]).call() for n, k in ((1, 4), (2, 3))])


def test_batch_has_a_limit(serve):
    network = Doubling()
    serve([Chunks(network, number, [4]) for number in range(1, 6)], max_batch=2)
    assert network.batches == [[1, 2], [3, 4], [5]]


def test_stream_that_breaks_a_batch_fails_alone(serve):
    network = Doubling()
    network.refused = 2
    good, bad, fine = (Chunks(network, number, [4]) for number in (1, 2, 3))
    serve([good, bad, fine], max_batch=8)
    assert isinstance(bad.error, RuntimeError)
    assert (good.error, fine.error) == (None, None)
    assert len(good.results) == len(fine.results) == 1


@pytest.mark.parametrize("cancelled", ["s2.7", "s2", "u2"])
def test_cancelled_stream_leaves_at_the_next_tick_even_if_it_is_not_its_turn(serve, flags, cancelled):
    network = Doubling()
    first, unwanted = Chunks(network, 1, [4, 4, 4]), Chunks(network, 2, [4, 4, 4])
    seen = []
    first.accept, accept = lambda *a: seen.append(unwanted.ended) or accept(*a), first.accept
    serve([first, unwanted], before=lambda: flags.set(cancelled))
    assert isinstance(unwanted.error, CancelledRequestError)
    assert seen[0] is True
    assert len(first.results) == 3
    assert not unwanted.results


class Waiting(Chunks):
    """A stream that has nothing to run."""

    ready = False


@pytest.mark.parametrize("reason", ["cancelled", "lost"])
def test_stream_that_waits_for_more_ends_without_any_call(flags, reason):
    worker, left = TickWorker("test", flags), threading.Event()
    stream = Waiting(Doubling(), 1, [1], on_end=left.set)
    worker.add(stream, here=True)
    stream.lost = reason == "lost"
    flags.set("s1" if reason == "cancelled" else "")
    assert left.wait(60)
    assert isinstance(stream.error, CancelledRequestError)
    worker.close()
    assert worker.in_flight == 0


def test_figures_are_those_of_the_moment(flags):
    metrics = Metrics()
    worker = TickWorker("test", flags, limits=Limits(streams=3), metrics=metrics)

    def figures():
        levels = {name: level() for (name, _), level in metrics._watched.items()}
        return levels["timbre_streams_in_flight"], levels["timbre_queue_length"]

    gate, waiting, broken = Gate(), Waiting(Doubling(), 1, [1]), Chunks(Doubling(), 2, [1])
    broken.network.refused = 2
    assert figures() == (0, 0)
    worker.add(gate)
    assert gate.entered.wait(60)
    worker.add(waiting)
    worker.add(broken)
    assert figures() == (3, 2)
    with pytest.raises(BusyError):
        worker.add(Chunks(Doubling(), 3, [1]))
    assert figures() == (3, 2)
    gate.opened.set()
    assert wait_until(lambda: figures() == (1, 0))
    worker.remove(waiting)
    assert figures() == (0, 0)
    worker.close()


def test_stream_that_fails_is_flagged_for_its_other_stages(serve, flags):
    network = Doubling()
    network.refused = 2
    serve([Chunks(network, 1, [4]), Chunks(network, 2, [4])])
    assert flags.is_set("u2")
    assert not flags.is_set("u1")


def test_worker_outlives_a_stream_that_cannot_say_that_it_failed(serve, flags):
    network = Doubling()
    mute, other = Chunks(network, 1, [4]), Chunks(network, 2, [4])

    def fail(error):
        mute._end()
        raise RuntimeError("the client has gone")

    mute.fail = fail
    serve([mute, other], before=lambda: flags.set("s1"))
    assert len(other.results) == 1


def test_too_many_streams_are_refused_and_accepted_again_later(flags):
    worker = TickWorker("test", flags, limits=Limits(streams=2, waiting=2))
    gate, done = Gate(), threading.Event()
    worker.add(gate)
    assert gate.entered.wait(60)
    worker.add(Chunks(Doubling(), 1, [1], on_end=done.set))
    with pytest.raises(BusyError, match="busy with 2 requests"):
        worker.add(Chunks(Doubling(), 2, [1]))
    gate.opened.set()
    assert done.wait(60)
    again = threading.Event()
    while True:  # the worker forgets a stream just after its end
        try:
            worker.add(Chunks(Doubling(), 3, [1], on_end=again.set))
            break
        except BusyError:
            continue
    assert again.wait(60)
    worker.close()


def test_streams_that_wait_for_their_first_chunk_have_a_limit_of_their_own(flags):
    worker = TickWorker("test", flags, limits=Limits(streams=9, waiting=1))
    gate = Gate()
    worker.add(gate)
    assert gate.entered.wait(60)
    with pytest.raises(BusyError):
        worker.add(Chunks(Doubling(), 2, [1]))
    gate.opened.set()
    worker.close()


class Spoken(Chunks):
    """A stream that remembers which thread made each of its chunks."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.threads = []

    def accept(self, results, took_s):
        self.threads.append(threading.current_thread())
        return super().accept(results, took_s)


def test_first_speech_of_a_stream_that_is_alone_is_there_when_it_was_added(flags):
    worker, left = TickWorker("test", flags), threading.Event()
    stream = Spoken(Doubling(), 1, [1, 2, 3], on_end=left.set)
    worker.add(stream, here=True)
    assert stream.threads[0] is threading.current_thread()
    assert left.wait(60)
    assert threading.current_thread() not in stream.threads[1:]
    worker.close()


def test_stream_beside_another_is_left_to_the_worker(serve):
    left, gate = threading.Event(), Gate()
    beside = Spoken(Doubling(), 2, [1], on_end=left.set)
    worker = serve([])
    worker.add(gate)
    assert gate.entered.wait(60)
    worker.add(beside, here=True)
    assert not beside.threads
    gate.opened.set()
    assert left.wait(60)
    assert beside.threads != [threading.current_thread()]
