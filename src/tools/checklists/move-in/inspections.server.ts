import {
  dayIn,
  type ImportFormat,
  LONGEST_IMPORTED,
  lineOf,
  sealImported,
  textOf,
} from "#trade/imports/public.server.ts";
import { formatLongDate } from "#trade/fieldwork/public.ts";
import { inCommands, LONGEST, OWN_LIST, refuseSections } from "#trade/inspections/public.ts";
import { answersIn, ITEM_COLUMNS, sectionsOf } from "./items.ts";
import { IMPORTED } from "./kind.ts";

const INSPECTION = ["audit_id", "item_id", "label", "response"] as const;
const PROGRAM = "SafetyCulture";

/**
 * Templates of SafetyCulture, from the items of their inspections or from a template in JSON, as
 * checklists.
 */
export const listsFormat: ImportFormat = {
  id: "checklists",
  label: "Checklist templates",
  nouns: ["checklist", "checklists"],
  order: 1,
  tool: "checklists",
  isOnJob: false,
  groupBy: ["template"],
  exports: [
    { program: PROGRAM, heads: INSPECTION },
    { program: PROGRAM, heads: ["template_id", "template_name", "item_id", "label", "response_set"] },
  ],
  columns: ITEM_COLUMNS,
  read(rows) {
    const [first] = rows;
    const template = first.of("template");
    const sections = sectionsOf(rows);
    const title =
      lineOf(first.of("templateName"), LONGEST.title) ??
      lineOf(`${PROGRAM} checklist ${template.slice(-6)}`, LONGEST.title)!;
    const why = refuseSections(title, sections);
    if (why) return { problem: why };
    const items = Object.values(sections).reduce((sum, section) => sum + section.items.length, 0);
    return {
      key: template || title,
      title,
      details: items === 1 ? "1 item" : `${items} items`,
      job: null,
      writes: (_, { id }) =>
        inCommands(sections).map((some, at) => ({
          ...{ id, kind: OWN_LIST },
          sets: { ...(at === 0 ? { title, trade: null } : {}), ...toJson(some) },
        })),
    };
  },
};

const toJson = <Value>(sections: Readonly<Record<string, Value>>) =>
  JSON.parse(JSON.stringify(sections)) as Record<string, string>;

/** Inspections of SafetyCulture, as sealed copies. Its export of items doesn’t say the job. */
export const inspectionsFormat: ImportFormat = {
  id: "inspections",
  label: "Inspections",
  nouns: ["inspection", "inspections"],
  order: 2,
  tool: "checklists",
  isOnJob: true,
  groupBy: ["audit"],
  exports: [{ program: PROGRAM, heads: INSPECTION }],
  columns: [
    { name: "audit", label: "Inspection", words: [/^(audit|inspection) id$/], isRequired: true },
    { name: "project", label: "Job", words: [/^(site|project|job)( name)?$/] },
    { name: "by", label: "Written by", words: [/^(author|prepared by|conducted by|owner)( name)?$/] },
    ...ITEM_COLUMNS,
  ],
  read(rows, options) {
    const [first] = rows;
    const audit = first.of("audit");
    const date = dayIn(first.of("created"), options);
    if (!date) return { problem: "This inspection has no day that we can read." };
    const { text, failed } = answersIn(rows);
    const clipped = textOf(text, LONGEST_IMPORTED.text);
    if (clipped === null) return { problem: "This inspection has no answers." };
    const name = lineOf(first.of("templateName"), LONGEST_IMPORTED.title) ?? "Inspection";
    const project = lineOf(first.of("project"), 120);
    return {
      key: audit,
      title: `${name}, ${formatLongDate(date)}`,
      details: failed === 0 ? "Nothing failed" : `${failed} failed`,
      leftOut: text.length > clipped.length ? "the end of its answers" : undefined,
      job: project === null ? null : { name: project, address: null },
      writes: (_, { id }) => [
        {
          ...{ id, kind: IMPORTED },
          sets: {
            ...{ program: options.program, date, title: name, text: clipped },
            by: lineOf(first.of("by"), LONGEST_IMPORTED.by),
          },
        },
      ],
    };
  },
  finish: sealImported,
};
