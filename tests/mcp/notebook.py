"""Drives the notebook server with the official Python client.

Usage: notebook.py legacy|auto stdio PROGRAM
       notebook.py legacy|auto http URL NAME

Prints one JSON object: what the client saw, for the caller to judge.
"""

import json
import sys

import anyio
import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitResult

seen = {"questions": []}
answers = []


async def elicit(context, params):
    seen["questions"].append(params.message)
    return ElicitResult(action=answers.pop(0), content={})


def shown(result):
    return {
        "is_error": bool(result.is_error),
        "text": "".join(block.text for block in result.content),
        "structured": result.structured_content,
    }


async def drive(client):
    seen["version"] = client.protocol_version
    seen["server"] = client.server_info.name
    seen["tools"] = [tool.name for tool in (await client.list_tools()).tools]

    answers.append("accept")
    seen["saved"] = shown(await client.call_tool("save_note", {"text": "hi"}))
    answers.append("decline")
    seen["declined"] = shown(await client.call_tool("delete_note", {"id": 1}))
    seen["invalid"] = shown(await client.call_tool("read_note", {"id": "x"}))
    seen["missing"] = shown(await client.call_tool("read_note", {"id": 9}))
    seen["panic"] = shown(await client.call_tool("explode", {}))
    seen["chatter"] = shown(await client.call_tool("chatter", {}))
    try:
        await client.call_tool("burn", {})
    except MCPError as error:
        seen["unknown"] = error.error.code

    seen["progress"] = []

    async def report(progress, total, message):
        seen["progress"].append(progress)

    seen["counted"] = shown(await client.call_tool("count", {"to": 3}, progress_callback=report))

    async with anyio.create_task_group() as group:

        async def begun(progress, total, message):
            group.cancel_scope.cancel()

        await client.call_tool("wait", {}, progress_callback=begun)
    # The server hears of the cancellation in its own time.
    while True:
        trace = json.loads(shown(await client.call_tool("trace", {}))["text"])
        if len(trace) > 1:
            break
    seen["trace"] = trace
    seen["found"] = shown(await client.call_tool("search", {"text": "hi"}))


async def main():
    mode, how, where = sys.argv[1:4]
    with anyio.fail_after(50):
        if how == "stdio":
            server = StdioServerParameters(command=where)
            async with Client(server, mode=mode, elicitation_callback=elicit) as client:
                await drive(client)
        else:
            headers = {"authorization": f"Bearer {sys.argv[4]}"}
            async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
                transport = streamable_http_client(where, http_client=http)
                async with Client(transport, mode=mode, elicitation_callback=elicit) as client:
                    await drive(client)
    print(json.dumps(seen))


anyio.run(main)
