/** How many photos a page has; pairs and panoramas aside. */
export type PerPage = 1 | 2 | 4 | 6;

export interface BookItem {
  readonly sha256: string;
  /** Width over height. */
  readonly aspect: number;
  /** All that is printed below it. */
  readonly text: string;
  /** The SHA-256 of the photo that belongs beside it, and which of the two it is: "Before". */
  readonly pair: { readonly sha256: string; readonly label: string } | null;
}

export interface BookGroup<Item> {
  readonly title: string;
  readonly photos: readonly Item[];
}

/**
 * `full`: one photo, its text below; `beside`: one photo, its text beside it; `two` and `pair`: two photos
 * side by side; `wide`: a panorama across the page.
 */
export type RowKind = "full" | "beside" | "two" | "pair" | "wide";

interface Row<Item> {
  readonly kind: RowKind;
  readonly photos: readonly Item[];
  /** The index of the group that begins here. */
  readonly begins: number | null;
}

export interface PlacedRow<Item> extends Row<Item> {
  /** Of the photos and their texts, in points. */
  readonly height: number;
  /** Of a photo with its text beside it. */
  readonly width: number;
}

export interface PlacedPage<Item> {
  readonly rows: readonly PlacedRow<Item>[];
}

/** In points: letter paper less its margins. */
export const BODY = { width: 504, height: 642 } as const;
const GAP = 16;
/** Between rows. */
const ROW_GAP = 22;
const BESIDE = 330;
/** With the space around it. */
const HEADING = 40;
const LABEL = 18;
/** A last page that is less full than this looks forgotten. */
const SPARSE = 0.36;
/** Photos of a page may be so much smaller to make room for the rows of a last page. */
const SQUEEZED = 1.2;
const LINE = 11.5;
/** An average character of a photo's text. */
const CHARACTER = 4.6;
/** A photo is a panorama from here, and needs half the height from there. */
const WIDE = 2;
const VERY_WIDE = 4;
/** A text higher than this needs room of its own on a page of six. */
const LONG_TEXT = 80;

const column = (BODY.width - GAP) / 2;

/** How high a text is, roughly. Characters of Asian scripts are twice as wide. */
function textHeight(text: string, width: number): number {
  const characters = Array.from(text).reduce((sum, one) => sum + (one > "\u2e80" ? 2 : 1), 0);
  return (Math.ceil((characters * CHARACTER) / width) + 1) * LINE;
}

/** Photos in rows. Pairs stay together; photos before and after one that needs a row share one. */
function rowsOf<Item extends BookItem>(groups: readonly BookGroup<Item>[], perPage: PerPage): Row<Item>[] {
  return groups.flatMap(({ photos }, at) => {
    const rows: Omit<Row<Item>, "begins">[] = [];
    const done = new Set<string>();
    let first: Item | undefined;
    for (const photo of photos) {
      if (done.has(photo.sha256)) continue;
      done.add(photo.sha256);
      const other = photos.find(({ sha256 }) => sha256 === photo.pair?.sha256 && !done.has(sha256));
      if (other) {
        done.add(other.sha256);
        rows.push({ kind: "pair", photos: [photo, other] });
      } else if (photo.aspect > WIDE) rows.push({ kind: "wide", photos: [photo] });
      else if (perPage <= 2) rows.push({ kind: perPage === 1 ? "full" : "beside", photos: [photo] });
      else if (first) {
        rows.push({ kind: "two", photos: [first, photo] });
        first = undefined;
      } else first = photo;
    }
    if (first) rows.push({ kind: "beside", photos: [first] });
    return rows.map((row, index) => ({ ...row, begins: index === 0 ? at : null }));
  });
}

/** How many rows fit on a page. */
const roomFor = (perPage: PerPage): number => (perPage === 6 ? 3 : 2);

function unitsOf({ kind, photos }: Row<BookItem>, perPage: PerPage): number {
  if (kind === "full") return roomFor(perPage);
  if (kind === "wide" && photos[0]!.aspect >= VERY_WIDE * (perPage === 6 ? 1.5 : 1) && perPage > 1)
    return 0.5;
  const isLong = perPage === 6 && kind !== "beside" && Math.max(...photos.map(textOf)) > LONG_TEXT;
  return isLong ? 1.5 : 1;
}

const textOf = ({ text }: BookItem): number => textHeight(text, column);
const unitsOn = (rows: readonly Row<BookItem>[], perPage: PerPage): number =>
  rows.reduce((sum, row) => sum + unitsOf(row, perPage), 0);

