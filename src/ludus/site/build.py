"""Makes the files of a site without a server, from the same scripts that `ludus serve` sends.

Over HTTP it is `index.html` with modules, which a service worker keeps for times without a network. Pages from a disk may
load neither modules nor workers, so `ludus.html` has everything inside.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Mapping
from importlib.resources import files

from ludus.errors import LudusError
from ludus.games import GAMES
from ludus.site.scripts import bundle, list_modules, shrink
from ludus.web.game_info import describe_game
from ludus.web.html import Html, join, tag
from ludus.web.play_pages import TITLE, write_data, write_policy, write_shell, write_site_page

ENTRY = "site/main.js"
WORKER = "core/worker.js"
UNPACK = "site/unpack_app.js"
STYLES = ("app.css", "board/board.css")
ICON = "icons/icon.svg"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; style-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


class NoCore(LudusError):
    """The core for pages has not been built."""


def make_site() -> dict[str, bytes]:
    """Make all files by their paths."""
    catalogue = {"games": [_describe(name) for name in GAMES]}
    packed = _pack_core()
    modules = list_modules(ENTRY, read_script)
    site: dict[str, bytes] = {
        "index.html": write_site_page(catalogue, POLICY).encode(),
        "manifest.webmanifest": _write_manifest().encode(),
        "assets/core/core.wasm.gz": packed,
        f"assets/{WORKER}": shrink(read_script(WORKER)).encode(),
    }
    for path in modules:
        site[f"assets/{path}"] = shrink(read_script(path)).encode()
    for path in (*STYLES, ICON):
        site[f"assets/{path}"] = _strip_indentation(read_script(path)).encode()
    site["service-worker.js"] = _write_service_worker(site).encode()
    site["ludus.html"] = _write_single_page(catalogue, packed).encode()
    return site


def read_script(path: str) -> str:
    """Read a file of the pages."""
    return files("ludus.web").joinpath("assets", *path.split("/")).read_text(encoding="utf-8")


def _describe(name: str) -> Mapping[str, object]:
    """Describe a game, without what the page finds out by itself."""
    described = describe_game(GAMES[name])
    return {key: value for key, value in described.items() if key not in ("legend", "options", "squares")}


def _pack_core() -> bytes:
    core = files("ludus.web").joinpath("assets", "core", "core.wasm")
    if not core.is_file():
        raise NoCore("expected the core for pages, found none; hint: make wasm builds it")
    return _pack(core.read_bytes())


def _pack(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def _write_manifest() -> str:
    icon = {"src": f"assets/{ICON}", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    manifest = {
        "name": "Ludus: board games with an engine in the page",
        "short_name": TITLE,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f4f5f1",
        "theme_color": "#14532d",
        "icons": [icon],
    }
    return json.dumps(manifest, indent=1) + "\n"


def _write_service_worker(site: Mapping[str, bytes]) -> str:
    """Write the script that keeps the site: it names each file, and a version that changes with any of them."""
    version = hashlib.sha256(b"".join(path.encode() + site[path] for path in sorted(site))).hexdigest()[:16]
    source = files("ludus.site").joinpath("service-worker.js").read_text(encoding="utf-8")
    kept = ["./", *sorted(site)]
    head = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(kept)};\n"
    return head + shrink(source)


def _write_single_page(catalogue: Mapping[str, object], packed: bytes) -> str:
    """Write the page that needs nothing but itself."""
    script = shrink(read_script(UNPACK))
    style = "".join(_strip_indentation(read_script(path)) for path in STYLES)
    policy = (
        f"default-src 'none'; script-src {_hash(script)} 'wasm-unsafe-eval' blob:; worker-src blob:; "
        f"style-src {_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    icon = f"data:image/svg+xml;base64,{base64.b64encode(read_script(ICON).encode()).decode()}"
    head = join(
        write_policy(policy),
        tag("link", rel="icon", href=icon, type="image/svg+xml"),
        tag("style", Html(style)),
    )
    foot = join(
        write_data("catalogue", catalogue),
        tag("script", Html(shrink(read_script(WORKER))), type="text/plain", id="core-worker"),
        _write_packed("core-wasm", packed),
        _write_packed("app", _pack(bundle(ENTRY, read_script).encode())),
        tag("script", Html(script)),
    )
    return write_shell(TITLE, head, foot, assets="")


def _write_packed(name: str, packed: bytes) -> Html:
    """Write packed bytes for the scripts of a page."""
    return tag("script", Html(base64.b64encode(packed).decode()), type="text/plain", id=name)


def _strip_indentation(text: str) -> str:
    return "".join(f"{line.strip()}\n" for line in text.splitlines() if line.strip())


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
