"""What docs/secrets.md says of the messages that people cause is held: by tests, and by looking at the code.

Whatever sends a message that somebody else can get is named in its table, with who causes it, how often, in
whose words, and the test that holds this.
"""

import ast
import re
from collections.abc import Iterator

from tests.test_discord_page import NAMED, ROOT, names_in

PAGE = (ROOT / "docs" / "secrets.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?!What \|)(?!-)(.*) \|$", re.MULTILINE)
SENT_BY = re.compile(r"`(bot/[\w/]+\.py::[\w.]+)`")

SENDING = {"send_once", "write_directly", "tell_directly", "publish", "post", "answer_with", "to_send"}
"""What sends a message, by the name under which it's called."""

SENDS_IF_OF = ("channel", "followup")
"""These have a `send`, too. That of an answer is for the person alone who pressed something."""

PASSES_ON = (
    {
        f"bot/table/messages/{one}"
        for one in (
            "board.py::Board.answer_with",
            "message.py::MessageContext.post",
            "message.py::MessageContext.tell_directly",
            "message.py::MessageContext.write_directly",
        )
    }
    | {"bot/chat/sending.py::Deliveries.send_once.send"}
    | {f"bot/chat/answer.py::Answer.{one}" for one in ("_follow_up", "_respond", "ask", "publish")}
)
"""These send what others hand them, and begin nothing themselves; what `Answer.ask` says, only its person
sees."""


def rows() -> list[list[str]]:
    """The cells of the table, without its head."""
    return [row.split(" | ") for row in ROW.findall(PAGE)]


def senders() -> Iterator[str]:
    """Every function of the bot that sends something, with its file."""
    for path in sorted((ROOT / "bot").rglob("*.py")):
        if path.name != "play.py":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            yield from (f"{path.relative_to(ROOT).as_posix()}::{one}" for one in _sending(tree, ()))


def _sending(node: ast.AST, within: tuple[str, ...]) -> Iterator[str]:
    for one in ast.iter_child_nodes(node):
        is_named = isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        inside = (*within, one.name) if is_named else within  # type: ignore[attr-defined]  # has one if named
        if isinstance(one, ast.Call) and _sends(one.func):
            yield ".".join(inside)
        yield from _sending(one, inside)


def _sends(called: ast.expr) -> bool:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in SENDING:
            return True
        case ast.Attribute(attr="send", value=ast.Attribute(attr=of) | ast.Name(id=of)):
            return of in SENDS_IF_OF
    return False


def test_whatever_sends_a_message_is_in_the_table() -> None:
    found = set(senders()) - PASSES_ON
    named = {one for row in rows() for one in SENT_BY.findall(row[4])}
    assert found - named == set(), "say in docs/secrets.md who causes these, how often and in whose words"
    assert named - found == set(), "these are gone"


def test_each_row_says_who_how_often_in_whose_words_and_which_test_holds_it() -> None:
    assert len(rows()) > 15
    for row in rows():
        assert len(row) == 6, row
        assert all(cell.strip() for cell in row), row
        assert NAMED.search(row[5]), row
        assert SENT_BY.search(row[4]) or row[4].startswith("Nothing"), row


def test_every_test_that_the_page_names_is_there() -> None:
    assert [f"{file}::{name}" for file, name in NAMED.findall(PAGE) if name not in names_in(file)] == []
    files = set(re.findall(r"`tests/([\w/]+\.py)", PAGE))
    assert [one for one in files if not (ROOT / "tests" / one).is_file()] == []
