import { readRecord, readText } from "#ground/sync/public.ts";
import { type Table, wrongFile } from "./table-type.ts";

/** Deeper than any checklist; what is nested without end is made to exhaust memory. */
const DEEPEST = 20;
/** Columns of `inspection_items` in SafetyCulture’s own exporter that a template in JSON has as well. */
const HEADERS = [
  "template_id",
  "template_name",
  "item_id",
  "type",
  "category",
  "label",
  "response_set",
  "mandatory",
];

const recordsIn = (list: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(list) ? list.map(readRecord).filter((one) => one !== null) : [];

/** Kinds of items that hold others, as SafetyCulture’s API names them. */
const HOLDS = /^(?:section|category|primeelement|element|dynamicfield|smartfield)$/;

/**
 * Reads a SafetyCulture template or inspection in JSON, as its API gives it: `items` with an id, a parent, a
 * type and a label. It becomes the same table as its export of inspection items.
 * @throws AppError invalid, for the field `file`
 */
export function readTemplate(text: string, name: string): Table {
  let root: Readonly<Record<string, unknown>>;
  try {
    root = readRecord(JSON.parse(text)) ?? {};
  } catch {
    throw wrongFile(`“${name}” is damaged, or only a part of a file. Export it again.`);
  }
  const items = [root["header_items"], root["items"]].flatMap(recordsIn);
  if (items.length === 0) throw wrongFile(`“${name}” is JSON, but has no checklist in it that we can read.`);
  const data = readRecord(root["template_data"]) ?? root;
  const title =
    readText(readRecord(data["metadata"])?.["name"]) ||
    readText(root["name"]) ||
    name.replace(/\.json$/i, "");
  const id = readText(root["template_id"]) || title;
  const responses = readRecord(data["response_sets"]) ?? {};
  const byId = new Map(items.map((item) => [readText(item["item_id"]), item]));
  const sectionOf = (item: Readonly<Record<string, unknown>>): string => {
    let parent = byId.get(readText(item["parent_id"]));
    for (let deep = 0; parent && deep < DEEPEST; deep++) {
      const label = readText(parent["label"]);
      if (HOLDS.test(readText(parent["type"])) && label) return label;
      parent = byId.get(readText(parent["parent_id"]));
    }
    return "";
  };
  const records = items
    .filter((item) => !HOLDS.test(readText(item["type"])))
    .map((item, at) => {
      const options = readRecord(item["options"]) ?? {};
      const set = readRecord(responses[readText(options["response_set"])]);
      const words = recordsIn(set?.["responses"])
        .map((one) => readText(one["label"]))
        .filter(Boolean);
      const cells = [
        ...[
          id,
          title,
          readText(item["item_id"]),
          readText(item["type"]),
          sectionOf(item),
          readText(item["label"]),
        ],
        ...[words.join("\n"), options["is_mandatory"] === true ? "true" : "false"],
      ];
      return { line: at + 1, cells };
    });
  return { headers: HEADERS, records, dayFirst: false };
}
