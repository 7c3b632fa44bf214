// A document's pages come as one picture, one under the other: here they are told apart. Plain text work, for
// the browser too.

const WIDTH = 612;
const HEIGHT = 792;
/**
 * A page as the renderer writes it: its ground, then everything on it in one group, each at the first level
 * of the file.
 */
const PAGE = /^ {4}(<path [^\n]*\/>)\n {4}<g(?: transform="[^"]*")?>\n([\s\S]*?)^ {4}<\/g>$/gm;
const NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

interface Pieces {
  readonly pages: readonly { readonly ground: string; readonly words: string }[];
  /** Shapes of letters that all pages use. */
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

/** Each page of renderSvg() as a picture of its own. */
export function splitPages(svg: string): string[] {
  const { pages, shapes } = piecesOf(svg);
  return pages.map(
    ({ ground, words }) =>
      `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" ${NAMES}>${ground}<g>${words}</g>${shapes}</svg>`,
  );
}

/**
 * All pages of renderSvg() one under the other, each on its own ground: the renderer paints every ground at
 * the top.
 */
export function stackPages(svg: string): string {
  const { pages, shapes } = piecesOf(svg);
  const stacked = pages
    .map(({ ground, words }, at) => `<g transform="translate(0 ${at * HEIGHT})">${ground}<g>${words}</g></g>`)
    .join("");
  const height = pages.length * HEIGHT;
  return `<svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" ${NAMES}>${stacked}${shapes}</svg>`;
}
