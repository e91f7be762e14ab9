"""What is in deploy/ against schemas, and against each other."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

import kubernetes_validate
import pytest
import yaml

from tests.helpers.certificates import make_certificate
from timbre.serving.metrics import FAMILIES
from timbre_app.cli import serve
from timbre_app.gateway.config import GatewayConfig

DEPLOY = Path(__file__).parents[2] / "deploy"
PROGRAMS = Path(sys.executable).parent
KUBERNETES = "1.31"
MANIFESTS = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
NOT_MANIFESTS = {"kustomization.yaml", "adapter-rules.yaml"}


def documents():
    for path in MANIFESTS:
        if path.name not in NOT_MANIFESTS:
            yield from yaml.safe_load_all(path.read_text())


def only(kind):
    (found,) = [document for document in documents() if document["kind"] == kind]
    return found


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


@pytest.mark.parametrize("document", list(documents()), ids=lambda d: d["kind"])
def test_manifest_fits_the_schema(document):
    kubernetes_validate.validate(document, KUBERNETES, strict=True)


def test_schema_refuses_what_is_wrong():
    broken = only("Deployment")
    broken["spec"]["template"]["spec"]["containers"][0]["resourcez"] = {}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(broken, KUBERNETES, strict=True)


def test_kustomization_names_every_manifest():
    named = yaml.safe_load((DEPLOY / "kubernetes" / "kustomization.yaml").read_text())["resources"]
    assert sorted([*named, *NOT_MANIFESTS]) == [path.name for path in MANIFESTS]


def test_deployment_runs_with_little_power_and_bounded():
    pod = only("Deployment")["spec"]["template"]["spec"]
    (server,) = pod["containers"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert server["securityContext"]["readOnlyRootFilesystem"] is True
    assert server["securityContext"]["allowPrivilegeEscalation"] is False
    assert set(server["resources"]["limits"]) == {"cpu", "memory"}
    assert {"startupProbe", "readinessProbe", "livenessProbe"} <= set(server)
    mounted = {mount["mountPath"] for mount in server["volumeMounts"]}
    assert mounted == {"/data", "/tmp", "/dev/shm", "/run/secrets/timbre"}
    assert {m["name"] for m in server["volumeMounts"]} == {volume["name"] for volume in pod["volumes"]}


def test_parts_point_at_each_other():
    labels = only("Deployment")["spec"]["template"]["metadata"]["labels"]
    assert only("Service")["spec"]["selector"] == labels
    assert only("PodDisruptionBudget")["spec"]["selector"]["matchLabels"] == labels
    assert only("NetworkPolicy")["spec"]["podSelector"]["matchLabels"] == labels
    (server,) = only("Deployment")["spec"]["template"]["spec"]["containers"]
    ports = {port["name"]: port["containerPort"] for port in server["ports"]}
    for port in only("Service")["spec"]["ports"]:
        assert ports[port["targetPort"]] == port["port"]
    target = only("HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]
    assert (target["kind"], target["name"]) == ("Deployment", only("Deployment")["metadata"]["name"])


def test_keys_come_from_a_secret_and_probes_need_none():
    pod = only("Deployment")["spec"]["template"]["spec"]
    (server,) = pod["containers"]
    (keys,) = [volume["secret"] for volume in pod["volumes"] if "secret" in volume]
    (mount,) = [mount for mount in server["volumeMounts"] if mount["mountPath"].startswith("/run/secrets")]
    assert keys["defaultMode"] == 0o440
    assert mount["readOnly"] is True
    assert server["args"][server["args"].index("--key-file") + 1] == f"{mount['mountPath']}/keys"
    kustomization = yaml.safe_load((DEPLOY / "kubernetes" / "kustomization.yaml").read_text())
    assert kustomization["secretGenerator"] == [{"name": keys["secretName"], "files": ["keys"]}]
    port = next(port["containerPort"] for port in server["ports"] if port["name"] == "grpc")
    for probe in "startupProbe", "readinessProbe", "livenessProbe":
        assert server[probe]["grpc"] == {"port": port}


def test_servers_are_started_with_options_that_exist(compose):
    (server,) = only("Deployment")["spec"]["template"]["spec"]["containers"]
    image = re.search(r"^CMD (.*)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    for arguments in server["args"], compose["services"]["server"]["command"], json.loads(image[1]):
        parser = argparse.ArgumentParser()
        serve.add_arguments(parser)
        assert parser.parse_args(arguments).grpc_port == 8001


def test_compose_lets_nobody_reach_the_servers_but_the_balancer(compose):
    assert compose["networks"]["back"]["internal"] is True
    assert compose["services"]["server"]["networks"] == ["back"]
    assert "ports" not in compose["services"]["server"]
    for name, place in compose["secrets"].items():
        assert (DEPLOY / place["file"]).resolve().is_relative_to(DEPLOY / "secrets"), (
            name
        )  # which git ignores
    for service in compose["services"].values():
        assert set(service.get("secrets", ())) <= set(compose["secrets"])


def test_autoscaler_uses_metrics_that_the_adapter_makes():
    rules = yaml.safe_load((DEPLOY / "kubernetes" / "adapter-rules.yaml").read_text())["rules"]["custom"]
    wanted = {
        metric["pods"]["metric"]["name"] for metric in only("HorizontalPodAutoscaler")["spec"]["metrics"]
    }
    assert wanted == {rule["name"]["as"] for rule in rules}
    assert any("nv_inference_queue_duration_us" in rule["metricsQuery"] for rule in rules)


def test_compose_fits_the_specification(tmp_path):
    for file in "compose.yaml", "compose.gpu.yaml":
        assert compose_errors(DEPLOY / file) == ""
    broken = tmp_path / "compose.yaml"
    broken.write_text((DEPLOY / "compose.yaml").read_text().replace("read_only:", "readonly:"))
    assert "'readonly' was unexpected" in compose_errors(broken)


def compose_errors(file: Path) -> str:
    """What the Compose Specification's schema finds wrong in a file."""
    command = [PROGRAMS / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode else ""


def test_compose_gives_its_services_little_power(compose):
    for service in ("server", "balancer"):
        assert compose["services"][service]["read_only"] is True
        assert compose["services"][service]["cap_drop"] == ["ALL"]
        assert compose["services"][service]["deploy"]["resources"]["limits"]
    for service in compose["services"].values():
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))
        assert all(volume.endswith(":ro") for volume in service.get("volumes", ()))


