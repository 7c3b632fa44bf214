/**
 * A Content-Disposition for file names in any script (RFC 6266): an ASCII name for old clients, the real name
 * beside it.
 */
export function contentDisposition(how: "attachment" | "inline", fileName: string): string {
  const plain =
    fileName
      .normalize("NFKD")
      .replace(/[^\x20-\x7e]/g, "")
      .replace(/["\\%]/g, "")
      .trim() || "document";
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
