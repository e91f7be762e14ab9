"""`timbre-train export`: writes the base model's folder from the trainers' checkpoints."""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save
from torch import Tensor

from timbre import files, paths
from timbre.mel import MelSpec
from timbre.models.aligner import Aligner, AlignerConfig
from timbre.models.fastpitch import FastPitch, FastPitchConfig
from timbre.models.graphs import DecoderGraph, EncoderGraph, VariationGraph, VocoderGraph
from timbre.models.hifigan import HifiganGenerator
from timbre.models.prosody import VALUES, ProsodyFlow
from timbre.speech.variation import NETWORK as VARIATION
from timbre.text import Frontend
from timbre.text.symbols import symbols_hash
from timbre.voice import PROSODY_VOICE
from timbre_finetune.export.int8_graph import SENTENCES, write_int8
from timbre_finetune.export.onnx_export import export_graph, share_weights
from timbre_finetune.train.generator_weights import average_of, sizes_of
from timbre_finetune.train.prosody.trainer import load_prosody

PEOPLES_SPREAD = 0.85
"""Spread of the phonemes' pitch inside people's sentences, in standard deviations of the same person's frames."""
LEAST_MELODY, MOST_MELODY = 0.7, 2.2
"""Limits of a speaker's melody: beyond them its pitch statistics must hold wrong octaves."""


def _save_half(weights: dict[str, Tensor], path: Path, metadata: dict[str, str] | None = None) -> None:
    """Write weights as fp16; safetensors aligns each to the size of its values."""
    halves = {k: v.detach().cpu().half().contiguous() for k, v in weights.items()}
    files.write(path, save(halves, metadata))


def export_fastpitch(network: FastPitch, folder: Path) -> None:
    """Write fastpitch.safetensors and the graphs of encoder, decoder and other readings; it must have its prosody."""
    network = network.cpu().float().eval()
    weights = folder / "fastpitch.safetensors"
    _save_half(network.state_dict(), weights)
    config, graph = network.config, EncoderGraph(network)
    voice = network.voice_tensors(network.speakers.weight[:1].detach(), torch.tensor([[5.0, 0.2]]))
    encoder_inputs = {
        "phonemes": torch.ones(1, 7, dtype=torch.int64),
        "lens": torch.tensor([7]),
        "speaker_embedding": voice.speaker_embedding,
        "encoder_style": voice.encoder_style.detach(),
        "pitch_stats": voice.pitch_stats,
        "prosody_voice": torch.zeros(1, prosody_of(network).voice_size),
        "melody": torch.ones(1, 1),
        "dynamics": torch.ones(1, 1),
        "pauses": torch.ones(1, 1),
        "pitch_shift": torch.zeros(1, 7),
        "energy_shift": torch.zeros(1, 7),
    }
    text = {0: "batch", 1: "phonemes"}
    axes: dict[str, dict[int, str]] = {name: {0: "batch"} for name in encoder_inputs}
    axes |= dict.fromkeys(("phonemes", "pitch_shift", "energy_shift", *EncoderGraph.OUTPUTS), text)
    path = folder / "fastpitch_encoder.onnx"
    export_graph(graph, encoder_inputs, EncoderGraph.OUTPUTS, axes, path)
    share_weights(path, weights, "network.")
    _export_variation(prosody_of(network), folder, weights)
    decoder_inputs = {
        "frames": torch.zeros(1, 9, config.frame_channels),
        "decoder_style": voice.decoder_style.detach(),
        "adapter_down": voice.adapter_down.detach(),
        "adapter_up": voice.adapter_up.detach(),
        "state": torch.zeros(1, config.state_size),
    }
    axes = {name: {0: "batch"} for name in (*decoder_inputs, "next_state")}
    axes |= {"frames": {0: "batch", 1: "frames"}, "mel": {0: "batch", 2: "frames"}}
    path = folder / "fastpitch_decoder.onnx"
    export_graph(DecoderGraph(network), decoder_inputs, DecoderGraph.OUTPUTS, axes, path)
    share_weights(path, weights, "")


def _export_variation(flow: ProsodyFlow, folder: Path, weights: Path) -> None:
    """Write the graph of other readings."""
    inputs = {
        "phonemes": torch.ones(1, 7, dtype=torch.int64),
        "lens": torch.tensor([7]),
        PROSODY_VOICE: torch.zeros(1, flow.voice_size),
        "noise": torch.zeros(1, 7, VALUES),
    }
    axes: dict[str, dict[int, str]] = {name: {0: "batch"} for name in inputs}
    text = {0: "batch", 1: "phonemes"}
    axes |= dict.fromkeys(("phonemes", "noise", *VariationGraph.OUTPUTS), text)
    path = folder / f"{VARIATION}.onnx"
    export_graph(VariationGraph(flow), inputs, VariationGraph.OUTPUTS, axes, path)
    share_weights(path, weights, "")


