import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { contentSecurityPolicy, securityHeaders } from "./headers.server.ts";
import { fillPlainFile, fillSlots, sayOptedOut, type Slots, type Viewer, viewerOf } from "./slots.server.ts";

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};
const COMPRESSIBLE = /^(text\/|application\/(json|manifest|xml)|image\/svg)/;

interface Body {
  readonly bytes: Buffer;
  readonly headers: Record<string, string>;
}
type Encoding = "br" | "gzip" | "identity";
type Variants = Record<Viewer, Record<Encoding, Body>>;

interface Entry {
  readonly variants: Variants;
  /** The page as a visitor sees it whose browser asks to opt out; made when the first one comes. Only pages have it. */
  optedOut?: Partial<Record<`${Viewer} ${Encoding}`, Body>>;
}

/** Files and prerendered pages in memory, compressed beforehand, each variant with its own validator. */
export interface StaticFiles {
  /** Answers and returns true when the path is one of ours. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  readonly paths: readonly string[];
}

/** Where a posted form ends up: the page says how it went, so it is drawn anew. */
const OUTCOME = /^\?sent(?:&|$)/;

/**
 * Reads the built client folder into memory. Called again when the year changes.
 * @param folder `build/client`
 */
export async function loadStaticFiles(folder: string, options: { slots: Slots; https: boolean }): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, Entry>();
  const load = async (file: string) => {
    const name = path.relative(folder, file).split(path.sep).join("/");
    // The build's own manifest tells an attacker nothing useful, but it is nobody's business.
    if (name.startsWith(".")) return;
    const isPage = name.endsWith("index.html");
    const url = isPage ? `/${name.slice(0, -"index.html".length).replace(/\/$/, "")}` : `/${name}`;
    const variants = await variantsOf(await readFile(file), url, name, isPage, options);
    files.set(url, isPage ? { variants, optedOut: {} } : { variants });
  };
  // A few at a time: each stream takes its tables when it is made, and all of them at once left 65 MB that an idle process went on holding.
  const waiting = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const loadOneByOne = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) await load(file);
  };
  await Promise.all(Array.from({ length: 3 }, loadOneByOne));
  return {
    paths: [...files.keys()],
    serve(request, response) {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      const url = request.url ?? "/";
      const query = url.indexOf("?");
      if (query >= 0 && OUTCOME.test(url.slice(query))) return false;
      const entry = files.get(query < 0 ? url : url.slice(0, query));
      if (!entry) return false;
      const viewer = viewerOf(request.headers.cookie);
      const encoding = encodingFor(request.headers["accept-encoding"]);
      const body = request.headers["sec-gpc"] === "1" ? optedOutBody(entry, viewer, encoding) : entry.variants[viewer][encoding];
      if (isKnown(request.headers["if-none-match"], body.headers["ETag"]!)) {
        response.writeHead(304, { ETag: body.headers["ETag"], "Cache-Control": body.headers["Cache-Control"], Vary: body.headers["Vary"] });
        response.end();
        return true;
      }
      response.writeHead(200, body.headers);
      if (request.method === "HEAD") response.end();
      else response.end(body.bytes);
      return true;
    },
  };
}

/** Compressed once and fast: few ask, and a start should not wait for it. */
function optedOutBody({ variants, optedOut }: Entry, viewer: Viewer, encoding: Encoding): Body {
  if (!optedOut) return variants[viewer][encoding];
  const made = optedOut[`${viewer} ${encoding}`];
  if (made) return made;
  const { bytes, headers } = variants[viewer].identity;
  const said = Buffer.from(sayOptedOut(bytes.toString("utf8")));
  const packed =
    encoding === "br"
      ? zlib.brotliCompressSync(said, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } })
      : encoding === "gzip"
        ? zlib.gzipSync(said)
        : said;
  return (optedOut[`${viewer} ${encoding}`] = body(packed, encoding, headers));
}

// Proxies that compress make a validator weak, and may ask with several at once.
const isKnown = (asked: string | undefined, tag: string) =>
  asked?.split(",").some((one) => [tag, "*"].includes(one.trim().replace(/^W\//, ""))) ?? false;

function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return "identity";
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return "br";
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return "gzip";
  return "identity";
}

async function variantsOf(
  raw: Buffer,
  url: string,
  name: string,
  isPage: boolean,
  options: { slots: Slots; https: boolean },
): Promise<Variants> {
  const type = TYPES[path.extname(name)] ?? "application/octet-stream";
  const headers: Record<string, string> = {
    "Content-Type": type,
    "Cache-Control": name.startsWith("assets/")
      ? "public, max-age=31536000, immutable"
      : isPage
        ? "no-cache"
        : `public, max-age=${url === "/embed.js" ? 300 : 3600}`,
    Vary: isPage ? "Accept-Encoding, Cookie, Sec-GPC" : "Accept-Encoding",
    ...securityHeaders({ https: options.https, path: url }),
    ...(isPage ? { "Content-Security-Policy": contentSecurityPolicy() } : {}),
  };
  const forViewer = async (viewer: Viewer): Promise<Record<Encoding, Body>> => {
    const bytes = isPage
      ? Buffer.from(fillSlots(raw.toString("utf8"), options.slots, viewer))
      : /\.(data|txt|xml|webmanifest)$/.test(name)
        ? Buffer.from(fillPlainFile(raw.toString("utf8"), options.slots))
        : raw;
    const identity = body(bytes, "identity", headers);
    if (!COMPRESSIBLE.test(type)) return { br: identity, gzip: identity, identity };
    const [br, gz] = await Promise.all([
      brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
      gzip(bytes, { level: 9 }),
    ]);
    return { br: body(br, "br", headers), gzip: body(gz, "gzip", headers), identity };
  };
  const guest = await forViewer("guest");
  return { guest, member: isPage ? await forViewer("member") : guest };
}

function body(bytes: Buffer, encoding: Encoding, headers: Record<string, string>): Body {
  return {
    bytes,
    headers: {
      ...headers,
      "Content-Length": String(bytes.length),
      ETag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
      ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
    },
  };
}
