import type { LoaderFunctionArgs } from "react-router";
import { installation } from "#platform/config/installation.server.ts";
import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { logoFileAt } from "./public-profile.server.ts";

/** `/logo/{token}.png`: a business's logo, for its pages and emails. */
export async function loader({ params }: LoaderFunctionArgs): Promise<Response> {
  try {
    const file = logoFileAt(params["file"] ?? "");
    if (!file) throw new AppError("not_found", "Page not found.");
    const bytes = await installation().files.get(file);
    return new Response(new Uint8Array(bytes), {
      headers: {
        "Content-Type": "image/png",
        "Content-Disposition": 'inline; filename="logo.png"',
        "Cache-Control": "public, max-age=31536000, immutable",
        "Content-Security-Policy": "sandbox; default-src 'none'",
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
