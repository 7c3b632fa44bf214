import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { digestOf, packFolder, readPacked } from "./packed.server.ts";
import { slotsOf } from "./slots.server.ts";
import { loadStaticFiles } from "./static-files.server.ts";

const SCRIPT = `export const words = ${JSON.stringify(Array.from({ length: 400 }, (_, index) => `gable ${index % 7}`))};\n`;
const PAGE = `<!doctype html><title>__BRAND__</title><viewer-guest>guests-alone</viewer-guest><viewer-member>members-alone</viewer-member><pre>${readFileSync("ARCHITECTURE.md", "utf8")}</pre>`;

let folder: string;
let client: string;
const servers: Server[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "plumbline-static-"));
  client = path.join(folder, "client");
  mkdirSync(path.join(client, "assets"), { recursive: true });
  mkdirSync(path.join(client, "roofs"));
  writeFileSync(path.join(client, "assets/roof.js"), SCRIPT);
  writeFileSync(path.join(client, "roofs/index.html"), PAGE);
  writeFileSync(path.join(client, "roof.png"), Buffer.from([137, 80, 78, 71]));
  writeFileSync(path.join(client, "sitemap.xml"), "<loc>__PUBLIC_URL__/roofs</loc>".repeat(40));
});

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Serves the folder as it is now; returns a function that requests from it. */
async function serve(): Promise<(url: string, headers?: Record<string, string>) => Promise<Answer>> {
  const site = { brand: "Plumb & True" } as Parameters<typeof slotsOf>[0]["site"];
  const files = loadStaticFiles(client, {
    slots: slotsOf({ year: 2031, publicUrl: "https://roofs.test", site }),
    https: true,
  });
  const server = createServer((incoming, response) => {
    if (!files.serve(incoming, response)) response.writeHead(404).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return (url, headers = {}) =>
    new Promise((resolve, reject) => {
      const asking = request({ port, host: "127.0.0.1", path: url, headers, agent: false }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on("data", (piece: Buffer) => pieces.push(piece));
        answer.on("end", () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(pieces) }),
        );
      });
      asking.once("error", reject).end();
    });
}

const unpack = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync };

describe("a packed file", () => {
  test("contains the built file, byte for byte, and is what is sent", async () => {
    await packFolder(client);
    const packed = readPacked(client)(digestOf(Buffer.from(SCRIPT)))!;
    const ask = await serve();
    for (const packing of ["br", "gzip"] as const) {
      expect(unpack[packing](packed[packing]).toString()).toBe(SCRIPT);
      const answer = await ask("/assets/roof.js", { "Accept-Encoding": packing });
      expect(answer.headers["content-encoding"]).toBe(packing);
      expect(answer.body.equals(packed[packing])).toBe(true);
      expect(answer.headers["content-length"]).toBe(String(packed[packing].length));
    }
    expect((await ask("/assets/roof.js")).body.toString()).toBe(SCRIPT);
  });

  test("is omitted if it does not get smaller, or if the server fills it in", async () => {
    await packFolder(client);
    const find = readPacked(client);
    for (const name of ["roof.png", "roofs/index.html", "sitemap.xml"])
      expect(find(digestOf(readFileSync(path.join(client, name)))), name).toBeUndefined();
  });

  test("is the same for the same folder", async () => {
    await packFolder(client);
    const first = readFileSync(path.join(folder, "packed"));
    await packFolder(client);
    expect(readFileSync(path.join(folder, "packed")).equals(first)).toBe(true);
  });

  test("is not used after its file changed", async () => {
    await packFolder(client);
    const changed = SCRIPT.replace("gable 1", "hip 1");
    writeFileSync(path.join(client, "assets/roof.js"), changed);
    const ask = await serve();
    for (const packing of ["br", "gzip"] as const)
      expect(
        unpack[packing]((await ask("/assets/roof.js", { "Accept-Encoding": packing })).body).toString(),
      ).toBe(changed);
  });

  test.each([
    ["is missing", () => rmSync(path.join(folder, "packed"))],
    [
      "was cut short",
      () =>
        writeFileSync(path.join(folder, "packed"), readFileSync(path.join(folder, "packed")).subarray(0, -9)),
    ],
    ["is something else", () => writeFileSync(path.join(folder, "packed"), "gable\nhip\n")],
    [
      "has a flipped bit",
      () => {
        const bytes = readFileSync(path.join(folder, "packed"));
        bytes[bytes.indexOf("\n") + 5]! ^= 1;
        writeFileSync(path.join(folder, "packed"), bytes);
      },
    ],
  ])("is not needed: works if it %s", async (_, damage) => {
    await packFolder(client);
    damage();
    expect(readPacked(client)(digestOf(Buffer.from(SCRIPT)))).toBeUndefined();
    const ask = await serve();
    for (const packing of ["br", "gzip"] as const)
      expect(
        unpack[packing]((await ask("/assets/roof.js", { "Accept-Encoding": packing })).body).toString(),
      ).toBe(SCRIPT);
  });
});

describe("a page", () => {
  test("is filled for this installation and viewer, packed or not", async () => {
    const ask = await serve();
    for (const packing of ["br", "gzip"] as const) {
      const guest = unpack[packing]((await ask("/roofs", { "Accept-Encoding": packing })).body).toString();
      expect(guest).toContain("<title>Plumb &amp; True</title>");
      expect(guest).toContain("guests-alone");
      expect(guest).not.toContain("members-alone");
      expect((await ask("/roofs")).body.toString()).toBe(guest);
      const member = (await ask("/roofs", { "Accept-Encoding": packing, Cookie: "signed-in=1" })).body;
      expect(unpack[packing](member).toString()).toContain("members-alone");
    }
    expect(unpack.gzip((await ask("/sitemap.xml", { "Accept-Encoding": "gzip" })).body).toString()).toContain(
      "https://roofs.test/roofs",
    );
  });

  test("is compressed fast for the first request and smaller soon after, with the same ETag", async () => {
    const ask = await serve();
    const first = await ask("/roofs", { "Accept-Encoding": "br" });
    await vi.waitFor(async () => {
      const later = await ask("/roofs", { "Accept-Encoding": "br" });
      expect(later.body.length).toBeLessThan(first.body.length);
      expect(unpack.br(later.body).equals(unpack.br(first.body))).toBe(true);
      expect(later.headers["content-length"]).toBe(String(later.body.length));
      expect(later.headers.etag).toBe(first.headers.etag);
    }, 10_000);
    const again = await ask("/roofs", { "Accept-Encoding": "br", "If-None-Match": first.headers.etag! });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const others: Record<string, string>[] = [
      { "Accept-Encoding": "gzip" },
      { "Accept-Encoding": "br", Cookie: "signed-in=1" },
    ];
    for (const other of others)
      expect((await ask("/roofs", { ...other, "If-None-Match": first.headers.etag! })).status).toBe(200);
  });
});
