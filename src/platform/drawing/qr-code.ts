import { encode } from "uqr";

/**
 * A text as a QR code: rows of modules, true is dark. Without a margin; scanners need four light modules
 * around it.
 */
export function qrMatrix(text: string): boolean[][] {
  return encode(text, { ecc: "M", border: 0 }).data;
}

/** The dark modules as one SVG path, a unit each; adjacent modules of a row are one stroke. */
export function qrPath(matrix: readonly (readonly boolean[])[]): string {
  let path = "";
  for (const [y, row] of matrix.entries())
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += `M${start} ${y}h${x - start + 1}v1h${start - x - 1}z`;
    }
  return path;
}
