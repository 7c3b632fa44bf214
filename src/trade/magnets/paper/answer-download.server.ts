import type { MagnetText } from "#ground/writing/public.server.ts";
import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { stackPages } from "#platform/pdf/svg-pages.ts";
import { magnetFileName, toPlainText } from "./plain-text.ts";
import { type Brand, renderMagnet, renderMagnetCover, renderMagnetPages } from "./render.ts";

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
  text: async (text, brand) => ({
    type: "text/plain; charset=utf-8",
    disposition: contentDisposition("attachment", magnetFileName(text.title, "txt")),
    body: toPlainText(text, brand),
  }),
  // Without script; letters are outlines.
  cover: async (text, brand) => ({ type: "image/svg+xml", body: await renderMagnetCover(text, brand) }),
  pages: async (text, brand) => ({
    type: "image/svg+xml",
    body: stackPages(await renderMagnetPages(text, brand)),
  }),
};

/**
 * Responds with a guide as a file.
 * @param format `pdf`, `text`, `cover` or `pages`; others are not found
 */
export async function answerDownload(
  format: string | undefined,
  find: () => Promise<{ text: MagnetText; brand: Brand }>,
): Promise<Response> {
  try {
    const answer = Object.hasOwn(FORMATS, format ?? "") ? FORMATS[format!] : undefined;
    if (!answer) throw new AppError("not_found", "Page not found.");
    const { text, brand } = await find();
    const { type, disposition, body } = await answer(text, brand);
    return new Response(body, {
      headers: {
        "Content-Type": type,
        ...(disposition ? { "Content-Disposition": disposition } : {}),
        "Cache-Control": "no-store",
        // A cover embeds its logo.
        "Content-Security-Policy": "default-src 'none'; img-src data:; sandbox",
        "X-Robots-Tag": "noindex",
      },
    });
  } catch (error) {
    // A sign-in redirect is not a failure.
    if (error instanceof Response) throw error;
    const failure = toAppError(error);
    const headers = new Headers({ "Content-Type": "text/plain; charset=utf-8" });
    if (failure.retryAfter !== undefined) headers.set("Retry-After", String(failure.retryAfter));
    return new Response(`${failure.message}\n`, { status: failure.status, headers });
  }
}
