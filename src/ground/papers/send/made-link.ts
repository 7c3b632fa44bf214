import { qrMatrix, qrPath } from "#platform/drawing/qr-code.ts";

/** What `MadeLink` shows of an address. */
export function madeLink(link: string): {
  readonly link: string;
  readonly qr: { readonly path: string; readonly size: number };
} {
  const matrix = qrMatrix(link);
  return { link, qr: { path: qrPath(matrix), size: matrix.length } };
}
