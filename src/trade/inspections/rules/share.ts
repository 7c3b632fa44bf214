import { readRecord, readText, readTextOrNull } from "#ground/sync/public.ts";
import { csvLine } from "#platform/csv/csv.ts";
import { type Item, LONGEST, MOST, readItem, type StoredItem } from "./items.ts";
import type { ListToStart, StoredSection } from "./lists.ts";
import { type ReadSheet, readListCsv } from "./sheet.ts";
import { readTypedItem } from "./typed-item.ts";

type Shared = Pick<ListToStart, "title" | "trade" | "sections">;

const inOrder = ({ sections }: Shared): StoredSection[] =>
  Object.values(sections).toSorted((one, other) => one.at - other.at);

function withoutPicture(stored: StoredItem): StoredItem {
  const { picture: _, ...item } = stored;
  return item;
}

/** A list as a file that another business can open, with everything in it except pictures. */
export const toJsonFile = (list: Shared): string =>
  JSON.stringify(
    {
      ...{ checklist: 1, title: list.title, ...(list.trade ? { trade: list.trade } : {}) },
      sections: inOrder(list).map(({ title, repeats, items }) => ({
        title,
        ...(repeats ? { repeats } : {}),
        items: items.map(withoutPicture),
      })),
    },
    null,
    2,
  );

const TYPE_NAMES: Readonly<Record<Item["kind"], string>> = {
  ...{ check: "pass/fail", yes: "yes/no", one: "choice", many: "several choices", number: "number" },
  ...{ readings: "readings", text: "text", date: "date", datetime: "date and time", photos: "photos" },
  ...{ signature: "signature", note: "instruction", read: "confirm it was read" },
};
const CSV_NAMES = [
  ...["Section", "Item", "Type", "Why", "Code", "Required", "Choices", "What fails", "Unit", "Low", "High"],
  ...["Photos", "Weight", "If it fails"],
];

/** A list as a spreadsheet, without what depends on other items. */
export const toCsvFile = (list: Shared): string =>
  [
    CSV_NAMES,
    ...inOrder(list).flatMap(({ title, items }) =>
      items.flatMap((stored) => {
        const item = readItem(stored);
        if (item === null) return [];
        const { kind, text, why, code, isRequired, choices, fails, unit, low, high, photos, weight } = item;
        return [
          [
            ...[title, text, TYPE_NAMES[kind], why ?? "", code ?? "", isRequired ? "yes" : "no"],
            ...[choices.join("; "), kind === "check" ? "" : fails.join("; "), unit ?? ""],
            ...[low, high, photos || null, weight].map((one) => one?.toString() ?? ""),
            item.onFail.join(", "),
          ],
        ];
      }),
    ),
  ]
    .map(csvLine)
    .join("");

/** What the server would refuse is left out of an item of a stranger's file. */
function readSharedItem(value: unknown): StoredItem | null {
  const item = readItem(value);
  if (item === null) return null;
  const { id, isRequired, choices, fails } = item;
  const cut = (words: readonly string[]) => words.map((one) => one.slice(0, LONGEST.word));
  const typed = readTypedItem(
    {
      ...{ kind: item.kind, text: item.text.slice(0, LONGEST.text), isRequired },
      ...{ why: (item.why ?? "").slice(0, LONGEST.why), code: (item.code ?? "").slice(0, LONGEST.title) },
      ...{ choices: cut(choices).slice(0, MOST.choices).join("\n"), fails: cut(fails) },
      ...{ unit: (item.unit ?? "").slice(0, 20), low: item.low?.toString() ?? "" },
      ...{ high: item.high?.toString() ?? "", count: item.count.toString() },
      ...{ photos: Math.min(item.photos, MOST.photos).toString(), weight: item.weight?.toString() ?? "" },
      ...{ showIf: item.showIf, onFail: item.onFail, picture: null },
    },
    id,
  );
  return "item" in typed ? typed.item : { id, text: item.text.slice(0, LONGEST.text) };
}

/** Reads a file that `toJsonFile` made; null for any other text. */
function readJsonFile(text: string, newId: () => string): (ReadSheet & { trade: string | null }) | null {
  let file: ReturnType<typeof readRecord>;
  try {
    file = readRecord(JSON.parse(text));
  } catch {
    return null;
  }
  const sections = file?.["sections"];
  if (!Array.isArray(sections)) return null;
  const known = new Set<string>();
  const read = sections.flatMap((value, at): [string, StoredSection][] => {
    const { title, repeats, items } = readRecord(value) ?? {};
    const own = (Array.isArray(items) ? items : []).flatMap((one) => {
      const item = readSharedItem(one);
      if (item === null) return [];
      const id = known.has(item.id) ? newId() : item.id;
      known.add(id);
      return [{ ...item, id }];
    });
    const heading = readText(title).slice(0, LONGEST.title);
    const section = { at, title: heading, ...(repeats === true ? { repeats } : {}), items: own };
    return own.length > 0 ? [[newId(), section]] : [];
  });
  return {
    title: readTextOrNull(file?.["title"])?.slice(0, LONGEST.title) ?? null,
    trade: readTextOrNull(file?.["trade"])?.slice(0, LONGEST.word) ?? null,
    sections: Object.fromEntries(read),
  };
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a file in UTF-8, UTF-16 or Windows-1252. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return UTF_8.decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Bytes of the largest file that is read. */
const MOST_FILE_BYTES = 5_000_000;

/** A list from a file: one that was shared, a CSV or a plain text. @throws {Error} in words for people */
export function readListFile(bytes: Uint8Array, newId: () => string): ReadSheet & { trade?: string | null } {
  if (bytes.length > MOST_FILE_BYTES) throw new Error("That file is larger than 5 MB. Choose a smaller one.");
  // A ZIP, which a workbook is inside, and what was before it; a PDF.
  const head = [...bytes.slice(0, 4)].map((one) => one.toString(16).padStart(2, "0")).join("");
  if (head === "504b0304" || head === "d0cf11e0")
    throw new Error("This is an Excel workbook. Open it, copy its cells, and paste them here.");
  if (head === "25504446") throw new Error("This is a PDF. Open it, copy the list, and paste it here.");
  const text = decode(bytes);
  const read = readJsonFile(text, newId) ?? readListCsv(text, newId);
  if (Object.keys(read.sections).length === 0) throw new Error("We found no items in that file.");
  return read;
}
