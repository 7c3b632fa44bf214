// Small PDFs, written by hand.

export interface DrawnPage {
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise. */
  readonly rotate?: 0 | 90 | 180 | 270;
  /** In its lower left corner. */
  readonly text: string;
}

/**
 * A PDF whose pages have a frame, a text, and a red square in the lower left corner.
 * @param isLocked whether it asks for a password
 */
export function pdfOf(pages: readonly DrawnPage[], { isLocked = false } = {}): Buffer {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + at * 2} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap(({ width, height, rotate = 0, text }, at) => {
      const walls = [0.3, 0.55, 0.8]
        .map((by) => `${width * by} 40 m ${width * by} ${height - 40} l S`)
        .join(" ");
      const drawn = `3 w 20 20 ${width - 40} ${height - 40} re S ${walls} 1 0 0 rg 20 20 60 60 re f 0 g BT /F 28 Tf 100 60 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Contents ${5 + at * 2} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ];
    }),
  ];
  const word = `<${"5a".repeat(32)}>`;
  if (isLocked) objects.push(`<< /Filter /Standard /V 1 /R 2 /P -44 /O ${word} /U ${word} >>`);
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const id = `/ID [<${"00".repeat(16)}> <${"00".repeat(16)}>]`;
  const locked = isLocked ? ` /Encrypt ${objects.length} 0 R` : "";
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${id}${locked} >>\nstartxref\n${body.length}\n%%EOF\n`,
    "latin1",
  );
}
