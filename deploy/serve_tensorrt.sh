#!/bin/sh
# NVIDIA's tritonserver on private Unix sockets, and before it the gateway, which asks for a key on port 8001.
set -eu
sockets=/tmp/timbre
umask 077
cp -r --update=none /opt/tensorrt/. /model
[ -f /model/triton_repo/hifigan_generator/1/model.plan ] || /model/build_plans.sh
mkdir -p "$TIMBRE_SERVER_SCRATCH" "$sockets"
rm -f "$sockets/grpc:1" "$sockets/metrics"
# All models are loaded at start, so there is no keeper to ask for more.
python3 -m timbre_app.gateway "{
  \"upstream\": \"unix:$sockets/grpc:1\", \"control\": \"$sockets/control\", \"metrics\": \"$sockets/metrics\",
  \"host\": \"0.0.0.0\", \"port\": 8001, \"metrics_port\": 8002, \"key_file\": \"${TIMBRE_KEY_FILE:-/run/secrets/keys}\"
}" &
exec tritonserver --model-repository=/model/triton_repo --exit-on-error=false --strict-readiness=true \
  --allow-http=false --grpc-address="unix:$sockets/grpc" --grpc-port=1 --metrics-address="unix:$sockets/metrics"
