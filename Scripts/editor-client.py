"""Drives 'storedoctor lsp' with pytest-lsp, a client library of the protocol, as editors do.

  python3 -m venv .build/editor && .build/editor/bin/pip install pytest-lsp
  .build/editor/bin/pytest Scripts/editor-client.py

The program is .build/debug/storedoctor, or what STOREDOCTOR_TOOL names. The library checks each answer
against the protocol, and against what the client said that it understands.
"""

import asyncio
import json
import os
import pathlib
import shutil
import subprocess

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

ROOT = pathlib.Path(__file__).parent.parent
TOOL = str(pathlib.Path(os.environ.get("STOREDOCTOR_TOOL", ROOT / ".build/debug/storedoctor")).resolve())

pytestmark = pytest.mark.asyncio


def copy(sample, folder):
    target = folder / "app"
    shutil.copytree(ROOT / "Samples" / sample, target)
    return target


@pytest.fixture
def app(tmp_path):
    return copy("Recipes", tmp_path)


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[TOOL, "lsp"]),
    params=["visual-studio-code", "neovim"],
)
async def client(request, lsp_client: LanguageClient, app):
    lsp_client.registered = []

    @lsp_client.feature("client/registerCapability")
    def register(params: types.RegistrationParams):
        lsp_client.registered += params.registrations

    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            root_uri=app.as_uri(),
            workspace_folders=[types.WorkspaceFolder(uri=app.as_uri(), name="app")],
        )
    )
    yield
    await lsp_client.shutdown_session()


def position(text, needle, offset=0):
    """Where a text stands, in UTF-16 units."""
    before = text[: text.index(needle) + offset]
    line = before.count("\n")
    return types.Position(line=line, character=len(before.split("\n")[-1].encode("utf-16-le")) // 2)


def open_file(client, path, text=None):
    text = path.read_text() if text is None else text
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            text_document=types.TextDocumentItem(
                uri=path.as_uri(), language_id="swift", version=1, text=text
            )
        )
    )
    return text


async def until(client, uri, condition):
    """The diagnostics of a file once they are as they should be."""
    for _ in range(600):
        found = client.diagnostics.get(uri)
        if found is not None and condition(found):
            return found
        await asyncio.sleep(0.05)
    raise AssertionError(f"still {client.diagnostics.get(uri)}")


def source(app):
    return next(path for path in sorted((app / "Sources").glob("*.swift")) if "Recipe" in path.name)


async def test_says_what_lint_says(client, app):
    path = source(app)
    open_file(client, path)
    found = await until(client, path.as_uri(), len)
    out = subprocess.run([TOOL, "lint", ".", "--format", "json"], cwd=app, capture_output=True, text=True)
    linted = [f for f in json.loads(out.stdout)["findings"] if f["path"].endswith(path.name)]
    assert linted
    places = {(d.code, d.range.start.line + 1) for d in found}
    assert {(f["rule"], f["line"]) for f in linted} <= places
    for diagnostic in found:
        assert diagnostic.source == "storedoctor"
        assert diagnostic.code_description.href.startswith("https://developer.apple.com/")


async def test_unsaved_text_counts_and_positions_are_utf16(client, app):
    path = source(app)
    text = open_file(client, path)
    uri = path.as_uri()
    await until(client, uri, len)
    # A class that stands behind emoji, in a text with CR LF.
    added = "\r\n/* 👩‍👩‍👧 */ @Model final class Fresh {\r\n  /* 🎈 */ var tag: Tag?\r\n  init() {}\r\n}\r\n"
    end = position(text + "\0", "\0")
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=2),
            content_changes=[
                types.TextDocumentContentChangePartial(
                    range=types.Range(start=end, end=end), text=added
                )
            ],
        )
    )
    line = text.count("\n") + 2
    found = await until(client, uri, lambda all: any(d.range.start.line == line for d in all))
    one = next(d for d in found if d.range.start.line == line)
    column = len("  /* 🎈 */ var ".encode("utf-16-le")) // 2
    assert (one.range.start.character, one.range.end.character) == (column, column + 3)
    assert path.read_text() == text


