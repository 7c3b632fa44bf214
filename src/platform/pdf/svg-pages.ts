// Splits a document's single SVG of stacked pages. Pure text, works in the browser too.

const WIDTH = 612;
const HEIGHT = 792;
/**
 * A page as the renderer writes it: its background, then a group with everything on it, both at the first
 * level of the file.
 */
const PAGE = /^ {4}(<path [^\n]*\/>)\n {4}<g(?: transform="[^"]*")?>\n([\s\S]*?)^ {4}<\/g>$/gm;
const NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

interface Pieces {
  readonly pages: readonly { readonly ground: string; readonly words: string }[];
  /** Letter shapes that all pages use. */
  readonly shapes: string;
}

function piecesOf(svg: string): Pieces {
  let end = 0;
  const pages = Array.from(svg.matchAll(PAGE), ({ 0: whole, 1: ground = "", 2: words = "", index }) => {
    end = index + whole.length;
    return { ground, words };
  });
  return { pages, shapes: svg.slice(end).replace(/<\/svg>\s*$/, "") };
}

/** Splits the output of renderSvg() into one picture per page. */
export function splitPages(svg: string): string[] {
  const { pages, shapes } = piecesOf(svg);
  return pages.map(
    ({ ground, words }) =>
      `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" ${NAMES}>${ground}<g>${words}</g>${shapes}</svg>`,
  );
}

/**
 * All pages of renderSvg() stacked, each on its own background: the renderer paints every background at the
 * top.
 */
export function stackPages(svg: string): string {
  const { pages, shapes } = piecesOf(svg);
  const stacked = pages
    .map(({ ground, words }, at) => `<g transform="translate(0 ${at * HEIGHT})">${ground}<g>${words}</g></g>`)
    .join("");
  const height = pages.length * HEIGHT;
  return `<svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" ${NAMES}>${stacked}${shapes}</svg>`;
}
