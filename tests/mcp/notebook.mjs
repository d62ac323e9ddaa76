// Drives the notebook server with the official TypeScript clients: version 1
// of the SDK speaks the older revisions, version 2 the newest.
//
// Usage: notebook.mjs PACKAGES v1|v2 stdio PROGRAM
//        notebook.mjs PACKAGES v1|v2 http URL NAME
//
// Prints one JSON object: what the client saw, for the caller to judge.
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [packages, sdk, how, where, name] = process.argv.slice(2);
const require = createRequire(path.resolve(packages, "package.json"));
const load = (id) => import(pathToFileURL(require.resolve(id)).href);

const seen = { questions: [] };
const answers = [];
const elicit = async (request) => {
  seen.questions.push(request.params.message);
  return { action: answers.shift(), content: {} };
};

let client, stdio, http, call;
const capabilities = { elicitation: { form: {} } };
const info = { name: "notebook-test", version: "1" };
if (sdk === "v1") {
  const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
  const { ElicitRequestSchema } = await load("@modelcontextprotocol/sdk/types.js");
  stdio = (await load("@modelcontextprotocol/sdk/client/stdio.js")).StdioClientTransport;
  http = (await load("@modelcontextprotocol/sdk/client/streamableHttp.js"))
    .StreamableHTTPClientTransport;
  client = new Client(info, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, elicit);
  call = (name, args, options) =>
    client.callTool({ name, arguments: args }, undefined, options);
} else {
  const sdk2 = await load("@modelcontextprotocol/client");
  stdio = (await load("@modelcontextprotocol/client/stdio")).StdioClientTransport;
  http = sdk2.StreamableHTTPClientTransport;
  client = new sdk2.Client(info, { capabilities, versionNegotiation: { mode: "auto" } });
  client.setRequestHandler("elicitation/create", elicit);
  call = (name, args, options) => client.callTool({ name, arguments: args }, options);
}

const shown = (result) => ({
  is_error: result.isError === true,
  text: result.content.map((block) => block.text).join(""),
  structured: result.structuredContent ?? null,
});

const transport =
  how === "stdio"
    ? new stdio({ command: where, stderr: "ignore" })
    : new http(new URL(where), {
        requestInit: { headers: { authorization: `Bearer ${name}` } },
      });
await client.connect(transport);
seen.version =
  client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion ?? null;
seen.server = client.getServerVersion().name;
seen.tools = (await client.listTools()).tools.map((tool) => tool.name);

answers.push("accept");
seen.saved = shown(await call("save_note", { text: "hi" }));
answers.push("decline");
seen.declined = shown(await call("delete_note", { id: 1 }));
seen.invalid = shown(await call("read_note", { id: "x" }));
seen.missing = shown(await call("read_note", { id: 9 }));
seen.panic = shown(await call("explode", {}));
seen.chatter = shown(await call("chatter", {}));
seen.unknown = await call("burn", {}).then(
  () => "no error",
  (error) => error.code,
);

seen.progress = [];
const onprogress = (progress) => seen.progress.push(progress.progress);
seen.counted = shown(await call("count", { to: 3 }, { onprogress }));

const stop = new AbortController();
await call(
  "wait",
  {},
  { signal: stop.signal, onprogress: () => stop.abort("enough") },
).catch(() => {});
// The server hears of the cancellation in its own time.
do {
  seen.trace = JSON.parse(shown(await call("trace", {})).text);
} while (seen.trace.length < 2);
seen.found = shown(await call("search", { text: "hi" }));
await client.close();
console.log(JSON.stringify(seen));
