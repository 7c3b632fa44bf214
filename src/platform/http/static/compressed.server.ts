import { promisify } from "node:util";
import zlib from "node:zlib";

// Up to here compressing takes a fraction of a millisecond, less than handing it to another thread and back.
const COMPRESSED_HERE_BYTES = 128 * 1024;
// Fast settings: a page made per request is compressed per request. The window is as large as most pages, not
// the four megabytes that it would otherwise be given room for.
const BROTLI = {
  params: {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 1,
    [zlib.constants.BROTLI_PARAM_LGWIN]: 17,
    [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
  },
};
const GZIP = { level: 4 };
const compressors = {
  br: { here: zlib.brotliCompressSync, elsewhere: promisify(zlib.brotliCompress), options: BROTLI },
  gzip: { here: zlib.gzipSync, elsewhere: promisify(zlib.gzip), options: GZIP },
};

/**
 * A page as the browser takes it, in as few bytes as it understands.
 * @param headers get what says so
 */
export async function compressed(
  html: string,
  accepted: string | undefined,
  headers: Headers,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoding =
    accepted && /\bbr\b/.test(accepted) ? "br" : accepted && /\bgzip\b/.test(accepted) ? "gzip" : undefined;
  const bytes = Buffer.from(html);
  const { here, elsewhere, options } = encoding
    ? compressors[encoding]
    : { here: undefined, elsewhere: undefined, options: {} };
  const body = !here
    ? bytes
    : bytes.length <= COMPRESSED_HERE_BYTES
      ? here(bytes, options)
      : await elsewhere(bytes, options);
  if (encoding) headers.set("Content-Encoding", encoding);
  headers.set("Content-Length", String(body.length));
  return new Uint8Array(body.buffer, body.byteOffset, body.length);
}
