import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { applyCommand, type Command, type Fields, momentOf } from "../../src/ground/sync/rules.ts";
import type { StoredRecord, Outcome, Sees } from "../../src/ground/sync/device/protocol.ts";

/**
 * State of the connection to the server: `fine`; `gone` (no answer); `deaf` (it acts, and the response is
 * lost); `hangs` (the same, but the connection stays open); `ill` (500, nothing done); `portal` (200 with a
 * captive portal's page); `portal-json` (200 with foreign JSON); `signed-out`; `lossy` (the first three in
 * turn).
 */
export type Way =
  | "fine"
  | "gone"
  | "deaf"
  | "hangs"
  | "ill"
  | "portal"
  | "portal-json"
  | "signed-out"
  | "lossy";

/** A server with the real rules and a connection that can fail. It counts what it receives. */
export interface OfflineServer {
  readonly origin: string;
  way: Way;
  /** Texts of commands that fail the whole request with 500, like a bug in the server. */
  readonly poison: Set<string>;
  /** Texts of commands that it refuses. */
  readonly refuses: Set<string>;
  /** Size in bytes of an original that it always refuses. */
  refusedSize: number;
  isFull: boolean;
  /** Which part of the records the person may have, and records that they may not. */
  sees: Sees;
  readonly hides: Set<string>;
  /** After so many pages of records the connection is gone. */
  pagesLeft: number;
  /** How far its clock is ahead of this machine's, in milliseconds. */
  ahead: number;
  /** Commands it has stored, and how often each was sent. */
  readonly commands: Map<string, Command>;
  readonly sent: Map<string, number>;
  readonly files: Map<string, Buffer>;
  readonly records: Map<string, StoredRecord>;
  /** The most command requests in progress at the same time, and the open streams. */
  together: number;
  readonly streams: Set<ServerResponse>;
  readonly close: () => Promise<void>;
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Starts it. @param script the built page */
export async function startOfflineServer(script: string): Promise<OfflineServer> {
  const uploads = new Map<string, { readonly length: number; size: number; readonly parts: Buffer[] }>();
  let [count, asked, inside] = [0, 0, 0];
  const text = await readFile(script);

  const json = (response: ServerResponse, body: object, status = 200) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ plumbline: 1, now: Date.now() + server.ahead, ...body }));
  };

  const take = (one: Command): Outcome => {
    server.sent.set(one.id, (server.sent.get(one.id) ?? 0) + 1);
    if (server.refuses.has(one.sets["text"] as string))
      return { id: one.id, is: "refused", code: "forbidden", why: "You may not write this note." };
    if (server.commands.has(one.id)) return { id: one.id, is: "held" };
    server.commands.set(one.id, one);
    const before: Fields = server.records.get(one.record)?.fields ?? {};
    const fields = applyCommand(before, one, momentOf(one, Date.now() + server.ahead), "b");
    server.records.set(one.record, {
      kind: one.kind,
      id: one.record,
      job: one.job,
      revision: ++count,
      fields,
    });
    return { id: one.id, is: "held" };
  };

  const takeAll = async (request: IncomingMessage): Promise<object | null> => {
    server.together = Math.max(server.together, ++inside);
    try {
      const { commands } = JSON.parse(String(await bodyOf(request))) as { commands: Command[] };
      if (commands.some((one) => server.poison.has(one.sets["text"] as string))) return null;
      const before = count;
      const outcomes = commands.map(take);
      if (count > before) for (const stream of server.streams) stream.write(`data: {"upTo":${count}}\n\n`);
      return { outcomes, upTo: count };
    } finally {
      inside--;
    }
  };

  const upload = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const headers = { "tus-resumable": "1.0.0" };
    if (request.method === "POST") {
      const pairs = String(request.headers["upload-metadata"]).split(",");
      const meta = new Map(
        pairs.map((pair) => [
          pair.split(" ")[0]!,
          Buffer.from(pair.split(" ")[1] ?? "", "base64").toString(),
        ]),
      );
      const hash = meta.get("sha256")!;
      if (Number(request.headers["upload-length"]) === server.refusedSize) {
        response.writeHead(413, { ...headers, "content-type": "application/json" });
        return void response.end(
          JSON.stringify({ plumbline: 1, code: "too_large", why: "This photo is too large." }),
        );
      }
      if (server.isFull) {
        response.writeHead(507, { ...headers, "content-type": "application/json" });
        return void response.end(
          JSON.stringify({ plumbline: 1, code: "no_room", why: "Your business has used its 50 GB." }),
        );
      }
      if (!uploads.has(hash))
        uploads.set(hash, { length: Number(request.headers["upload-length"]), size: 0, parts: [] });
      response
        .writeHead(201, { ...headers, location: `/account/media/uploads/${meta.get("account")}.${hash}` })
        .end();
      return;
    }
    const hash = url.pathname.split(".").at(-1)!;
    const known = uploads.get(hash);
    if (!known) return void response.writeHead(404, headers).end();
    if (request.method === "PATCH") {
      if (Number(request.headers["upload-offset"]) !== known.size)
        return void response.writeHead(409, headers).end();
      for await (const part of request as AsyncIterable<Buffer>) {
        known.parts.push(part);
        known.size += part.length;
      }
      if (known.size === known.length) {
        const bytes = Buffer.concat(known.parts);
        if (sha256(bytes) === hash) server.files.set(hash, bytes);
        else uploads.delete(hash);
      }
    }
    response.writeHead(request.method === "PATCH" ? 204 : 200, {
      ...headers,
      "upload-offset": String(known.size),
      "upload-length": String(known.length),
    });
    response.end();
  };

  const answer = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    if (url.pathname === "/account/sync/commands") {
      const taken = await takeAll(request);
      return taken ? json(response, taken) : void response.writeHead(500).end("Something went wrong.");
    }
    if (url.pathname === "/account/sync/records") {
      const since = Number(url.searchParams.get("since"));
      const newer = [...server.records.values()]
        .filter((one) => one.revision > since && !server.hides.has(one.id))
        .toSorted((one, other) => one.revision - other.revision);
      if (--server.pagesLeft === 0) server.way = "gone";
      return json(response, {
        sees: server.sees,
        records: newer.slice(0, 50),
        more: newer.length > 50,
        upTo: newer[Math.min(49, newer.length - 1)]?.revision ?? since,
      });
    }
    if (url.pathname === "/account/media/receipts") {
      const { hashes } = JSON.parse(String(await bodyOf(request))) as { hashes: string[] };
      return json(response, { held: hashes.filter((hash) => server.files.has(hash)) });
    }
    if (url.pathname.startsWith("/account/media/uploads")) return await upload(request, response, url);
    response.writeHead(404).end();
  };

  const http = createServer((request, response) => {
    const url = new URL(request.url!, "http://local.test");
    if (url.pathname === "/")
      return void response
        .writeHead(200, { "content-type": "text/html; charset=utf-8" })
        .end('<!doctype html><title>Page</title><div id="root"></div><script src="/page.js"></script>');
    if (url.pathname === "/page.js")
      return void response.writeHead(200, { "content-type": "text/javascript" }).end(text);
    const way = server.way === "lossy" ? (["fine", "deaf", "gone"] as const)[asked++ % 3]! : server.way;
    if (way === "gone") return void request.socket.destroy();
    if (way === "ill")
      return void response.writeHead(500, { "content-type": "application/json" }).end('{"plumbline":1}');
    if (way === "portal")
      return void response
        .writeHead(200, { "content-type": "text/html" })
        .end("<h1>Welcome to the hotel</h1>");
    if (way === "portal-json")
      return void response
        .writeHead(200, { "content-type": "application/json" })
        .end('{"held":true,"outcomes":[]}');
    if (way === "signed-out") return json(response, {}, 401);
    if (url.pathname === "/account/sync/live") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": here\n\n");
      server.streams.add(response);
      return void response.on("close", () => server.streams.delete(response));
    }
    if (way === "deaf" || way === "hangs")
      response.end = (() => (way === "deaf" ? request.socket.destroy() : undefined, response)) as never;
    answer(request, response, url).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", resolve));
  const server: OfflineServer = {
    origin: `http://localhost:${(http.address() as AddressInfo).port}`,
    way: "fine",
    poison: new Set(),
    refuses: new Set(),
    refusedSize: -1,
    isFull: false,
    sees: "all",
    hides: new Set(),
    pagesLeft: Infinity,
    ahead: 0,
    commands: new Map(),
    sent: new Map(),
    files: new Map(),
    records: new Map(),
    together: 0,
    streams: new Set(),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}
