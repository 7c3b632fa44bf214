import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** A local file's SHA-256 in hexadecimal, and its size in bytes. */
export async function hashOfFile(file: string): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const digest = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    digest.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: digest.digest("hex"), bytes };
}

/**
 * Passes chunks through, and throws at the end if they don't match the expected hash: a file that changed
 * between two readings must not be stored under a wrong key.
 */
export async function* verified(
  chunks: AsyncIterable<Uint8Array>,
  sha256: string,
): AsyncGenerator<Uint8Array> {
  const digest = createHash("sha256");
  for await (const chunk of chunks) {
    digest.update(chunk);
    yield chunk;
  }
  if (digest.digest("hex") !== sha256)
    throw new Error("the content of a file changed while it was being stored");
}
