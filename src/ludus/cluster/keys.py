"""The keys of a cluster: an authority of our own, and one certificate that it has signed for all who take part.

Scheduler, workers and the coordinator show that certificate to each other and accept no other. The authority's own key is
forgotten at once: nobody can be let in later, and a lost key means new keys for all.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from ludus.cluster.settings import AUTHORITY, CERTIFICATE, FILE, KEY, write_settings
from ludus.errors import BadOption

DAYS = 400
"""How long they are valid."""
_EARLY = timedelta(hours=1)
"""The clocks of a cluster differ."""


def make_keys(folder: Path) -> None:
    """Make new keys in a folder, readable by this user alone; refuse to replace any."""
    folder = folder.absolute()
    authority_key, own_key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    authority = _sign("Ludus cluster authority", authority_key.public_key(), authority_key, is_authority=True)
    own = _sign("Ludus cluster", own_key.public_key(), authority_key, is_authority=False)
    secret = own_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    contents = {
        AUTHORITY: authority.public_bytes(Encoding.PEM),
        CERTIFICATE: own.public_bytes(Encoding.PEM),
        KEY: secret,
        FILE: write_settings(folder).encode(),
    }
    _check_new(folder, list(contents))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    for name, content in contents.items():
        _write_secret(folder / name, content)


def check_keys(folder: Path) -> None:
    """Refuse a folder without keys, and a key that others may read."""
    for name in (AUTHORITY, CERTIFICATE, KEY):
        if not (folder / name).is_file():
            error = BadOption(f"--keys {folder}: expected a folder with {name}, found none")
            error.hint = f"ludus cluster keys {folder}"
            raise error
    if (folder / KEY).stat().st_mode & 0o077:
        error = BadOption(f"{folder / KEY}: expected a key that others may not read, found one that they may")
        error.hint = f"chmod 600 {folder / KEY}, or make new keys if somebody may have read it"
        raise error


def _sign(
    name: str, public: ec.EllipticCurvePublicKey, by: ec.EllipticCurvePrivateKey, *, is_authority: bool
) -> x509.Certificate:
    now = datetime.now(UTC)
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Ludus cluster authority")])
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(issuer)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _EARLY)
        .not_valid_after(now + timedelta(days=DAYS))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(by.public_key()), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
    )
    return builder.sign(by, hashes.SHA256())


def _check_new(folder: Path, names: list[str]) -> None:
    for name in names:
        # A link that leads nowhere is there, too.
        if os.path.lexists(folder / name):
            error = BadOption(
                f"{folder / name}: expected a folder without keys, found some that would be lost"
            )
            error.hint = "name another folder, or remove those keys yourself"
            raise error


def _write_secret(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
