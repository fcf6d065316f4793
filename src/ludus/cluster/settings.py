"""The settings of Dask under which a cluster plays: written beside the keys, and looked up in whoever takes part.

allowed-failures      a batch whose worker died is ours to repeat, so that the game is noted as void
no-workers-timeout    a batch whose worker has gone comes back to us instead of waiting for ever in silence
worker-ttl            so does one whose worker has gone silent
work-stealing, worker-saturation    a worker has the batches that we gave it, and nobody else's
daemon                a worker may start processes; games are played in those
http                  nobody is served pages: what they show is open to everyone who can reach the port
"""

from __future__ import annotations

import json
from pathlib import Path

from ludus.cluster.address import TLS

FILE = "dask.yaml"
AUTHORITY, CERTIFICATE, KEY = "authority.pem", "certificate.pem", "key.pem"
ENCRYPTION: dict[str, object] = {"distributed.comm.require-encryption": True}
"""What everybody has, but on this machine's loopback."""
SCHEDULER: dict[str, object] = {
    "distributed.scheduler.allowed-failures": 0,
    "distributed.scheduler.no-workers-timeout": "30s",
    "distributed.scheduler.worker-ttl": "60s",
    "distributed.scheduler.work-stealing": False,
    "distributed.scheduler.worker-saturation": 1.0,
}
OTHERS: dict[str, object] = {
    "distributed.worker.daemon": False,
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}


def list_settings(keys: Path) -> dict[str, object]:
    """List the settings for everybody who takes part, with the keys in this folder."""
    tls: dict[str, object] = {
        "distributed.comm.default-scheme": TLS,
        "distributed.comm.tls.ca-file": str(keys / AUTHORITY),
    }
    for role in ("scheduler", "worker", "client"):
        tls[f"distributed.comm.tls.{role}.cert"] = str(keys / CERTIFICATE)
        tls[f"distributed.comm.tls.{role}.key"] = str(keys / KEY)
    return {**ENCRYPTION, **SCHEDULER, **OTHERS, **tls}


def write_settings(keys: Path) -> str:
    """Write these settings as a file of Dask's; JSON is YAML."""
    tree: dict[str, object] = {}
    for name, value in list_settings(keys).items():
        here = tree
        *above, last = name.split(".")
        for part in above:
            inner = here.setdefault(part, {})
            assert isinstance(inner, dict), "no setting is above another"
            here = inner
        here[last] = value
    return f"# Settings and keys of a Ludus cluster, for DASK_CONFIG.\n{json.dumps(tree, indent=2)}\n"


def compare(found: dict[str, object], expected: dict[str, object]) -> str:
    """Say which setting is not as expected; empty if all are."""
    for name, value in expected.items():
        if found.get(name) != value:
            return f"{name} is {found.get(name)!r}, expected {value!r}"
    return ""
