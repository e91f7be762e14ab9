#!/usr/bin/env bash
# Trains the base model from a pack: scripts/train_base.sh PACK RUN. The vocoder learns beside aligner and FastPitch on
# GPUs of its own, then goes on with FastPitch's mels. Call again with the same folders to go on where it stopped.
#
#   timbre-train prepare --corpus ... --out PACK    before it
#   timbre-train export ... --out assets/base       after it
#
#   ACOUSTIC_GPU=0 VOCODER_GPUS=1   which GPUs; the vocoder may have several, such as 1,2,3
#   ACOUSTIC_MINUTES=10 VOCODER_MINUTES=60
#   ALIGNER_OPTIONS, ACOUSTIC_OPTIONS, VOCODER_OPTIONS   more options of the trainers
set -euo pipefail
set -m # what runs in the background is a process group, and ends as one
[ $# = 2 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }
pack=$1 run=$2
acoustic=${ACOUSTIC_GPU:-0} vocoder=${VOCODER_GPUS:-1}
minutes=${VOCODER_MINUTES:-60}
train="${PYTHON:-python3} -m timbre_finetune.cli"
mkdir -p "$run"

speak() { # speak OPTIONS...: the vocoder, on its GPUs, its learning rate planned for all of its minutes
    local gpus=${vocoder//[^,]/} launch=(${PYTHON:-python3} -m) graph=
    [ -z "$gpus" ] || launch=(${PYTHON:-python3} -m torch.distributed.run --nproc-per-node $((${#gpus} + 1)) -m)
    [ ! -e /dev/nvidia0 ] || graph=--cuda-graph
    CUDA_VISIBLE_DEVICES=$vocoder "${launch[@]}" timbre_finetune.cli hifigan --pack "$pack" --out "$run" \
        --minutes "$minutes" --save-minutes 1 $graph ${VOCODER_OPTIONS:-} "$@" >>"$run/hifigan.log" 2>&1
}

speak & # until there are mels to learn from
speaking=$!
trap 'kill -- -$speaking 2>/dev/null || true' EXIT
CUDA_VISIBLE_DEVICES=$acoustic $train aligner --pack "$pack" --out "$run" ${ALIGNER_OPTIONS:-}
$train embed --pack "$pack"
CUDA_VISIBLE_DEVICES=$acoustic $train fastpitch --pack "$pack" --out "$run" --reference \
    --minutes "${ACOUSTIC_MINUTES:-10}" ${ACOUSTIC_OPTIONS:-}
CUDA_VISIBLE_DEVICES=$acoustic $train predict --pack "$pack" --fastpitch "$run/fastpitch.pt"
kill -- -$speaking 2>/dev/null && wait $speaking || true
speak --predicted 0.3
