"""Connects a coordinator to the scheduler of a cluster, and refuses one that is open to others or set up otherwise."""

from __future__ import annotations

import logging
from pathlib import Path

import dask
import distributed
from distributed import Client
from distributed.security import Security

from ludus.cluster.address import TLS, check_contact, is_loopback, read_address
from ludus.cluster.keys import check_keys
from ludus.cluster.settings import AUTHORITY, CERTIFICATE, ENCRYPTION, KEY, SCHEDULER, compare
from ludus.cluster.worker import describe_pages, describe_versions
from ludus.errors import BadOption, MachineFault

PATIENCE = 30.0
"""Seconds for the scheduler to answer."""


def connect(text: str, keys: Path | None) -> Client:
    """Connect to a scheduler; raise `BadOption` or `MachineFault` in one line where that cannot or must not be."""
    address = read_address(text)
    security = load_security(address, keys)
    _silence()
    # Programs are sent as they are, and some are large.
    dask.config.set({"distributed.admin.large-graph-warning-threshold": "1GB"})
    try:
        client = Client(
            address,
            security=security,
            timeout=PATIENCE,
            set_as_default=False,
            direct_to_workers=False,
            name="ludus",
        )
    except (OSError, ValueError) as error:
        raise _explain_failure(address, error) from error
    try:
        check_scheduler(client)
    except BaseException:
        client.close(timeout=1)
        raise
    return client


def check_scheduler(client: Client) -> None:
    """Refuse a scheduler that is open to others, or that would lose games or wait for ever."""
    found = client.sync(client._run_on_scheduler, describe_scheduler, wait=True, callback_timeout=PATIENCE)
    for address in found["listens"]:
        check_contact(address, "the scheduler")
    check_pages(found, "the scheduler")
    expected = {**ENCRYPTION, **SCHEDULER} if client.scheduler.address.startswith(TLS) else SCHEDULER
    problem = compare_versions(found) or compare(found["settings"], expected)
    if problem:
        error = BadOption(f"the scheduler: {problem}")
        error.hint = "start it with the folder of 'ludus cluster keys DIR': DASK_CONFIG=DIR dask scheduler --no-dashboard"
        raise error


def describe_scheduler(dask_scheduler: distributed.Scheduler) -> dict[str, object]:
    """Tell what the scheduler is like; it runs there."""
    described = {**describe_versions(), **describe_pages(dask_scheduler)}
    # It tells workers to call it by the contact address, if there is one.
    addresses = [dask_scheduler.address, *filter(None, [dask_scheduler.contact_address])]
    settings = {name: dask.config.get(name, None) for name in (*ENCRYPTION, *SCHEDULER)}
    return {**described, "listens": [*described["listens"], *addresses], "settings": settings}  # type: ignore[misc]  # a list


def check_pages(found: dict[str, object], whose: str) -> None:
    """Refuse a member of the cluster that shows what it does to everyone who can reach it."""
    pages = found.get("pages")
    for host in pages if isinstance(pages, list) else []:
        if not is_loopback(str(host)):
            error = BadOption(f"{whose} serves pages on {host}, expected none, or some on loopback only")
            error.hint = (
                "start it with DASK_CONFIG=DIR and --no-dashboard, or --dashboard-address 127.0.0.1:0"
            )
            raise error


def compare_versions(found: dict[str, object]) -> str:
    """Say in which version somebody differs from this coordinator; empty if in none."""
    for what, ours in describe_versions().items():
        if found.get(what) != ours:
            return f"it has {what} {found.get(what)}, this coordinator {ours}"
    return ""


def load_security(address: str, keys: Path | None) -> Security | None:
    """Load the keys for an address that needs them."""
    if not address.startswith(TLS):
        return None
    if keys is None:
        error = BadOption(f"--cluster {address}: expected --keys DIR, the folder with its keys")
        error.hint = "ludus cluster keys DIR makes them"
        raise error
    check_keys(keys)
    files = {
        "tls_ca_file": str(keys / AUTHORITY),
        "tls_client_cert": str(keys / CERTIFICATE),
        "tls_client_key": str(keys / KEY),
    }
    return Security(require_encryption=True, **files)


def _explain_failure(address: str, error: Exception) -> MachineFault:
    why = " ".join(str(error.__cause__ or error).split())[:200]
    fault = MachineFault(f"--cluster {address}: no connection to a scheduler: {why}")
    fault.hint = "is it running there, and with the keys of the same folder?"
    return fault


def _silence() -> None:
    """Leave what Dask logs to the scheduler and the workers: what matters is reported in one line."""
    for name in ("distributed", "distributed.client", "tornado", "tornado.application"):
        logger = logging.getLogger(name)
        logger.handlers = [logging.NullHandler()]
        logger.propagate = False
