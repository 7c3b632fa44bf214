/** Why a PDF can't be read. */
export type PdfProblem = "password" | "damaged";

export class UnreadablePdf extends Error {
  readonly problem: PdfProblem;

  constructor(problem: PdfProblem, cause?: unknown) {
    super(`the PDF can't be read: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** In points, a 72nd of an inch, as the page is shown: a rotated page is upright. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface OpenPdf {
  readonly count: number;
  /** Draws a page. @param page from 1 @param scaleOf pixels per point */
  draw(page: number, scaleOf: (size: PageSize) => number): Promise<HTMLCanvasElement>;
  /** The text of a page; blank for a scan. */
  text(page: number): Promise<string>;
  /** Without drawing it. */
  size(page: number): Promise<PageSize>;
  close(): Promise<void>;
}

/** Opens a PDF. @throws {UnreadablePdf} */
export async function openPdf(file: Blob): Promise<OpenPdf> {
  return await (await import("./read-pdf.ts")).readPdf(file);
}

/** Fetches what reading a PDF needs, so that it is on the device without a signal. Best effort. */
export async function warmPdf(): Promise<void> {
  const { addresses } = await import("./files.ts");
  await Promise.all([import("./read-pdf.ts"), ...addresses.map((one) => fetch(one))]).catch(() => undefined);
}
