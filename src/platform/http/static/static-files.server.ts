import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { contentSecurityPolicy, securityHeaders } from "../headers.server.ts";
import {
  digestOf,
  isCompressible,
  type Packed,
  packFast,
  type Packing,
  packWell,
  readPacked,
  typeOf,
} from "./packed.server.ts";
import { fillPlainFile, fillSlots, type Slots, type Viewer, viewerOf } from "./slots.server.ts";

interface Body {
  readonly bytes: Buffer;
  readonly headers: Record<string, string>;
}
type Encoding = Packing | "identity";
/** The viewer, and whether their browser sends an opt-out signal. Files other than pages have one version. */
type Version = Viewer | `${Viewer} opted out`;

interface Entry {
  /** As built, with unfilled slots. */
  readonly raw: Buffer;
  readonly name: string;
  readonly isPage: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Versions requested so far. */
  readonly bodies: Map<`${Version} ${Encoding}`, Body>;
}

/** Files and prerendered pages in memory, each version with its own ETag. */
export interface StaticFiles {
  /** Sends the file and returns true if the path is one of ours. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  readonly paths: readonly string[];
}

/** Where a posted form redirects: the page shows the outcome, so it is rendered per request. */
const OUTCOME = /^\?sent(?:&|$)/;
const FILLED_PLAINLY = /\.(data|txt|xml|webmanifest)$/;

/**
 * Reads the built client folder into memory. Called again when the year changes.
 * @param folder `build/client`; packed variants are beside it
 */
export function loadStaticFiles(folder: string, options: { slots: Slots; https: boolean }): StaticFiles {
  const { slots, https } = options;
  const findPacked = readPacked(folder);
  const files = new Map<string, Entry>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join("/");
    // The build's manifest would not help an attacker, but it is private.
    if (!entry.isFile() || name.startsWith(".")) continue;
    const isPage = name.endsWith("index.html");
    const url = isPage ? `/${name.slice(0, -"index.html".length).replace(/\/$/, "")}` : `/${name}`;
    files.set(url, {
      raw: readFileSync(file),
      name,
      isPage,
      headers: headersOf({ name, url, isPage, https }),
      bodies: new Map(),
    });
  }

  // One at a time: each takes tables of megabytes, and all at once left 65 MB that an idle process never
  // released.
  let packing = Promise.resolve();
  const packLater = (entry: Entry, version: Version, bytes: Buffer) => {
    packing = packing.then(async () => {
      const better = await packWell(bytes).catch(() => undefined);
      if (better) putPacked(entry, version, bytes, better);
    });
  };

  const bodyOf = (entry: Entry, version: Version, encoding: Encoding): Body => {
    const known = entry.bodies.get(`${version} ${encoding}`);
    if (known) return known;
    const bytes = entry.bodies.get(`${version} identity`)?.bytes ?? fill(entry, version, slots);
    const identity = put(entry, version, "identity", bytes, `"${tagOf(bytes)}"`);
    if (encoding === "identity") return identity;
    if (!isCompressible(entry.headers["Content-Type"]!)) {
      entry.bodies.set(`${version} ${encoding}`, identity);
      return identity;
    }
    const packed = findPacked(digestOf(bytes));
    putPacked(entry, version, bytes, packed ?? packFast(bytes));
    if (!packed) packLater(entry, version, bytes);
    return entry.bodies.get(`${version} ${encoding}`)!;
  };

  return {
    paths: [...files.keys()],
    serve(request, response) {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      const url = request.url ?? "/";
      const query = url.indexOf("?");
      if (query >= 0 && OUTCOME.test(url.slice(query))) return false;
      const entry = files.get(query < 0 ? url : url.slice(0, query));
      if (!entry) return false;
      const viewer = entry.isPage ? viewerOf(request.headers.cookie) : "guest";
      const version: Version =
        entry.isPage && request.headers["sec-gpc"] === "1" ? `${viewer} opted out` : viewer;
      const body = bodyOf(entry, version, encodingFor(request.headers["accept-encoding"]));
      if (isKnown(request.headers["if-none-match"], body.headers["ETag"]!)) {
        response.writeHead(304, {
          ETag: body.headers["ETag"],
          "Cache-Control": body.headers["Cache-Control"],
          Vary: body.headers["Vary"],
        });
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

function fill({ raw, name, isPage }: Entry, version: Version, slots: Slots): Buffer {
  if (isPage) {
    const viewer: Viewer = version.startsWith("member") ? "member" : "guest";
    return Buffer.from(fillSlots(raw.toString("utf8"), slots, viewer, version.endsWith("opted out")));
  }
  return FILLED_PLAINLY.test(name) ? Buffer.from(fillPlainFile(raw.toString("utf8"), slots)) : raw;
}

const tagOf = (bytes: Buffer) => digestOf(bytes).slice(0, 22);

/** The ETag is weak: the same file is sent with fast compression first, and smaller soon after. */
function putPacked(entry: Entry, version: Version, bytes: Buffer, packed: Packed): void {
  for (const encoding of ["br", "gzip"] as const)
    put(entry, version, encoding, packed[encoding], `W/"${tagOf(bytes)}-${encoding}"`);
}

function put(entry: Entry, version: Version, encoding: Encoding, bytes: Buffer, tag: string): Body {
  const headers: Record<string, string> = {
    ...entry.headers,
    "Content-Length": String(bytes.length),
    ETag: tag,
  };
  if (encoding !== "identity") headers["Content-Encoding"] = encoding;
  const made = { bytes, headers };
  entry.bodies.set(`${version} ${encoding}`, made);
  return made;
}

// Compressing proxies make an ETag weak, and may send several.
const isKnown = (header: string | undefined, tag: string) =>
  header
    ?.split(",")
    .some((one) => one.trim() === "*" || withoutWeakPrefix(one.trim()) === withoutWeakPrefix(tag)) ?? false;
const withoutWeakPrefix = (tag: string) => tag.replace(/^W\//, "");

function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return "identity";
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return "br";
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return "gzip";
  return "identity";
}

function headersOf(file: {
  name: string;
  url: string;
  isPage: boolean;
  https: boolean;
}): Record<string, string> {
  const { name, url, isPage } = file;
  return {
    "Content-Type": typeOf(name),
    "Cache-Control": /^(?:field\/)?assets\//.test(name)
      ? "public, max-age=31536000, immutable"
      : isPage
        ? "no-cache"
        : url === "/account/field-worker.js"
          ? "no-cache"
          : `public, max-age=${url === "/embed.js" ? 300 : 3600}`,
    Vary: isPage ? "Accept-Encoding, Cookie, Sec-GPC" : "Accept-Encoding",
    ...securityHeaders({ https: file.https, path: url }),
    ...(isPage ? { "Content-Security-Policy": contentSecurityPolicy() } : {}),
  };
}
