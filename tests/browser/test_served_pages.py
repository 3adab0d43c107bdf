"""`undercroft serve --pages`: a folder of pages in a browser, drawn again when a file changes."""

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browsing import WIDE, windows_of
from tests.serving import speaking
from undercroft.faces.cli.page_server import PageFolder, page_server
from undercroft.faces.http.addresses import listen
from undercroft.kernel.faults import BadInput


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two pages, a hidden file and a file beside it."""
    inside = tmp_path / "notes"
    (inside / "deep").mkdir(parents=True)
    (inside / "barrow.md").write_text("# The *barrow*\n\nThe stair has ![roll:2d6]() steps.\n", encoding="utf-8")
    (inside / "deep" / "well.md").write_text("---\ntitle: The well\n---\n\nDark.\n", encoding="utf-8")
    (inside / ".hidden.md").write_text("Hidden.\n", encoding="utf-8")
    (tmp_path / "secret.md").write_text("Secret.\n", encoding="utf-8")
    (inside / "outside.md").symlink_to(tmp_path / "secret.md")
    return inside


@pytest.fixture
def served(folder: Path) -> Iterator[str]:
    """The address of a server of the folder."""
    listening = listen("127.0.0.1", 0)
    with page_server(PageFolder(str(folder)), listening, {"notes.example"}) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.shutdown()
        thread.join()


def test_a_page_rolls_and_is_drawn_again_when_its_file_changes(browser: Browser, served: str, folder: Path) -> None:
    """Also after a mistake, whose problems are shown meanwhile."""
    windows = windows_of(browser)
    watched = windows.open(served, WIDE)
    page = watched.page
    page.goto(f"{served}/")
    page.get_by_role("link", name="The barrow").click()
    page.get_by_role("button", name="2d6").click()
    expect(page.get_by_role("button")).to_have_text(re.compile(r"^2d6 = \d+$"))
    (folder / "barrow.md").write_text("# The mound\n\n![roll:2d]()\n", encoding="utf-8")
    expect(page.get_by_role("heading", name="barrow.md")).to_be_visible()
    expect(page.get_by_role("listitem")).to_contain_text("line 3")
    (folder / "barrow.md").write_text("# The mound\n\n![roll:2d8]()\n", encoding="utf-8")
    expect(page.get_by_role("button", name="2d8")).to_be_visible()
    expect(page.get_by_role("heading", name="The mound")).to_be_visible()
    assert [] == windows.close(watched)


def test_only_the_pages_of_the_folder_are_served(served: str) -> None:
    """No hidden page, none outside it, and nothing for a request that names another host."""
    with speaking(served) as client:
        listed = client.get("/").text
        assert ["/barrow.md", "/deep/well.md"] == re.findall(r'href="([^"]+)"', listed)
        assert "The well" in listed
        assert 200 == client.get("/deep/well.md").status_code
        assert client.get("/deep/well").text == client.get("/deep/well.md").text
        assert "" == client.head("/deep/well.md").text
        for path in ("/.hidden.md", "/outside.md", "/%2e%2e/secret.md", "/..%2fsecret.md", "/nothing.md"):
            assert 404 == client.get(path).status_code
        assert 400 == client.get("/", headers={"Host": "elsewhere.example"}).status_code
        assert 200 == client.get("/", headers={"Host": "notes.example"}).status_code
        assert httpx.codes.NOT_IMPLEMENTED == client.post("/").status_code


def test_a_folder_must_be_there(tmp_path: Path) -> None:
    """A missing folder is refused before anything listens."""
    with pytest.raises(BadInput, match="there is no folder"):
        PageFolder(str(tmp_path / "nowhere"))
