"""How long 'storedoctor lsp' takes from a key to its diagnostics, in a project of 1,000 files.

  python3 Scripts/editor-speed.py [TOOL] [FILES]

TOOL is .build/release/storedoctor if left out. Needs nothing but Python. Prints the median and the worst
of 40 keys for a file with a model, for one that fetches, and for one without a word of SwiftData's.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time


def views(number, count):
    return "".join(
        f"""struct View{number}x{index} {{
  let title: String
  func text(_ count: Int) -> String {{
    guard count > {index} else {{ return title }}
    return (0..<count).map {{ "\\(title) \\($0)" }}.joined(separator: ", ")
  }}
}}

"""
        for index in range(count)
    )


def source(number, count):
    """A tenth of the files hold models, a fifth fetch."""
    text = "import Foundation\n"
    thing = number // 10 * 10
    if number % 10 == 0:
        properties = "".join(f'  var value{index}: String = ""\n' for index in range(20))
        text += f"import SwiftData\n\n@Model\nfinal class Thing{number} {{\n{properties}"
        text += f"  var next: Thing{(number + 10) % count}?\n  init() {{}}\n}}\n"
    elif number % 10 in (1, 2):
        text += f"""import SwiftData
import SwiftUI

struct List{number}: View {{
  @Query var things: [Thing{thing}]
  @Environment(\\.modelContext) var context
  var body: some View {{
    ForEach(things) {{ thing in Text(thing.value1) }}
  }}
  func add() {{
    context.insert(Thing{thing}())
    try? context.save()
  }}
}}
"""
    return text + views(number, 20)


class Server:
    def __init__(self, tool, folder):
        self.process = subprocess.Popen(
            [tool, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder
        )

    def send(self, **members):
        body = json.dumps({"jsonrpc": "2.0", **members}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def next(self, is_meant):
        while True:
            length = 0
            while (line := self.process.stdout.readline().strip()):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            message = json.loads(self.process.stdout.read(length))
            if is_meant(message):
                return message


def main(tool, count):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        for number in range(count):
            (folder / f"File{number}.swift").write_text(source(number, count))
        os.environ["XDG_CACHE_HOME"] = str(folder / ".cache")
        server = Server(tool, folder)
        server.send(id=0, method="initialize", params={"rootUri": folder.as_uri(), "capabilities": {}})
        server.send(method="initialized", params={})
        began = time.monotonic()
        for number, kind in [(100, "a model"), (101, "a view that fetches"), (105, "no store")]:
            path = folder / f"File{number}.swift"
            uri, text = path.as_uri(), path.read_text()
            lines = text.count("\n")
            server.send(
                method="textDocument/didOpen",
                params={"textDocument": {"uri": uri, "languageId": "swift", "version": 1, "text": text}},
            )
            if number == 100:
                server.next(lambda m: m.get("params", {}).get("uri") == uri and m["params"]["diagnostics"])
                print(f"first run over {count} files: {time.monotonic() - began:.2f} s")
            times = []
            for version in range(2, 42):
                time.sleep(0.03 if version % 10 else 0.6)
                place = {"line": lines, "character": 0}
                start = time.monotonic()
                server.send(
                    method="textDocument/didChange",
                    params={
                        "textDocument": {"uri": uri, "version": version},
                        "contentChanges": [{"range": {"start": place, "end": place}, "text": "/"}],
                    },
                )
                server.next(
                    lambda m: m.get("method") == "textDocument/publishDiagnostics"
                    and m["params"]["uri"] == uri
                    and m["params"].get("version") == version
                )
                times.append((time.monotonic() - start) * 1000)
            print(f"{kind}: median {statistics.median(times):.1f} ms, worst {max(times):.1f} ms")
        server.send(id=1, method="shutdown", params=None)
        server.send(method="exit", params=None)
        print(f"exit code {server.process.wait(10)}")


arguments = sys.argv[1:]
tool = arguments[0] if arguments else ".build/release/storedoctor"
main(str(pathlib.Path(tool).resolve()), int(arguments[1]) if len(arguments) > 1 else 1000)
