"""Asks the providers' own packages what they make of our renderings.

Reads a list of {"kind", "dialect", "name", "value"} from standard input and
writes the list of complaints to standard output, both as JSON.
"""

import copy
import json
import sys
import typing

import pydantic
from agents.strict_schema import ensure_strict_json_schema
from anthropic import transform_schema
from anthropic.types import MessageParam, ToolParam
from google.genai import _transformers, types as genai
from mcp import types as mcp
from openai.lib._pydantic import _ensure_strict_json_schema
from openai.types.chat import ChatCompletionFunctionToolParam, ChatCompletionToolMessageParam
from openai.types.responses import FunctionToolParam
from openai.types.responses.response_input_param import FunctionCallOutput


def fits(kind, value):
    """`value` is a `kind`, and has no member that `kind` does not know."""
    pydantic.TypeAdapter(kind).validate_python(value)
    known = set()
    for one in typing.get_args(kind) or (kind,):
        known |= one.__required_keys__ | one.__optional_keys__
    unknown = set(value) - known
    assert not unknown, f"unknown members {sorted(unknown)}"


def unchanged(before, after, what):
    assert after == before, f"{what} makes {json.dumps(after)} of {json.dumps(before)}"


def openai_strict(schema):
    copied = copy.deepcopy(schema)
    made = _ensure_strict_json_schema(copied, path=(), root=copied)
    unchanged(schema, in_order(made, schema), "openai")
    copied = copy.deepcopy(schema)
    # Its check for open objects does not follow references.
    made = ensure_strict_json_schema(copied, _reject_open_objects="$defs" not in schema)
    unchanged(schema, in_order(made, schema), "openai-agents")


def in_order(made, schema):
    """`required` in our order; a set as far as JSON Schema is concerned."""
    if isinstance(made, dict):
        made = {key: in_order(value, (schema or {}).get(key)) for key, value in made.items()}
        ours = schema.get("required") if isinstance(schema, dict) else None
        names = made.get("required")
        if isinstance(names, list) and isinstance(ours, list) and sorted(names) == sorted(ours):
            made["required"] = ours
    return made


def chat_tool(tool, strict):
    fits(ChatCompletionFunctionToolParam, tool)
    if strict and tool["function"]["strict"]:
        openai_strict(tool["function"]["parameters"])


def responses_tool(tool, strict):
    fits(FunctionToolParam, tool)
    assert tool["strict"] in (True, False)
    if strict and tool["strict"]:
        openai_strict(tool["parameters"])


def anthropic_tool(tool, strict):
    fits(ToolParam, tool)
    if strict and tool["strict"]:
        schema = tool["input_schema"]
        unchanged(schema, transform_schema(copy.deepcopy(schema)), "anthropic")


def gemini_schema(schema, documented):
    """The SDK's type for schemas, which lacks some documented keywords."""
    if isinstance(schema, bool):
        return
    assert set(schema) <= documented, f"undocumented {sorted(set(schema) - documented)}"
    missing = {"$defs", "$ref", "prefixItems", "additionalProperties", "anyOf", "items", "properties"}
    genai.JSONSchema.model_validate({k: v for k, v in schema.items() if k not in missing})
    for key in ("properties", "$defs"):
        for held in schema.get(key, {}).values():
            gemini_schema(held, documented)
    for key in ("anyOf", "prefixItems"):
        for held in schema.get(key, []):
            gemini_schema(held, documented)
    for key in ("items", "additionalProperties"):
        if key in schema:
            gemini_schema(schema[key], documented)


DOCUMENTED = set(
    "$id $defs $ref $anchor type format title description enum items prefixItems minItems "
    "maxItems minimum maximum anyOf oneOf properties additionalProperties required "
    "propertyOrdering".split()
)


def gemini_tool(tool):
    parsed = genai.Tool.model_validate(tool)
    for given, declaration in zip(tool["functionDeclarations"], parsed.function_declarations):
        schema = given["parametersJsonSchema"]
        assert declaration.parameters_json_schema == schema
        gemini_schema(schema, DOCUMENTED)


def gemini_parameters_tool(tool):
    genai.Tool.model_validate(tool)
    for given in tool["functionDeclarations"]:
        schema = given["parameters"]
        made = copy.deepcopy(schema)
        _transformers.process_schema(made, None, order_properties=False)
        # The SDK makes "anything, or null" of the type null; we keep the type.
        if '"type": "null"' not in json.dumps(schema):
            unchanged(schema, made, "google-genai")
        parsed = genai.Schema.model_validate(schema)
        back = parsed.model_dump(mode="json", by_alias=True, exclude_unset=True)
        unchanged(lower(schema), lower(back), "google-genai's Schema")


def lower(schema):
    """Types in lower case; the SDK writes them in upper case."""
    if isinstance(schema, dict):
        return {
            key: value.lower() if key == "type" and isinstance(value, str) else lower(value)
            for key, value in schema.items()
        }
    if isinstance(schema, list):
        return [lower(item) for item in schema]
    return schema


def mcp_tool(tool):
    parsed = mcp.Tool.model_validate(tool)
    back = parsed.model_dump(mode="json", by_alias=True, exclude_unset=True)
    unchanged(tool, back, "mcp")


TOOLS = {
    "openai": lambda tool: chat_tool(tool, False),
    "openai-strict": lambda tool: chat_tool(tool, True),
    "openai-responses": lambda tool: responses_tool(tool, False),
    "openai-responses-strict": lambda tool: responses_tool(tool, True),
    "anthropic": lambda tool: anthropic_tool(tool, False),
    "anthropic-strict": lambda tool: anthropic_tool(tool, True),
    "gemini": gemini_tool,
    "gemini-parameters": gemini_parameters_tool,
    "mcp": mcp_tool,
}

RESULTS = {
    "openai": lambda value: [fits(ChatCompletionToolMessageParam, one) for one in value],
    "openai-responses": lambda value: [fits(FunctionCallOutput, one) for one in value],
    "anthropic": lambda value: fits(MessageParam, value),
    "gemini": genai.Content.model_validate,
    "mcp": lambda value: [mcp.CallToolResult.model_validate(one) for one in value],
}


def main():
    complaints = []
    for case in json.load(sys.stdin):
        check = {"tools": TOOLS, "results": RESULTS}[case["kind"]][case["dialect"]]
        try:
            if case["kind"] == "tools":
                for tool in case["value"]:
                    check(tool)
            else:
                check(case["value"])
        except Exception as error:  # every kind of refusal is a complaint
            text = f"{type(error).__name__}: {error}"
            complaints.append(f"{case['dialect']}: {case['name']}: {text}")
    json.dump(complaints, sys.stdout)


main()
