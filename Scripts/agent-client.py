"""Speaks to 'storedoctor mcp' with the client of the protocol's own Python package, as agents do.

  python3 -m venv .build/agent && .build/agent/bin/pip install mcp
  .build/agent/bin/python Scripts/agent-client.py [TOOL]

TOOL is .build/debug/storedoctor if left out. Ends with 1 when something is not as it should be.
"""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

STORE = "Samples/Notes/notes-1.0.0.store"
MODELS = "Samples/Notes/Sources"


def check(condition, what):
    print(("ok   " if condition else "FAIL ") + what)
    check.failed = check.failed or not condition


check.failed = False


async def main(tool):
    parameters = StdioServerParameters(command=tool, args=["mcp"])
    async with stdio_client(parameters) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            tools = {tool.name: tool for tool in (await session.list_tools()).tools}
            check({"diagnose", "identify", "sql", "lint"} <= set(tools), f"{len(tools)} tools")
            check("migrate" not in tools, "nothing that writes")

            answer = await session.call_tool("identify", {"store": STORE, "model": [MODELS]})
            body = json.loads(answer.content[0].text)
            check(body["command"] == "identify", "identify answers in JSON")
            check("NotesSchemaV1" in answer.content[0].text, "identify names the version")

            answer = await session.call_tool("diagnose", {"store": STORE, "model": [MODELS]})
            check(json.loads(answer.content[0].text)["command"] == "diagnose", "diagnose answers")

            answer = await session.call_tool(
                "sql", {"store": STORE, "statement": "SELECT title FROM Note LIMIT 1"}
            )
            row = json.loads(answer.content[0].text)["sql"]["rows"][0]
            check(row["title"]["hidden"], "values are hidden")

            answer = await session.call_tool("rules", {"size": 100})
            check(len(answer.content) == 2, "a cut answer says how to go on")
            try:
                answer = await session.call_tool("info", {"path": "nowhere.store"})
                refused = getattr(answer, "isError", None) or getattr(answer, "is_error", None)
            except Exception:
                refused = False
            check(refused, "a missing file is an error of the tool")
    return 1 if check.failed else 0


sys.exit(asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else ".build/debug/storedoctor")))
