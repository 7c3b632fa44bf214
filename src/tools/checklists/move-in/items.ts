import type { ImportRow } from "#trade/imports/public.server.ts";
import { LONGEST, MOST, type StoredItem, type StoredSection } from "#trade/inspections/public.ts";

/**
 * Columns of `inspection_items`, as SafetyCulture’s own exporter writes them
 * (SafetyCulture/safetyculture-exporter,
 * `feed_inspection_item.go`), and of a template in JSON.
 */
export const ITEM_COLUMNS = [
  { name: "template", label: "Template", words: [/^template id$/] },
  { name: "templateName", label: "Name of the template", words: [/^template name$/] },
  { name: "item", label: "Item", words: [/^item id$/] },
  { name: "index", label: "Place in the list", words: [/^item index$/] },
  { name: "type", label: "Type", words: [/^type$/] },
  { name: "category", label: "Section", words: [/^category$/, /^section$/] },
  { name: "label", label: "Question", words: [/^label$/, /^question$/], isRequired: true },
  { name: "response", label: "Answer", words: [/^response$/, /^answer$/] },
  { name: "failed", label: "Failed", words: [/^is failed response$/] },
  { name: "comment", label: "Comment", words: [/^comment$/] },
  { name: "choices", label: "Choices", words: [/^response set$/] },
  { name: "mandatory", label: "Required", words: [/^mandatory$/] },
  { name: "inactive", label: "Inactive", words: [/^inactive$/] },
  { name: "created", label: "Date", words: [/^created at$/] },
] as const;

/** What holds other items, or only shows something. */
const HOLDS = /^(?:section|category|primeelement|element|dynamicfield|smartfield)$/;

/** Whether a row is an item that people fill in or read. */
const isItem = (row: ImportRow): boolean =>
  row.of("label") !== "" && !HOLDS.test(row.of("type").toLowerCase());

const inOrder = (rows: readonly ImportRow[]): ImportRow[] =>
  rows.toSorted((a, b) => Number(a.of("index") || 0) - Number(b.of("index") || 0));

const isTrue = (text: string) => /^(?:true|1|yes)$/i.test(text);

const KINDS: Readonly<Record<string, StoredItem["kind"]>> = {
  checkbox: "yes",
  switch: "yes",
  text: "text",
  textsingle: "text",
  address: "text",
  scanner: "text",
  asset: "text",
  site: "text",
  person: "text",
  datetime: "datetime",
  signature: "signature",
  drawing: "text",
  media: "photos",
  slider: "number",
  temperature: "number",
  number: "number",
  information: "note",
  instruction: "note",
};
/** Answers that an item of ours has by itself. */
const YES_NO = /^(?:yes|no|n\/?a|not applicable)$/i;
const PASS_FAIL = /^(?:pass|fail|safe|at risk|ok|compliant|non-?compliant|n\/?a|not applicable)$/i;

/** The sections of a list from the items of its inspections: an item once, in the order of the list. */
export function sectionsOf(rows: readonly ImportRow[]): Record<string, StoredSection> {
  const sections: Record<string, { at: number; title: string; items: StoredItem[] }> = {};
  const byTitle = new Map<string, string>();
  for (const [place, of] of itemsOf(rows).entries()) {
    const [row] = of;
    const title = row.of("category").slice(0, LONGEST.title);
    const id = byTitle.get(title) ?? `s${byTitle.size + 1}`;
    byTitle.set(title, id);
    sections[id] ??= { at: byTitle.size, title, items: [] };
    sections[id].items.push(itemOf(of, `i${place + 1}`));
  }
  return sections;
}

/** The rows of each item: one for each inspection. */
function itemsOf(rows: readonly ImportRow[]): [ImportRow, ...ImportRow[]][] {
  const items = new Map<string, [ImportRow, ...ImportRow[]]>();
  for (const row of inOrder(rows).filter(isItem)) {
    const key = row.of("item") || JSON.stringify([row.of("category"), row.of("label")]);
    const known = items.get(key);
    if (known) known.push(row);
    else items.set(key, [row]);
  }
  return [...items.values()];
}

function itemOf(rows: readonly [ImportRow, ...ImportRow[]], id: string): StoredItem {
  const [row] = rows;
  const base = {
    ...{ id, text: row.of("label").slice(0, LONGEST.text) },
    ...(isTrue(row.of("mandatory")) ? { required: true } : {}),
  };
  const kind = KINDS[row.of("type").toLowerCase()];
  if (kind) return { ...base, kind };
  const said = rows.flatMap((one) => [...one.of("choices").split("\n"), one.of("response")]);
  const choices = [...new Set(said.map((one) => one.trim().slice(0, LONGEST.word)).filter(Boolean))];
  if (choices.length > 0 && choices.every((one) => YES_NO.test(one))) return { ...base, kind: "yes" };
  // One answer alone doesn't say what the others are.
  if (choices.length < 2 || choices.every((one) => PASS_FAIL.test(one))) return { ...base, kind: "check" };
  const fails = rows.flatMap((one) =>
    isTrue(one.of("failed")) ? [one.of("response").slice(0, LONGEST.word)] : [],
  );
  const most = choices.slice(0, MOST.choices);
  return {
    ...{ ...base, kind: "one", choices: most },
    ...(fails.length > 0 ? { fails: [...new Set(fails)].filter((one) => most.includes(one)) } : {}),
  };
}

/** An inspection in words, by section: "Guardrails in place: No (failed). Missing on the north side." */
export function answersIn(rows: readonly ImportRow[]): { text: string; failed: number } {
  const lines: string[] = [];
  let [section, failed] = ["", 0];
  for (const row of inOrder(rows).filter(isItem)) {
    const [answer, comment] = [row.of("response"), row.of("comment")];
    if (!answer && !comment) continue;
    if (row.of("category") !== section) {
      section = row.of("category");
      lines.push(...(lines.length > 0 ? [""] : []), section);
    }
    const isFailed = isTrue(row.of("failed"));
    if (isFailed) failed++;
    lines.push(
      [`${row.of("label")}: ${answer || "no answer"}${isFailed ? " (failed)" : ""}`, comment]
        .filter(Boolean)
        .join(". "),
    );
  }
  return { text: lines.join("\n"), failed };
}