def export_hifigan(generator: HifiganGenerator, folder: Path) -> None:
    """Write hifigan.safetensors and its graph; the generator must be without weight norm."""
    generator = generator.cpu().float().eval()
    weights = folder / "hifigan.safetensors"
    _save_half(generator.state_dict(), weights, sizes_of(generator.config))
    inputs = {"mel": torch.zeros(1, generator.config.n_mels, 9), "state": generator.initial_state(1)}
    axes = {"mel": {0: "batch", 2: "frames"}, "waveform": {0: "batch", 1: "samples"}}
    axes |= {"state": {0: "batch"}, "next_state": {0: "batch"}}
    path = folder / "hifigan.onnx"
    export_graph(VocoderGraph(generator), inputs, VocoderGraph.OUTPUTS, axes, path)
    share_weights(path, weights, "generator.")


def export_base(
    fastpitch: FastPitch,
    generator: HifiganGenerator,
    aligner: Aligner,
    speakers: Sequence[Mapping[str, Any]],
    centroids: Tensor,
    folder: Path,
) -> None:
    """Write a base model's folder.

    Args:
        fastpitch: The acoustic model, with its prosody.
        generator: The vocoder, without weight norm.
        aligner: The aligner.
        speakers: Name, log_hz_mean and log_hz_std of each row of the speaker table.
        centroids: Their mean speaker embeddings (resemblyzer), (n_speakers, 256).
        folder: Folder to write into.
    """
    prosody = prosody_of(fastpitch)
    files.make_folder(folder)
    export_fastpitch(fastpitch, folder)
    export_hifigan(generator, folder)
    _save_half(aligner.state_dict(), folder / "aligner.safetensors")
    write_speakers(prosody, speakers, centroids, folder)
    # Voices depend on the acoustic model alone: they stay valid when the vocoder is replaced by a better one.
    digest = hashlib.sha256((folder / "fastpitch.safetensors").read_bytes()).hexdigest()
    config = {
        "id": digest[:16],
        "symbols": symbols_hash(),
        "mel": MelSpec().to_dict(),
        "fastpitch": fastpitch.config.to_dict(),
        "fastpitch_state": fastpitch.config.state_size,
        PROSODY_VOICE: prosody.voice_size,
        "hifigan": generator.config.to_dict(),
        "hifigan_state": int(generator.initial_state(1).shape[1]),
        "hifigan_delay": generator.delay_frames,
        "aligner": aligner.config.to_dict(),
    }
    files.write(folder / "config.json", json.dumps(config, indent=1) + "\n")


def prosody_of(network: FastPitch) -> ProsodyFlow:
    """An acoustic model's prosody.

    Raises:
        ValueError: if it has none yet.
    """
    if network.prosody is None:
        raise ValueError("the acoustic model has no prosody: train one with `timbre-train prosody`")
    return network.prosody


def with_speakers(network: FastPitch, rows: Sequence[int]) -> FastPitch:
    """An acoustic model with only some rows of its table of speakers; the others were there to be learned from only."""
    weights = network.state_dict()
    weights["speakers.weight"] = weights["speakers.weight"][list(rows)]
    smaller = FastPitch(replace(network.config, n_speakers=len(rows)))
    smaller.load_state_dict(weights)
    return smaller


def with_prosody(network: FastPitch, prosody: ProsodyFlow) -> FastPitch:
    """An acoustic model together with a prosody that was trained apart."""
    whole = FastPitch(replace(network.config, prosody=prosody.config.to_dict()))
    prefixed = {f"prosody.{name}": weight for name, weight in prosody.state_dict().items()}
    whole.load_state_dict({**network.state_dict(), **prefixed})
    return whole.eval()


@torch.no_grad()
def write_speakers(
    prosody: ProsodyFlow, speakers: Sequence[Mapping[str, Any]], centroids: Tensor, folder: Path
) -> None:
    """Write speakers.json (names, pitch, melody) and speakers.safetensors (centroids, prosody).

    Args:
        prosody: The prosody network.
        speakers: See export_base.
        centroids: See export_base.
        folder: The base model's folder.
    """
    habits = prosody.habit_centre.repeat(len(speakers), 1)
    habits[:, :2] = torch.tensor([(s["log_hz_mean"], s["log_hz_std"]) for s in speakers])
    voices = prosody.voice(centroids, habits)
    condition = voices[:, : prosody.config.condition_channels]
    _save_half({"centroids": centroids, PROSODY_VOICE: condition}, folder / "speakers.safetensors")
    melodies = usual_melodies(prosody, voices)
    rows = [{**s, "melody": melody} for s, melody in zip(speakers, melodies, strict=True)]
    files.write(folder / "speakers.json", json.dumps(rows, indent=0) + "\n")


