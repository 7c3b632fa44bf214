import type { SharpOptions } from "sharp";
import phash from "sharp-phash";

/**
 * What a picture shows, as 64 bits in hex: a copy that was made smaller or recompressed differs in few of
 * them (`likeness.ts`). Bytes alone don't tell.
 */
export async function likenessOf(picture: Buffer, options?: SharpOptions): Promise<string> {
  const bits = await phash(picture, options);
  return BigInt(`0b${bits}`).toString(16).padStart(16, "0");
}