async def test_hover_definition_and_symbols(client, app):
    path = source(app)
    text = open_file(client, path)
    document = types.TextDocumentIdentifier(uri=path.as_uri())
    await until(client, path.as_uri(), len)
    hover = await client.text_document_hover_async(
        types.HoverParams(text_document=document, position=position(text, "var minutes", 5))
    )
    assert "ZMINUTES" in hover.contents.value and "version hash" in hover.contents.value
    inverse = await client.text_document_definition_async(
        types.DefinitionParams(text_document=document, position=position(text, "var ingredients", 6))
    )
    assert inverse[0].range.start == position(text, "var recipe: Recipe?", 4)
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=document)
    )
    recipe = next(s for s in symbols if s.name == "Recipe")
    assert {"title", "book"} <= {child.name for child in recipe.children}
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="cookb"))
    assert [symbol.name for symbol in found] == ["Cookbook"]


async def test_a_code_action_removes_its_finding(client, app):
    path = source(app)
    text = open_file(client, path)
    uri = path.as_uri()
    found = await until(client, uri, len)
    actions = []
    for diagnostic in found:
        actions += await client.text_document_code_action_async(
            types.CodeActionParams(
                text_document=types.TextDocumentIdentifier(uri=uri),
                range=diagnostic.range,
                context=types.CodeActionContext(diagnostics=[diagnostic]),
            )
        )
    explain = next(action for action in actions if isinstance(action, types.Command))
    fixes = [action for action in actions if isinstance(action, types.CodeAction)]
    assert {action.kind for action in fixes} == {types.CodeActionKind.QuickFix}
    assert fixes
    edit = fixes[0].edit
    edits = edit.document_changes[0].edits if edit.document_changes else edit.changes[uri]
    lines = text.split("\n")
    for change in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        start = sum(len(line) + 1 for line in lines[: change.range.start.line]) + change.range.start.character
        stop = sum(len(line) + 1 for line in lines[: change.range.end.line]) + change.range.end.character
        text = text[:start] + change.new_text + text[stop:]
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=2),
            content_changes=[types.TextDocumentContentChangeWholeDocument(text=text)],
        )
    )
    fixed = fixes[0].diagnostics[0]
    count = sum(d.message == fixed.message for d in found)
    await until(client, uri, lambda all: sum(d.message == fixed.message for d in all) < count)
    said = await client.workspace_execute_command_async(
        types.ExecuteCommandParams(
            command=explain.command, arguments=explain.arguments
        )
    )
    assert said.startswith("**") and client.messages


async def test_a_configuration_counts_as_soon_as_it_is_written(client, app):
    path = source(app)
    open_file(client, path)
    uri = path.as_uri()
    found = await until(client, uri, len)
    rules = {d.code for d in found}
    (app / ".storedoctor.yml").write_text("".join(["rules:\n"] + [f"  {rule}: off\n" for rule in rules]))
    client.workspace_did_change_watched_files(
        types.DidChangeWatchedFilesParams(
            changes=[
                types.FileEvent(
                    uri=(app / ".storedoctor.yml").as_uri(), type=types.FileChangeType.Created
                )
            ]
        )
    )
    await until(client, uri, lambda all: not all)
    (app / ".storedoctor.yml").write_text("rules:\n  no-such-rule: off\n")
    client.text_document_did_save(
        types.DidSaveTextDocumentParams(text_document=types.TextDocumentIdentifier(uri=uri))
    )
    wrong = await until(client, (app / ".storedoctor.yml").as_uri(), len)
    assert wrong[0].range.start.line == 1


async def test_a_scratch_buffer_gets_nothing(client, app):
    await until(client, source(app).as_uri(), len)
    for uri in ["untitled:Untitled-1", (app / "Sources/Never.swift").as_uri()]:
        client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                text_document=types.TextDocumentItem(
                    uri=uri, language_id="swift", version=1, text="@Model final class X { var x: X? }"
                )
            )
        )
    await asyncio.sleep(1)
    assert not client.diagnostics.get("untitled:Untitled-1")
    assert not client.diagnostics.get((app / "Sources/Never.swift").as_uri())
