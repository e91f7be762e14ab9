import pytest
import torch

from timbre.models.prosody import HABITS, VALUES, Prosody, ProsodyConfig, ProsodyFlow, flow_loss

CONFIG = ProsodyConfig(20, 32, 32, 1, 32, 32, 1, 16, 16, reference_channels=8)


@pytest.fixture
def flow():
    torch.manual_seed(0)
    network = ProsodyFlow(CONFIG).eval()
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.2)
    return network


def ask(flow, phonemes, lens, noise, steps=2):
    b = len(lens)
    context = flow.encode(phonemes, lens, flow.voice(torch.ones(b, 8), torch.zeros(b, len(HABITS))))
    with torch.no_grad():
        return flow.draw(context, noise, steps)


def test_a_reading_has_three_values_for_each_phoneme_and_none_at_padding(flow):
    phonemes = torch.randint(1, 20, (2, 7))
    lens = torch.tensor([7, 4])
    said = ask(flow, phonemes, lens, torch.randn(2, 7, VALUES))
    assert isinstance(said, Prosody)
    for values in said:
        assert values.shape == (2, 7)
        assert values[0].ne(0).all()
        assert values[1, 4:].eq(0).all()


def test_padding_changes_nothing(flow):
    phonemes, noise = torch.randint(1, 20, (2, 9)), torch.randn(2, 9, VALUES)
    lens = torch.tensor([9, 5])
    both = ask(flow, phonemes, lens, noise)
    alone = ask(flow, phonemes[1:, :5], lens[1:], noise[1:, :5])
    for together, single in zip(both, alone, strict=True):
        torch.testing.assert_close(together[1:, :5], single, atol=1e-5, rtol=0)


def test_the_same_noise_gives_the_same_reading_and_other_noise_another(flow):
    phonemes, lens = torch.randint(1, 20, (1, 6)), torch.tensor([6])
    noise = torch.randn(1, 6, VALUES)
    first, again = ask(flow, phonemes, lens, noise), ask(flow, phonemes, lens, noise)
    other = ask(flow, phonemes, lens, noise + 1)
    assert torch.equal(first.pitch, again.pitch)
    assert not torch.allclose(first.pitch, other.pitch)


def test_values_are_in_the_units_of_centre_and_scale(flow):
    phonemes, lens, noise = torch.randint(1, 20, (1, 6)), torch.tensor([6]), torch.randn(1, 6, VALUES)
    before = torch.stack(ask(flow, phonemes, lens, noise), -1)
    flow.centre += 3.0
    flow.scale *= 2.0
    after = torch.stack(ask(flow, phonemes, lens, noise), -1)
    torch.testing.assert_close(after, before * 2 + 3)
    torch.testing.assert_close(
        flow.normalised(Prosody(*after.unbind(-1)), phonemes), before, atol=1e-5, rtol=1e-5
    )


def test_the_loss_is_none_for_a_field_that_is_right(flow):
    phonemes, lens = torch.randint(1, 20, (1, 6)), torch.tensor([6])
    context = flow.encode(phonemes, lens, flow.voice(torch.ones(1, 8), torch.zeros(1, len(HABITS))))
    reading, noise, time = torch.randn(1, 6, VALUES), torch.randn(1, 6, VALUES), torch.tensor([0.3])
    flow.velocity = lambda values, time, context: reading - noise
    assert flow_loss(flow, reading, context, noise, time).max() == 0


def test_sizes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="whole heads"):
        ProsodyConfig(20, channels=100, head_channels=32)
