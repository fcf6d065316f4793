"""The keys of a cluster belong to one user, and are never replaced."""

from __future__ import annotations

from pathlib import Path

import pytest
from cryptography import x509

from ludus.cli import main
from ludus.cluster.keys import check_keys, make_keys
from ludus.errors import BadOption


def test_keys_can_be_read_by_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    assert main(["cluster", "keys", str(folder)]) == 0
    assert folder.stat().st_mode & 0o777 == 0o700
    modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    assert modes == dict.fromkeys(("authority.pem", "certificate.pem", "key.pem", "dask.yaml"), 0o600)


def test_keys_are_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_keys(tmp_path / "keys")
    before = (tmp_path / "keys/key.pem").read_bytes()
    assert main(["cluster", "keys", str(tmp_path / "keys")]) == 2
    assert "would be lost" in capsys.readouterr().err
    assert (tmp_path / "keys/key.pem").read_bytes() == before


def test_a_link_in_the_place_of_a_key_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys/key.pem").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadOption):
        make_keys(tmp_path / "keys")
    assert not (tmp_path / "elsewhere").exists()


def test_the_certificate_is_signed_by_the_authority_whose_key_is_forgotten(tmp_path: Path) -> None:
    make_keys(tmp_path)
    names = ("certificate.pem", "authority.pem")
    own, authority = (x509.load_pem_x509_certificate((tmp_path / name).read_bytes()) for name in names)
    own.verify_directly_issued_by(authority)
    assert [path.name for path in tmp_path.iterdir() if b"PRIVATE" in path.read_bytes()] == ["key.pem"]


def test_a_key_that_others_may_read_is_not_used(tmp_path: Path) -> None:
    make_keys(tmp_path / "keys")
    (tmp_path / "keys/key.pem").chmod(0o640)
    with pytest.raises(BadOption, match="others may not read"):
        check_keys(tmp_path / "keys")


def test_a_folder_without_keys_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"authority\.pem"):
        check_keys(tmp_path)
