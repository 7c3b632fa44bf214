import { installation } from "#platform/config/installation.server.ts";
import { AppError, toAppError } from "#platform/errors/app-error.ts";

/**
 * Serves a public picture. Its address has the hash of its content, so it never changes.
 * @param file key in the file store; undefined answers 404
 */
export async function sendPublicPicture(
  file: string | undefined,
  { type, name }: { readonly type: "image/png" | "image/webp"; readonly name: string },
): Promise<Response> {
  try {
    if (!file) throw new AppError("not_found", "Page not found.");
    const bytes = await installation().files.get(file);
    return new Response(new Uint8Array(bytes), {
      headers: {
        "Content-Type": type,
        "Content-Disposition": `inline; filename="${name}"`,
        "Cache-Control": "public, max-age=31536000, immutable",
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "X-Content-Type-Options": "nosniff",
        // Webmail pages embed the logo from other origins.
        "Cross-Origin-Resource-Policy": "cross-origin",
        "X-Robots-Tag": "noindex",
      },
    });
  } catch (error) {
    const failure = toAppError(error);
    return new Response(`${failure.message}\n`, {
      status: failure.status,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
}