def test_server_of_compose_may_load_the_libraries_that_it_keeps_in_its_data(compose):
    """Docker mounts a tmpfs with noexec unless told otherwise; the server's backend lies in /data/cache."""
    (data,) = [m for m in compose["services"]["server"]["tmpfs"] if m.startswith("/data:")]
    assert "exec" in data.partition(":")[2].split(",")


def test_with_a_card_the_server_keeps_what_it_compiles(compose):
    """A new volume gets its owner from the image's folder at the same place, which must be the image's user's."""
    with_card = yaml.safe_load((DEPLOY / "compose.gpu.yaml").read_text())
    assert set(with_card["services"]) <= set(compose["services"])
    (volume,) = with_card["services"]["server"]["volumes"]
    name, _, place = volume.partition(":")
    assert name in with_card["volumes"]
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    assert f"TIMBRE_CACHE={place}" in dockerfile
    assert f"mkdir -p {place} && chown -R timbre /data" in dockerfile


@pytest.mark.parametrize("name", ["Dockerfile", "Dockerfile.tensorrt"])
def test_linter_finds_nothing_in_dockerfile(name):
    done = subprocess.run([PROGRAMS / "hadolint", DEPLOY / name], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_linter_finds_what_is_wrong(tmp_path):
    broken = tmp_path / "Dockerfile"
    broken.write_text("FROM debian\nRUN cd /opt && pip install numpy\n")
    done = subprocess.run([PROGRAMS / "hadolint", broken], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "DL3006" in done.stdout


@pytest.mark.parametrize("name", ["Dockerfile", "Dockerfile.tensorrt"])
def test_images_install_what_serving_takes_and_copy_what_exists(name):
    text = (DEPLOY / name).read_text()
    assert "-e '.[serve,transcribe]'" in text
    for line in re.findall(r"^COPY (.*) \S+$", text, re.MULTILINE):
        assert all((DEPLOY.parent / place).exists() for place in line.split() if place != "out/tensorrt")
    pinned = set((DEPLOY.parent / "requirements-nodeps.txt").read_text().splitlines())
    for line in re.findall(r"--no-deps ((?:\S+==\S+ ?)+)", text):
        assert set(line.split()) <= pinned


def test_image_gets_tensorrt_for_rtx_where_it_is_wished_for(tmp_path):
    line = re.search(r"^ARG RTX=\nRUN (.*)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)[1]
    (tmp_path / "pip").write_text('#!/bin/sh\necho "$@"\n')
    (tmp_path / "pip").chmod(0o755)

    def installs(rtx):
        environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "RTX": rtx}
        return subprocess.run(
            ["sh", "-c", line], env=environment, capture_output=True, text=True, check=True
        ).stdout

    assert (installs(""), installs("1")) == ("", "install -c constraints.txt -e .[rtx]\n")
    assert "--build-arg RTX=1" in (DEPLOY / "README.md").read_text()


def test_image_has_the_compiler_that_compiled_networks_need():
    packages = re.search(
        r"apt-get install -y --no-install-recommends ([^&]*)", (DEPLOY / "Dockerfile").read_text()
    )
    assert {"gcc", "libc6-dev"} <= set(packages[1].split())


def test_compose_mounts_files_that_exist(compose):
    for service in compose["services"].values():
        for volume in service.get("volumes", ()):
            assert (DEPLOY / volume.split(":")[0]).exists()
        if "build" in service:
            assert (DEPLOY.parent / service["build"]["dockerfile"]).is_file()


def test_dashboard_asks_for_metrics_that_exist():
    dashboard = json.loads((DEPLOY / "grafana" / "timbre.json").read_text())
    text = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    names = {re.sub(r"_(bucket|sum|count)$", "", name) for name in re.findall(r"\btimbre_\w+", text)}
    assert names == set(FAMILIES)
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])


def test_balancer_understands_its_configuration(tmp_path):
    certificate, private_key = make_certificate(tmp_path)
    pair = tmp_path / "balancer.pem"
    pair.write_text(Path(certificate).read_text() + Path(private_key).read_text())
    file = tmp_path / "haproxy.cfg"
    file.write_text((DEPLOY / "haproxy.cfg").read_text().replace("/run/secrets/balancer", str(pair)))
    check = subprocess.run(["haproxy", "-c", "-f", file], capture_output=True, text=True, check=False)
    assert check.returncode == 0, check.stderr


def test_gateway_of_the_tensorrt_container_has_a_configuration_that_it_understands():
    script = (DEPLOY / "serve_tensorrt.sh").read_text()
    text = re.search(r'gateway "(\{.*?\n\})"', script, re.DOTALL)[1].replace('\\"', '"')
    config = GatewayConfig.from_json(
        text.replace("${TIMBRE_KEY_FILE:-/run/secrets/keys}", "/run/secrets/keys")
    )
    assert (config.port, config.metrics_port, config.key_file) == (8001, 8002, "/run/secrets/keys")
    assert "--allow-http=false" in script
