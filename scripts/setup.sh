#!/usr/bin/env bash
# Sets Timbre up in .venv: `scripts/setup.sh run` for the program, `dev` for its tests too, `serve` without the window.
# A second call with nothing changed returns at once.
set -euo pipefail
cd "$(dirname "$0")/.."

kind=${1:-run}
venv=.venv
say() { printf '%s\n' "$*" >&2; }
fail() { say "setup: $*"; exit 1; }

fingerprint=$(cat pyproject.toml requirements-nodeps.txt constraints.txt "$0" | sha256sum | cut -c1-16)
pip() { "$venv/bin/python" -m pip --disable-pip-version-check "$@"; }

# GeForce and RTX cards of series 30, 40 and 50, as timbre.engines.card names them. The driver alone is asked: by its
# program, which lists all cards, or where that is missing by its library.
capabilities() { timeout 20 nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null || python3 -I core/timbre/engines/cuda_probe.py --capability 2>/dev/null; }
has_rtx() { capabilities | grep -Exc '8\.6|8\.9|12\.[01]' >/dev/null; }
rtx_stamp="$venv/.timbre-rtx"
install_rtx() { # install_rtx PIP_OPTION …: installs TensorRT where a card wants it; the program speaks without it, too
    { [ "$(cat "$rtx_stamp" 2>/dev/null)" != "$fingerprint $PWD" ] && has_rtx; } || return 0
    local log
    log=$(mktemp)
    say "setup: installing TensorRT for this RTX card"
    if watched "$log" pip install "$@" -e ".[rtx]" -c constraints.txt; then
        printf '%s' "$fingerprint $PWD" >"$rtx_stamp"
    else
        grep -E '^ERROR' "$log" | tail -n 1 >&2 || tail -n 1 "$log" >&2
        say "setup: TensorRT could not be installed, so speech runs on CUDA graphs; the next \`make setup\` tries again"
    fi
    rm -f "$log"
}

LOOK_S=5
show_progress() { # show_progress LOG: renews one line every few seconds: the time so far, and what pip is at
    local began=$SECONDS step
    while sleep "$LOOK_S" && kill -0 $$ 2>/dev/null; do
        step=$(grep -Eo '(Collecting|Downloading|Using cached|Building|Preparing|Installing|Attempting) .*' "$1" | tail -n 1 || true)
        printf '\rsetup: %d:%02d  %s\033[K' $(((SECONDS - began) / 60)) $(((SECONDS - began) % 60)) "${step:0:60}" >&2
    done
}

watched() { # watched LOG COMMAND …: runs the command into the log; shows its progress on a terminal, and nowhere else
    local log=$1 watcher='' status=0
    shift
    if [ -t 2 ]; then show_progress "$log" & watcher=$!; fi
    "$@" >"$log" 2>&1 || status=$?
    if [ -n "$watcher" ]; then
        kill "$watcher" 2>/dev/null || true
        wait "$watcher" 2>/dev/null || true
        printf '\r\033[K' >&2
    fi
    return "$status"
}

stamp="$venv/.timbre-$kind"
if [ -x "$venv/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$fingerprint $PWD" ]; then
    install_rtx --retries 0 --timeout 5 # offline this fails at once
    exit 0
fi

# What the window, the microphone and the server need from the system; wheels bring everything else.
system_packages=(libstdc++6)
[ "$kind" = serve ] || system_packages+=(
    libglib2.0-0 libfontconfig1 fonts-dejavu-core libdbus-1-3 libegl1 libgl1
    libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0
    libxcb-render-util0 libxcb-shape0 libxcb-xinerama0 libxcb-xkb1
    libportaudio2 libasound2-plugins
)
# A display and a sound card without hardware; git for the hooks' tests; who speaks for screen readers; the balancer of
# deploy/.
[ "$kind" = dev ] && system_packages+=(
    xvfb pulseaudio pulseaudio-utils git speech-dispatcher speech-dispatcher-audio-plugins haproxy
)