/** A photo that has a page to itself leaves half of it. */
const halved = <Item extends BookItem>(row: Row<Item>): Row<Item> =>
  row.kind === "full" ? { ...row, kind: "beside" } : row;

/** Rows on pages, so that none is nearly empty. */
function pack<Item extends BookItem>(rows: readonly Row<Item>[], perPage: PerPage): Row<Item>[][] {
  const room = roomFor(perPage);
  const pages: Row<Item>[][] = [];
  for (const row of rows) {
    const page = pages.at(-1);
    const used = page ? unitsOn(page, perPage) : room;
    if (page && used + unitsOf(row, perPage) <= room) page.push(row);
    // Beside half a page of a pair or a panorama.
    else if (page && perPage === 1 && used < room) page.push(halved(row));
    else pages.push([row]);
  }
  return balanced(pages, perPage);
}

/** Without a last page that is nearly empty, if the page before can take it or give a row. */
function balanced<Item extends BookItem>(pages: Row<Item>[][], perPage: PerPage): Row<Item>[][] {
  const [before, last] = pages.slice(-2);
  if (!before || !last || filled(last, perPage) > SPARSE) return pages;
  const isAlone = perPage === 1 && before.length === 1;
  const both = [...before.map(isAlone ? halved : (row) => row), ...last];
  if (isAlone || filled(both, perPage) <= SQUEEZED) return [...pages.slice(0, -2), both];
  const [rest, moved] = [before.slice(0, -1), before.slice(-1)];
  const isBetter =
    rest.length > 0 &&
    unitsOn([...moved, ...last], perPage) <= roomFor(perPage) &&
    filled(rest, perPage) > SPARSE;
  return isBetter ? [...pages.slice(0, -2), rest, [...moved, ...last]] : pages;
}

/** How much of a page these rows need, as they would be on it; over 1 if they'd have to be smaller. */
function filled(rows: readonly Row<BookItem>[], perPage: PerPage): number {
  const headings = rows.filter(({ begins }) => begins !== null).length * HEADING;
  const unit = BODY.height / Math.min(roomFor(perPage), Math.max(2, unitsOn(rows, perPage)));
  const heights = rows.map((row) => Math.min(unit * unitsOf(row, perPage), naturalHeight(row)));
  return (headings + heights.reduce((sum, one) => sum + one, 0)) / BODY.height;
}

/** How high a row is if its photos are as large as its columns let them. */
function naturalHeight({ kind, photos }: Row<BookItem>): number {
  const [first] = photos as [BookItem];
  if (kind === "beside")
    return Math.max(BESIDE / first.aspect, textHeight(first.text, BODY.width - BESIDE - GAP));
  if (kind === "full" || kind === "wide")
    return BODY.width / first.aspect + textHeight(first.text, BODY.width);
  const tile = Math.max(...photos.map(({ aspect }) => column / aspect));
  return tile + Math.max(...photos.map(textOf)) + (kind === "pair" ? LABEL : 0);
}

function fitted<Item extends BookItem>(row: Row<Item>, slot: number): PlacedRow<Item> {
  const height = Math.min(slot, naturalHeight(row));
  return { ...row, height, width: Math.min(BESIDE, height * row.photos[0]!.aspect) };
}

function placed<Item extends BookItem>(
  rows: readonly Row<Item>[],
  perPage: PerPage,
  height: number,
): PlacedPage<Item> {
  const headings = rows.filter(({ begins }) => begins !== null).length * HEADING;
  const used = unitsOn(rows, perPage);
  // Pages with fewer rows have photos of the same size, unless two rows share a page for three.
  const units = Math.max(used, Math.min(roomFor(perPage), 2));
  const unit = (height - headings - ROW_GAP * (rows.length - 1)) / units;
  return {
    rows: rows.map((row) => {
      const slot = unit * unitsOf(row, perPage);
      return fitted(row, slot);
    }),
  };
}

/**
 * Places photos on pages, in order.
 * @param firstHeight what is left of the cover, for a single row; in points
 * @returns `cover`: the row that is printed on the cover itself, if there is only one
 */
export function layoutOf<Item extends BookItem>(
  groups: readonly BookGroup<Item>[],
  perPage: PerPage,
  firstHeight: number,
): { readonly cover: PlacedRow<Item> | null; readonly pages: readonly PlacedPage<Item>[] } {
  const rows = rowsOf(groups, perPage);
  const [only] = rows;
  if (rows.length === 1 && only) {
    const row = only.kind === "beside" ? { ...only, kind: "full" as const } : only;
    return { cover: fitted(row, firstHeight), pages: [] };
  }
  return { cover: null, pages: pack(rows, perPage).map((page) => placed(page, perPage, BODY.height)) };
}
