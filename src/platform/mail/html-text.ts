const ENTITIES: Readonly<Record<string, string>> = { nbsp: " ", lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
/** Nobody types half a megabyte. */
const LONGEST_HTML = 512 * 1024;
const HIDDEN_END = /<\/(?:style|script|title)\b/i;

/** The words of a mail that has no plain text, with its lines and `>` before what is quoted; for reading, never to be shown as HTML. */
export function textOfHtml(html: string): string {
  const [first = "", ...rest] = html.slice(0, LONGEST_HTML).split(/<(?:style|script|title)\b/i);
  // What has no end hides all that follows, as in a browser.
  const behind = rest.map((piece) => {
    const end = piece.search(HIDDEN_END);
    return end < 0 ? "" : piece.slice(end);
  });
  return (
    [first, ...behind]
      .join("")
      .replace(/\s+/g, " ")
      // What mail programs put around what they quote.
      .replace(/<blockquote\b|<div\b[^<>]{0,200}\b(?:gmail_quote|divRplyFwdMsg|appendonsend|yahoo_quoted)/gi, "\n>\n$&")
      .replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d|hr)\b[^<>]*>/gi, "\n")
      .replace(/<[^<>]*>/g, "")
      .replace(/&(nbsp|lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name]!)
      // One space at most, so that what follows takes no more than a look at each line.
      .replace(/[^\S\n]+/g, " ")
      .replace(/ ?\n ?/g, "\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim()
  );
}