def usual_melodies(prosody: ProsodyFlow, voices: Tensor) -> list[float]:
    """Factors of the melody (timbre.voice.Delivery) with which voices, (B, P), read as lively as people do."""
    spreads: list[Tensor] = []
    for sentence in Frontend().sentences(" ".join(SENTENCES)):
        ids = torch.from_numpy(sentence.ids)[None].expand(len(voices), -1)
        context = prosody.encode(ids, torch.full((len(voices),), ids.shape[1]), voices)
        spreads.append(prosody.reading(prosody.mean(context), context).pitch.std(1))
    factors = PEOPLES_SPREAD / torch.stack(spreads).mean(0)
    return [round(float(factor), 3) for factor in factors.clamp(LEAST_MELODY, MOST_MELODY)]


def _read(path: Path) -> dict[str, Any]:
    return torch.load(path, map_location="cpu", weights_only=True)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train export`."""
    parser.add_argument(
        "--target",
        choices=("base", "int8", "tensorrt"),
        default="base",
        help="a base model's folder, its graphs in int8 alone (--out names the folder), or the model repository for "
        "NVIDIA's Triton container",
    )
    parser.add_argument("--speakers", type=Path, help="index.json of the pack trained on")
    parser.add_argument("--manifest", type=Path, help="the manifest that the pack was made from")
    parser.add_argument("--root", type=Path, help="folder of the manifest's recordings")
    parser.add_argument("--fastpitch", type=Path, help="fastpitch.pt")
    parser.add_argument("--aligner", type=Path, help="aligner.pt")
    parser.add_argument("--prosody", type=Path, help="prosody.safetensors, with config.json beside it")
    parser.add_argument(
        "--hifigan", type=Path, nargs="+", help="the vocoder's weights, safetensors; the mean of several"
    )
    parser.add_argument(
        "--base", type=Path, help="of `--target tensorrt`: the base model (default: Timbre's)"
    )
    parser.add_argument(
        "--repository", type=Path, help="of `--target tensorrt`: the models to copy (default: Timbre's)"
    )
    parser.add_argument("--out", type=Path, required=True, help="the folder to write")


_NEEDED = ("speakers", "manifest", "root", "fastpitch", "aligner", "prosody", "hifigan")


def run(args: argparse.Namespace) -> int:
    """Write what the target asks for."""
    if args.target == "tensorrt":
        from timbre_finetune.export.tensorrt_export import export_tensorrt

        sources = Path(__file__).resolve().parents[3] / "triton_repo"
        export_tensorrt(args.base or paths.base_dir(), args.repository or sources, args.out)
        return 0
    if args.target == "int8":
        write_int8(args.out)
        return 0
    missing = [f"--{name}" for name in _NEEDED if getattr(args, name) is None]
    if missing:
        raise ValueError(f"a base model cannot be written without {', '.join(missing)}")
    return _run_base(args)


def _run_base(args: argparse.Namespace) -> int:
    """Write the base model's folder."""
    from timbre_finetune.corpus.embeddings import manifest_centroids

    checkpoint, aligner_checkpoint = _read(args.fastpitch), _read(args.aligner)
    fastpitch = FastPitch(FastPitchConfig(**checkpoint["config"]))
    fastpitch.load_state_dict(checkpoint["averaged"])
    if fastpitch.reference_in is not None:
        # The embedding computed from a speaker's reference is added to the speaker's row of the table.
        fastpitch.speakers.weight.data += fastpitch.embed_reference(checkpoint["references"].float()).detach()
    index = json.loads(args.speakers.read_text())
    rows = [i for i, name in enumerate(index["speakers"]) if name not in index["unlisted"]]
    names = [index["speakers"][i] for i in rows]
    fastpitch = with_prosody(with_speakers(fastpitch, rows), load_prosody(args.prosody))
    aligner = Aligner(AlignerConfig(**aligner_checkpoint["config"]))
    aligner.load_state_dict(aligner_checkpoint["aligner"])
    speakers = [
        {"name": name, "log_hz_mean": round(float(mean), 5), "log_hz_std": round(float(std), 5)}
        for name, (mean, std) in zip(names, checkpoint["pitch_stats"][rows], strict=True)
    ]
    centroids = manifest_centroids(args.manifest, args.root, names)
    export_base(fastpitch, average_of(args.hifigan), aligner, speakers, centroids, args.out)
    write_int8(args.out)
    return 0
