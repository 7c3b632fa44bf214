import type { MagnetText } from "#features/writing/public.server.ts";
import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { magnetFileName, renderMagnet, toPlainText } from "./report.ts";

/**
 * Answers a download of a magnet.
 * @param format `pdf` or `text`; anything else is not found
 */
export async function answerDownload(
  format: string | undefined,
  find: () => Promise<{ text: MagnetText; businessName: string; createdAt: Temporal.Instant }>,
): Promise<Response> {
  try {
    if (format !== "pdf" && format !== "text") throw new AppError("not_found", "There is nothing here.");
    const { text, businessName, createdAt } = await find();
    const extension = format === "pdf" ? "pdf" : "txt";
    const body = format === "pdf" ? new Uint8Array(await renderMagnet(text, { businessName, createdAt })) : toPlainText(text);
    return new Response(body, {
      headers: {
        "Content-Type": format === "pdf" ? "application/pdf" : "text/plain; charset=utf-8",
        "Content-Disposition": contentDisposition("attachment", magnetFileName(text.title, extension)),
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Robots-Tag": "noindex",
      },
    });
  } catch (error) {
    // A sign-in redirect is not a failure.
    if (error instanceof Response) throw error;
    const failure = toAppError(error);
    return new Response(`${failure.message}\n`, { status: failure.status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  }
}
