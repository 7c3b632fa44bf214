import { formatTyped, formatTypedDate, type KindLabels, oneOf, yesOrNo } from "#trade/fieldwork/public.tsx";
import { readNumber, readRecord } from "#ground/sync/public.ts";
import { formatBytes } from "#platform/measures/bytes.ts";
import { CHEMICAL } from "../chemicals/chemical.ts";
import { SHEET, SHEET_LANGUAGE_LABELS, TYPE_LABELS } from "./sheet.ts";

const pageOf = (job: string): string => `/account/job/${job}/safety/library`;

/** The fields of sheets and of the ledger, for conflicts, changes and what was refused. */
export const sheetLabels: readonly KindLabels[] = [
  {
    kind: SHEET,
    name: "Sheet of the library",
    pageOf,
    fields: {
      // The value is an id.
      sheet: { label: "Sheet", say: () => "A sheet of the library" },
      name: formatTyped("Name"),
      type: oneOf("Kind", TYPE_LABELS),
      maker: { ...formatTyped("Maker"), none: "Not known" },
      language: oneOf("Language", SHEET_LANGUAGE_LABELS),
      version: {
        label: "Version",
        say: (value) => (typeof value === "number" ? String(value) : null),
      },
      revisedOn: { ...formatTypedDate("Revised"), none: "Not known" },
      reviewOn: { ...formatTypedDate("Review by"), none: "No day" },
      file: {
        label: "PDF",
        say(value) {
          const { pages, bytes } = readRecord(value) ?? {};
          return `${readNumber(pages) ?? 1} pages, ${formatBytes(readNumber(bytes) ?? 0)}`;
        },
      },
      hasText: yesOrNo("Text", "Has text", "A scan without text"),
      "words.*": { label: "Words", say: () => "The words in it", none: "No more words" },
      pinned: yesOrNo("Pinned", "Pinned to the job", "Not pinned"),
    },
  },
  {
    kind: CHEMICAL,
    name: "Chemical in use",
    pageOf,
    fields: {
      sheet: { label: "Sheet", say: () => "A sheet of the library" },
      name: formatTyped("Chemical"),
      maker: formatTyped("Maker"),
      place: formatTyped("Where"),
      from: formatTypedDate("First day"),
      until: { ...formatTypedDate("Last day"), none: "Still used" },
    },
  },
];
