import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

const TYPES: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};
const COMPRESSIBLE = /^(text\/|application\/(json|manifest|xml)|image\/svg)/;
/** Files whose slots the server fills on load, so the built bytes are never sent. */
const FILLED = /\.(data|html|txt|xml|webmanifest)$/;
/** Compressing takes tables of several megabytes per file. */
const AT_ONCE = 3;

export type Packing = "br" | "gzip";
export type Packed = Readonly<Record<Packing, Buffer>>;

/** Media type by file name. */
export const typeOf = (name: string): string => TYPES[path.extname(name)] ?? "application/octet-stream";
/** Whether files of this type shrink when compressed. */
export const isCompressible = (type: string): boolean => COMPRESSIBLE.test(type);
/** A content hash. */
export const digestOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("base64url");

/** Smallest output, but slow: some 70 ms of a core for a page. */
export async function packWell(bytes: Buffer): Promise<Packed> {
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), gzip(bytes, { level: 9 })]);
  return { br, gzip: gz };
}

/** Takes two or three milliseconds, for a waiting client; an eighth larger. */
export function packFast(bytes: Buffer): Packed {
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 5,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return { br: zlib.brotliCompressSync(bytes, { params }), gzip: zlib.gzipSync(bytes) };
}

/**
 * Offsets into the packed data (start, end of br, end of gzip) by the digest of the original file, and the
 * digest of all packed data.
 */
interface Contents {
  readonly digest: string;
  readonly files: Readonly<Record<string, readonly [start: number, brEnd: number, gzipEnd: number]>>;
}

const beside = (folder: string) => path.join(path.dirname(folder), "packed");

/**
 * Compresses the built files that are sent unchanged, once, so that starts don't have to (5 s of a core
 * each).
 * @param folder `build/client`; writes one file beside it: a line with the contents, then all data
 */
export async function packFolder(folder: string): Promise<void> {
  const waiting = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !FILLED.test(entry.name) && isCompressible(typeOf(entry.name)))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const packed = new Map<string, Packed>();
  const packOneByOne = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const bytes = readFileSync(file);
      packed.set(digestOf(bytes), await packWell(bytes));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, packOneByOne));
  const files: Record<string, [number, number, number]> = {};
  const pieces: Buffer[] = [];
  let at = 0;
  for (const [digest, { br, gzip: gz }] of [...packed].sort(([left], [right]) => (left < right ? -1 : 1))) {
    files[digest] = [at, at + br.length, at + br.length + gz.length];
    at += br.length + gz.length;
    pieces.push(br, gz);
  }
  const everything = Buffer.concat(pieces);
  const contents: Contents = { digest: digestOf(everything), files };
  writeFileSync(beside(folder), Buffer.concat([Buffer.from(`${JSON.stringify(contents)}\n`), everything]));
}

/**
 * Reads the output of `packFolder`. Lookup is by digest, so a file changed since is not found instead of
 * stale. If the packed file is missing or damaged, nothing is found, and callers compress files themselves.
 */
export function readPacked(folder: string): (digest: string) => Packed | undefined {
  try {
    const bytes = readFileSync(beside(folder));
    const line = bytes.indexOf("\n");
    const { digest, files } = JSON.parse(bytes.toString("utf8", 0, line)) as Contents;
    const everything = bytes.subarray(line + 1);
    if (digestOf(everything) !== digest) return () => undefined;
    return (wantedDigest) => {
      const place = Object.hasOwn(files, wantedDigest) ? files[wantedDigest] : undefined;
      return (
        place && {
          br: everything.subarray(place[0], place[1]),
          gzip: everything.subarray(place[1], place[2]),
        }
      );
    };
  } catch {
    return () => undefined;
  }
}
