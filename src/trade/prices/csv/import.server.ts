import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { zoneOf } from "#ground/businesses/public.server.ts";
import {
  applyCommands,
  lockCount,
  recordsOfKind,
  seen,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { watchEncoding } from "#platform/csv/encoding.ts";
import { createCsvReader, guessDialect } from "#platform/csv/read-csv.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { receiveFile } from "#platform/http/request/upload.server.ts";
import {
  type Item,
  itemsOf,
  type ItemValue,
  MOST_ITEMS,
  priceOn,
  RAISE,
  raisesOf,
  SHELF,
  shelve,
} from "../rules.ts";
import { type BadRow, columnsOf, readRow, type Row } from "./rows.ts";

const MOST_MEGABYTES = 10;
const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024;
const HEAD_CHARACTERS = 64 * 1024;
/** Values of one command, in bytes of JSON: well below what a command may have. */
const MOST_SETS_BYTES = 40_000;
const RECORDS_A_PAGE = 500;

const wrongFile = (message: string) => new AppError("invalid", message, { fields: { file: message } });

/** What a file says. Of rows with one text the last counts; the others are in `repeated`. */
interface PriceFile {
  readonly rows: readonly Row[];
  readonly bad: readonly BadRow[];
  readonly repeated: number;
}

/**
 * Receives a posted CSV file of prices, with the names of its columns in the first row. Saves nothing.
 * @throws AppError invalid, for field `file`, if it isn't one or has more than `MOST_ITEMS` rows
 */
export async function receivePrices(request: Request): Promise<PriceFile> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-prices-"));
  try {
    const draft = path.join(folder, "prices.csv");
    const upload = await receiveFile(request, draft, { field: "file", most: MOST_BYTES });
    if (upload === "too large") throw wrongFile(`That file is larger than ${MOST_MEGABYTES} MB. Split it.`);
    if (upload === "none") throw wrongFile("That file is empty. Choose another one.");
    const watch = watchEncoding();
    const pieces: Buffer[] = [];
    for await (const piece of createReadStream(draft) as AsyncIterable<Buffer>) {
      watch.push(piece);
      pieces.push(piece);
    }
    const encoding = watch.end();
    if (encoding === "workbook")
      throw wrongFile(
        "This is an Excel workbook. In Excel, choose File > Save As > “CSV UTF-8”, and upload that file.",
      );
    if (encoding === "no-text") throw wrongFile("This isn’t a CSV file. Export your prices as CSV.");
    return readPrices(new TextDecoder(encoding).decode(Buffer.concat(pieces)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads the text of a CSV file. @throws AppError as `receivePrices` */
function readPrices(text: string): PriceFile {
  const { delimiter, quoting } = guessDialect(text.slice(0, HEAD_CHARACTERS));
  const reader = createCsvReader(delimiter, quoting);
  const [header, ...records] = [...reader.push(text), ...reader.end()];
  const columns = header ? columnsOf(header.cells) : null;
  if (!columns)
    throw wrongFile("The first row has to name the columns. It needs at least “Item” and “Price”.");
  const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (filled.length === 0) throw wrongFile("This file has column names but no items.");
  if (filled.length > MOST_ITEMS)
    throw wrongFile(
      `This file has ${filled.length.toLocaleString("en-US")} rows. A price book has ${MOST_ITEMS.toLocaleString("en-US")} items at most. Nothing was changed.`,
    );
  const bad: BadRow[] = [];
  const byKey = new Map<string, Row>();
  let good = 0;
  for (const record of filled) {
    const row = readRow(record, columns);
    if ("why" in row) bad.push(row);
    else {
      good++;
      byKey.set(row.key, row);
    }
  }
  return { rows: [...byKey.values()], bad, repeated: good - byKey.size };
}

/** What an import did. */
interface Imported {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  /** Ids of its commands, for `undoImport`. */
  readonly commands: readonly string[];
}

/** The price book of the business, on the server. */
export async function bookOf(ctx: AccountContext) {
  const records = async (kind: string) => {
    const found: StoredRecord[] = [];
    for (;;) {
      const page = await recordsOfKind(ctx, kind, { after: found.at(-1)?.id }, RECORDS_A_PAGE);
      found.push(...page);
      if (page.length < RECORDS_A_PAGE) break;
    }
    return found.map(({ id, fields }) => ({ id, fields, values: shownFields(fields) }));
  };
  const [shelves, raises] = [await records(SHELF), raisesOf(await records(RAISE))];
  const today = ctx.now
    .toZonedDateTimeISO(await zoneOf(ctx))
    .toPlainDate()
    .toString();
  return { shelves, raises, today, items: itemsOf(shelves) };
}

/**
 * Saves rows: an item with the same text is changed, others are added. All or nothing, in the transaction of
 * `ctx`.
 * @throws AppError invalid if the book would have more than `MOST_ITEMS`; forbidden
 */
export async function importPrices(ctx: AccountContext, rows: readonly Row[]): Promise<Imported> {
  // Somebody else’s import would add the same items.
  await lockCount(ctx);
  const { shelves, raises, today, items } = await bookOf(ctx);
  const byKey = new Map(items.map((item) => [item.key, item]));
  const priced = { pricedOn: today, pricedAt: ctx.now.epochMilliseconds };
  const writes: { id: string; shelf?: string; value: ItemValue }[] = [];
  let [added, changed] = [0, 0];
  for (const row of rows) {
    const item = byKey.get(row.key);
    const { text, cents } = row;
    const entered = {
      ...{ text, cents, unit: row.unit ?? item?.unit ?? "", category: row.category ?? item?.category ?? "" },
      cost: row.hasCost ? row.cost : (item?.cost ?? null),
      isTaxable: row.isTaxable ?? item?.isTaxable ?? false,
    };
    if (!item) {
      added++;
      writes.push({ id: newId(), value: { ...entered, ...priced } });
    } else if (!isSame(entered, item, priceOn(item, raises, today))) {
      changed++;
      writes.push({ id: item.id, shelf: item.shelf, value: { ...entered, ...priced } });
    }
  }
  if (items.length + added > MOST_ITEMS)
    throw wrongFile(
      `A price book has ${MOST_ITEMS.toLocaleString("en-US")} items at most. With this file it would have ${(items.length + added).toLocaleString("en-US")}. Nothing was changed.`,
    );
  const sets = [...shelve(shelves, writes, newId)].flatMap(([shelf, values]) =>
    inPortions(Object.entries(values)).map((portion) => ({ shelf, sets: Object.fromEntries(portion) })),
  );
  const commands = await write(ctx, sets, new Map(shelves.map(({ id, fields }) => [id, fields])));
  return { added, changed, same: rows.length - added - changed, commands };
}

const isSame = (entered: Omit<ItemValue, "pricedOn" | "pricedAt">, item: Item, price: number): boolean => {
  const { unit, category, cost, isTaxable } = item;
  // The same text in another case is no change.
  const is = { text: entered.text, cents: price, unit, category, cost, isTaxable };
  return isDeepStrictEqual(entered, is);
};

function inPortions<T>(values: readonly T[]): T[][] {
  const portions: T[][] = [[]];
  let bytes = 0;
  for (const value of values) {
    bytes += Buffer.byteLength(JSON.stringify(value));
    if (bytes > MOST_SETS_BYTES && portions.at(-1)!.length > 0) {
      portions.push([]);
      bytes = 0;
    }
    portions.at(-1)!.push(value);
  }
  return portions;
}

type Sets = Readonly<Record<string, ItemValue | null>>;

/** Writes shelves as a device that has seen everything. @returns ids of the commands */
async function write(
  ctx: AccountContext,
  all: readonly { readonly shelf: string; readonly sets: Sets }[],
  fields: ReadonlyMap<string, StoredRecord["fields"]>,
): Promise<string[]> {
  const commands = all.map(({ shelf, sets }) => ({
    ...{ id: newId(), kind: SHELF, record: shelf, job: null, media: [], skew: 0, zone: "UTC" },
    ...{ sets, replaces: seen(fields.get(shelf) ?? {}, Object.keys(sets)) },
    capturedAt: ctx.now.epochMilliseconds,
  }));
  const { outcomes } = await applyCommands(ctx, null, commands);
  for (const outcome of outcomes)
    if (outcome.is === "refused") throw new AppError("invalid", outcome.why);
    else if (outcome.is === "later") throw new AppError("unavailable", outcome.why);
  return commands.map(({ id }) => id);
}

/**
 * Undoes what these commands wrote, except where somebody has changed it since.
 * @returns how many items are as before
 */
export async function undoImport(ctx: AccountContext, commands: readonly string[]): Promise<number> {
  const ours = new Set(commands);
  await lockCount(ctx);
  const { shelves } = await bookOf(ctx);
  const before = shelves.flatMap(({ id: shelf, fields }) => {
    const sets = Object.fromEntries(
      Object.entries(fields).flatMap(([name, { values, earlier = [] }]) =>
        name.startsWith("items.") && values.length === 1 && ours.has(values[0]!.by)
          ? [[name, (earlier[0]?.value ?? null) as ItemValue | null]]
          : [],
      ),
    );
    return inPortions(Object.entries(sets)).flatMap((portion) =>
      portion.length > 0 ? [{ shelf, sets: Object.fromEntries(portion) }] : [],
    );
  });
  await write(ctx, before, new Map(shelves.map(({ id, fields }) => [id, fields])));
  return before.reduce((sum, { sets }) => sum + Object.keys(sets).length, 0);
}