installed() { # installed PACKAGE: by that name or, since Debian's 64-bit time, with t64 behind it
    local found
    found=$(dpkg-query -W -f='${Status}\n' "$1" "${1}t64" 2>/dev/null || true) # it complains of the one that is not
    grep -q '^install ok installed' <<<"$found"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then echo "env"; elif sudo -n true 2>/dev/null; then echo "sudo -n"; fi
}

apt_updated=
require_packages() { # installs what is missing, or says what to paste
    command -v dpkg-query >/dev/null || return 0 # not Debian or Ubuntu: `timbre doctor` says what is missing
    local missing=() name root
    for name in "$@"; do installed "$name" || missing+=("$name"); done
    [ ${#missing[@]} = 0 ] && return 0
    root=$(as_root)
    [ -n "$root" ] || fail "system packages are missing; paste this, then call again: sudo apt-get install -y ${missing[*]}"
    say "setup: installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    local log
    log=$(mktemp)
    if [ -z "$apt_updated" ]; then
        $root apt-get update -q >"$log" 2>&1 || say "setup: apt-get update failed; trying with the old lists"
        apt_updated=yes
    fi
    if ! $root apt-get install -y -q --no-install-recommends "${missing[@]}" >"$log" 2>&1; then
        tail -n 3 "$log" >&2
        fail "apt-get could not install: ${missing[*]} (all it said: $log)"
    fi
    rm -f "$log"
}

fits() { # fits PYTHON: 3.11 or 3.12, the versions that numpy 1.26 and the server's stubs have in common
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 12))' 2>/dev/null
}

find_python() {
    local name
    for name in ${PYTHON:-} python3 python3.11 python3.12; do
        if command -v "$name" >/dev/null && fits "$name"; then echo "$name"; return; fi
    done
}

python=$(find_python)
if [ -z "$python" ] && command -v apt-get >/dev/null; then
    if [ -z "$(as_root)" ] && ! command -v python3 >/dev/null; then
        require_packages python3 python3-venv "${system_packages[@]}" # says what to paste
    fi
    for name in python3.11 python3.12 python3; do
        if (require_packages "$name" "$name-venv") 2>/dev/null; then python=$(find_python); fi
        [ -n "$python" ] && break
    done
fi
[ -n "$python" ] || fail "Timbre needs Python 3.11 or 3.12; install one and call again with PYTHON=/path/to/python3.11"
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    require_packages "python$version-venv"
fi
# The server's stub process loads libpython, which Debian's own Python does not need and does not bring.
if ! "$python" -c 'import ctypes, os, sys, sysconfig
name = "libpython%d.%d.so.1.0" % sys.version_info[:2]
if not os.path.exists(os.path.join(sysconfig.get_config_var("LIBDIR") or "", name)): ctypes.CDLL(name)' 2>/dev/null; then
    require_packages "libpython$version"
fi
require_packages "${system_packages[@]}"

if ! { [ -x "$venv/bin/python" ] && fits "$venv/bin/python" && "$venv/bin/python" -m pip --version >/dev/null 2>&1; }; then
    say "setup: making $venv with $("$python" --version)"
    rm -rf "$venv"
    "$python" -m venv "$venv"
fi

case $kind in dev | serve) extra="[$kind]" ;; *) extra="[studio]" ;; esac
install_wheels() { pip install -e ".$extra" -c constraints.txt && pip install --no-deps -r requirements-nodeps.txt; }

if compgen -G "$venv/.timbre-*" >/dev/null; then
    say "setup: bringing the wheels in $venv up to date, which takes up to a few minutes"
else
    say "setup: downloading and installing about 2 GB of wheels into $venv: 3 to 15 minutes, only this first time"
fi
log=$(mktemp)
if ! watched "$log" install_wheels; then
    grep -E '^ERROR' "$log" | head -n 3 >&2 || tail -n 3 "$log" >&2
    fail "pip could not install the wheels (all it said: $log)"
fi
rm -f "$log"
install_rtx
[ "$kind" = dev ] && printf '%s' "$fingerprint $PWD" >"$venv/.timbre-run"
printf '%s' "$fingerprint $PWD" >"$stamp"
say "setup: done"
