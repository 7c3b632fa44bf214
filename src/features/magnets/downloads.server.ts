import type { MagnetText } from "#features/writing/public.server.ts";
import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { type Brand, magnetFileName, renderMagnet, renderMagnetCover, toPlainText } from "./report.ts";

interface Answer {
  type: string;
  disposition?: string;
  body: string | Uint8Array<ArrayBuffer>;
}

const FORMATS: Readonly<Record<string, (text: MagnetText, brand: Brand) => Promise<Answer>>> = {
  pdf: async (text, brand) => ({
    type: "application/pdf",
    disposition: contentDisposition("attachment", magnetFileName(text.title, "pdf")),
    body: new Uint8Array(await renderMagnet(text, brand)),
  }),
  text: async (text) => ({
    type: "text/plain; charset=utf-8",
    disposition: contentDisposition("attachment", magnetFileName(text.title, "txt")),
    body: toPlainText(text),
  }),
  // A picture for the page on which the magnet is shown: letters are outlines, nothing in it runs.
  cover: async (text, brand) => ({ type: "image/svg+xml", body: await renderMagnetCover(text, brand) }),
};

/**
 * Answers with a magnet as a file.
 * @param format `pdf`, `text` or `cover`; anything else is not found
 */
export async function answerDownload(
  format: string | undefined,
  find: () => Promise<{ text: MagnetText; businessName: string; createdAt: Temporal.Instant }>,
): Promise<Response> {
  try {
    const answer = Object.hasOwn(FORMATS, format ?? "") ? FORMATS[format!] : undefined;
    if (!answer) throw new AppError("not_found", "There is nothing here.");
    const { text, businessName, createdAt } = await find();
    const { type, disposition, body } = await answer(text, { businessName, createdAt });
    return new Response(body, {
      headers: {
        "Content-Type": type,
        ...(disposition ? { "Content-Disposition": disposition } : {}),
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
