import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { dripFileName, renderDrip, toPlainText, type WrittenDrip } from "./report.ts";

interface File {
  readonly type: string;
  readonly extension: "pdf" | "txt";
  readonly body: string | Uint8Array<ArrayBuffer>;
}

const FORMATS: Readonly<Record<string, (drip: WrittenDrip) => Promise<File>>> = {
  pdf: async (drip) => ({ type: "application/pdf", extension: "pdf", body: new Uint8Array(await renderDrip(drip)) }),
  text: async (drip) => ({ type: "text/plain; charset=utf-8", extension: "txt", body: toPlainText(drip) }),
};

/**
 * Answers with a drip as a file.
 * @param format `pdf` or `text`; anything else is not found
 */
export async function answerDripFile(format: string | undefined, find: () => Promise<WrittenDrip>): Promise<Response> {
  try {
    const make = Object.hasOwn(FORMATS, format ?? "") ? FORMATS[format!] : undefined;
    if (!make) throw new AppError("not_found", "There is nothing here.");
    const drip = await find();
    const { type, extension, body } = await make(drip);
    return new Response(body, {
      headers: {
        "Content-Type": type,
        "Content-Disposition": contentDisposition("attachment", dripFileName(drip.brief, extension)),
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
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
