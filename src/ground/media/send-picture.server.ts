import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { DERIVATIVES, JPEGS } from "./rules.ts";
import type { SharedPhoto } from "./shared-photos.server.ts";

/** Headers of files that people uploaded: nothing in them may run, and no search engine lists them. */
const LOCKED = {
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
};

export const lockedHeaders = (more: Readonly<Record<string, string>>): Record<string, string> => ({
  ...LOCKED,
  ...more,
});

/** An error as a line of text, in place of a file. */
export function refuseFile(error: unknown): Response {
  const { message, status } = toAppError(error);
  return new Response(`${message}\n`, {
    status,
    headers: lockedHeaders({ "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" }),
  });
}

/**
 * Sends a smaller picture of a photo, which has no metadata. Errors are answered as a line of text; 404 until
 * the picture is rendered.
 * @param find finds the photo in a transaction that ends before sending begins
 * @param what `thumb`, `screen` or `report`
 * @param headers for caching; default: nobody stores it, as behind a link that can be closed
 */
export async function sendPicture(
  find: () => Promise<SharedPhoto | undefined>,
  what: string,
  headers: Readonly<Record<string, string>> = { "Cache-Control": "no-store" },
): Promise<Response> {
  try {
    const photo = await find();
    const name = DERIVATIVES.find((one) => one === what);
    const bytes = name && (await photo?.bytesOf(name));
    if (!bytes) throw new AppError("not_found", "Page not found.");
    return new Response(new Uint8Array(bytes), {
      headers: lockedHeaders({
        ...headers,
        "Content-Type": JPEGS.includes(name) ? "image/jpeg" : "image/webp",
      }),
    });
  } catch (error) {
    return refuseFile(error);
  }
}
