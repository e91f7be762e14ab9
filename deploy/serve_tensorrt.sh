#!/bin/bash
# NVIDIA's tritonserver on private Unix sockets, and before it the gateway, which asks for a key on port 8001.
set -euo pipefail
sockets=/tmp/timbre
umask 077

# A plan fits one card, one TensorRT and the graph that it was built of. When any of them is another one than at the
# start before, or that start was cut short, /model is made anew.
origin=$(
  cd /opt/tensorrt
  find . -type f -exec sha256sum {} + | sort
  echo "Triton ${NVIDIA_TRITON_SERVER_VERSION:-unknown}"
  nvidia-smi --query-gpu=name --format=csv,noheader || echo "no card"
)
if [ "$origin" != "$(cat /model/origin 2>/dev/null)" ]; then
  rm -rf /model/origin /model/triton_repo /model/onnx
  cp -r /opt/tensorrt/. /model/
  bash /model/build_plans.sh
  echo "$origin" > /model/origin
fi

mkdir -p "$TIMBRE_SERVER_SCRATCH" "$sockets"
rm -f "$sockets/grpc:1" "$sockets/metrics"
stopped=
trap 'stopped=yes' TERM INT
# All models are loaded at start, so there is no keeper to ask for more.
python3 -m timbre_app.gateway "{
  \"upstream\": \"unix:$sockets/grpc:1\", \"control\": \"$sockets/control\", \"metrics\": \"$sockets/metrics\",
  \"host\": \"0.0.0.0\", \"port\": 8001, \"metrics_port\": 8002, \"key_file\": \"${TIMBRE_KEY_FILE:-/run/secrets/keys}\"
}" &
gateway=$!
tritonserver --model-repository=/model/triton_repo --disable-auto-complete-config \
  --exit-on-error=false --strict-readiness=true --exit-timeout-secs=5 --allow-http=false \
  --grpc-address="unix:$sockets/grpc" --grpc-port=1 --metrics-address="unix:$sockets/metrics" &
server=$!

# When one of the two ends, the other one ends too, and the container is started again.
while [ -z "$stopped" ] && kill -0 "$gateway" 2>/dev/null && kill -0 "$server" 2>/dev/null; do sleep 1; done
kill "$gateway" "$server" 2>/dev/null || true
wait
[ -n "$stopped" ]
