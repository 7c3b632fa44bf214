import type { SharpOptions } from "sharp";
import { likenessOfSample, SAMPLE } from "./likeness.ts";
import { library } from "./sharp.server.ts";

/** The likeness of an upright picture (`likeness.ts`). */
export async function likenessOf(picture: Buffer, options?: SharpOptions): Promise<string> {
  const sharp = await library();
  const gray = await sharp(picture, options)
    .flatten({ background: "#fff" })
    .greyscale()
    .resize(SAMPLE, SAMPLE, { fit: "fill" })
    .raw()
    .toBuffer();
  return likenessOfSample(gray);
}
