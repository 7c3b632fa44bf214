import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import {
  createRequestHandler,
  RouterContextProvider,
  type ServerBuild,
  UNSAFE_decodeViaTurboStream as decode,
} from "react-router";

// The baseline for screens: React Router renders the product's own components, with each loader replaced by
// its recorded data, behind a bare server without database, sessions, limits, headers, log or compression.
// Prints its port once it listens. Usage: node bare-screens.ts FILE, where FILE is the product's response at
// the screen's `.data` address.

const build = (await import(path.resolve("build/server/index.js"))) as unknown as ServerBuild;
const content = await readFile(process.argv[2] ?? "");
const decoded = await decode(new Blob([content]).stream(), globalThis);
await decoded.done;
const answers = decoded.value as Readonly<Record<string, { readonly data: unknown }>>;
const routes = Object.fromEntries(
  Object.entries(build.routes).map(([id, route]) => {
    const loader = id in answers ? { loader: () => answers[id]!.data } : {};
    return [id, route && { ...route, module: { ...route.module, ...loader } }];
  }),
);
const render = createRequestHandler({ ...build, routes }, "production");

const server = createServer((incoming, response) => {
  void (async () => {
    const answer = await render(new Request(`http://localhost${incoming.url}`), new RouterContextProvider());
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Length": body.length,
    });
    response.end(body);
  })();
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
