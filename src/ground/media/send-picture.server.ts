import { installation } from "#platform/config/installation.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Photo } from "./originals.server.ts";
import { DERIVATIVES, JPEGS } from "./rules.ts";

/** Headers of files that people uploaded: nothing in them may run, and no search engine lists them. */
export const LOCKED = {
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
};

/**
 * Sends a smaller picture of a photo, which has no metadata. Call it outside of a transaction.
 * @param what `thumb`, `screen` or `report`
 * @param headers for caching; default: nobody stores it, as behind a link that can be closed
 * @throws AppError not_found for another one, and until it is rendered
 */
export async function sendPicture(
  photo: Photo | undefined,
  what: string,
  headers: Readonly<Record<string, string>> = { "Cache-Control": "no-store" },
): Promise<Response> {
  const name = DERIVATIVES.find((one) => one === what);
  const drawn = name && photo?.derivatives[name];
  if (!drawn) throw new AppError("not_found", "Page not found.");
  const bytes = await installation().files.get(drawn.file);
  return new Response(new Uint8Array(bytes), {
    headers: { ...LOCKED, ...headers, "Content-Type": JPEGS.includes(name) ? "image/jpeg" : "image/webp" },
  });
}
