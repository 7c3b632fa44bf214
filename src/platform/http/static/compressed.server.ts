import { promisify } from "node:util";
import zlib from "node:zlib";

// Up to this size, compressing takes a fraction of a millisecond, less than passing it to another thread and
// back.
const COMPRESSED_HERE_BYTES = 128 * 1024;
// Fast settings, since each page is compressed per request. The window fits most pages, instead of four
// megabytes.
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
 * Compresses a page with the best encoding the browser accepts.
 * @param headers get the matching Content-Encoding
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
