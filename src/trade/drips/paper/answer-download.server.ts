import type { Letterhead } from "#ground/businesses/public.server.ts";
import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { stackPages } from "#platform/pdf/svg-pages.ts";
import { dripFileName, renderDrip, renderDripPages, toPlainText, type WrittenDrip } from "./render.ts";

interface File {
  readonly type: string;
  /** Without one it is a picture in a page. */
  readonly extension?: "pdf" | "txt";
  readonly body: string | Uint8Array<ArrayBuffer>;
}

interface Found {
  readonly drip: WrittenDrip;
  readonly from: Letterhead;
}

const FORMATS: Readonly<Record<string, (found: Found) => Promise<File>>> = {
  pdf: async ({ drip, from }) => ({
    type: "application/pdf",
    extension: "pdf",
    body: new Uint8Array(await renderDrip(drip, from)),
  }),
  text: async ({ drip }) => ({
    type: "text/plain; charset=utf-8",
    extension: "txt",
    body: toPlainText(drip),
  }),
  // Without script; letters are outlines.
  pages: async ({ drip, from }) => ({
    type: "image/svg+xml",
    body: stackPages(await renderDripPages(drip, from)),
  }),
};

/**
 * Responds with a drip as a file.
 * @param format `pdf`, `text` or `pages`; others are not found
 */
export async function answerDripFile(
  format: string | undefined,
  find: () => Promise<Found>,
): Promise<Response> {
  try {
    const make = Object.hasOwn(FORMATS, format ?? "") ? FORMATS[format!] : undefined;
    if (!make) throw new AppError("not_found", "Page not found.");
    const found = await find();
    const { type, extension, body } = await make(found);
    return new Response(body, {
      headers: {
        "Content-Type": type,
        ...(extension
          ? {
              "Content-Disposition": contentDisposition(
                "attachment",
                dripFileName(found.drip.brief, extension),
              ),
            }
          : {}),
        "Cache-Control": "no-store",
        // Pages embed their logo.
        "Content-Security-Policy": "default-src 'none'; img-src data:; sandbox",
        "X-Robots-Tag": "noindex",
      },
    });
  } catch (error) {
    const failure = toAppError(error);
    const headers = new Headers({ "Content-Type": "text/plain; charset=utf-8" });
    if (failure.retryAfter !== undefined) headers.set("Retry-After", String(failure.retryAfter));
    return new Response(`${failure.message}\n`, { status: failure.status, headers });
  }
}
