"""`timbre-train hifigan`: train the vocoder on a pack."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import distributed

from timbre import files
from timbre.models.hifigan import HifiganConfig, HifiganGenerator
from timbre_finetune.corpus.packs import Pack
from timbre_finetune.corpus.prepare import parse_weights
from timbre_finetune.corpus.vocoder_data import VocoderData
from timbre_finetune.train.generator_weights import begin_with, load_generator
from timbre_finetune.train.predicted_mels import PREDICTED_FILE
from timbre_finetune.train.training import Budget, add_budget_arguments, add_config_argument, join_processes
from timbre_finetune.train.vocoder_trainer import HifiganTrainer, Recipe

CONTEXT_FRAMES = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train hifigan`."""
    parser.add_argument("--pack", type=Path, required=True, help="folder that `timbre-train prepare` wrote")
    each = " (default: %(default)s)"
    default = Recipe()
    parser.add_argument("--batch", type=int, default=default.batch, help="segments a step and process" + each)
    parser.add_argument(
        "--warmup-steps", type=int, default=default.warmup_steps, help="steps of the generator alone" + each
    )
    parser.add_argument(
        "--validate-every", type=int, default=default.validate_every, help="steps between validations" + each
    )
    parser.add_argument(
        "--save-minutes", type=float, default=default.save_minutes, help="minutes between checkpoints" + each
    )
    parser.add_argument(
        "--judge-channels",
        type=int,
        default=default.judge_channels,
        help="width of the discriminators" + each,
    )
    add_config_argument(parser, '{"channels": 256}')
    parser.add_argument("--init", type=Path, help="weights to begin with; layers of other sizes start afresh")
    parser.add_argument("--synthetic", type=float, default=0.2, help="weight of synthetic speech" + each)
    parser.add_argument(
        "--weight",
        action="append",
        default=[],
        metavar="CORPUS=W",
        help="show a corpus W times as often, such as one with a full band",
    )
    parser.add_argument(
        "--predicted",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="share of segments with predicted mels (`timbre-train predict` first)",
    )
    parser.add_argument("--compile", action="store_true", help="compile the networks with torch.compile")
    parser.add_argument("--cuda-graph", action="store_true", help="run a step as one CUDA graph")
    add_budget_arguments(parser, steps=400_000)


def run(args: argparse.Namespace) -> int:
    """Train the vocoder."""
    processes = join_processes()
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(args.seed)
    files.make_folder(args.out)
    config = HifiganConfig.from_dict(HifiganConfig().to_dict() | args.config)
    generator = HifiganGenerator(config)
    if args.init is not None:
        generator = begin_with(load_generator(args.init), config)
    pack = Pack.load(args.pack).weighted(parse_weights(args.weight))
    lookahead = config.lookahead_frames
    data = VocoderData(pack, processes.device, CONTEXT_FRAMES, lookahead, args.synthetic)
    if args.predicted:
        data.load_predicted(args.pack / PREDICTED_FILE, args.predicted)
    generator = generator.to(processes.device)
    budget = Budget(args.steps, args.minutes, processes=processes)
    recipe = Recipe(
        args.batch,
        Recipe().frames,
        args.warmup_steps,
        args.validate_every,
        args.save_minutes,
        args.judge_channels,
        args.cuda_graph,
    )
    trainer = HifiganTrainer(generator, data, budget, args.out, processes, recipe)
    trainer.resume()
    if args.compile:
        trainer.compile()
    trainer.train(args.seed)
    if processes.world > 1:
        distributed.destroy_process_group()
    return 0
