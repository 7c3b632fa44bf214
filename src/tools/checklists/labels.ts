import { formatPlace, formatTyped, type KindLabels, oneOf, PHOTO_LABELS } from "#trade/fieldwork/public.tsx";
import { readRecord, readText } from "#ground/sync/public.ts";
import { ANSWER } from "./rules/answers.ts";
import { OWN_LIST } from "./rules/lists.ts";
import { RUN, STATE_LABELS } from "./rules/run.ts";

const pageOf = (job: string): string => `/account/job/${job}/checklists`;

const SECTION_LABEL: KindLabels["fields"][string] = {
  label: "Section",
  say(value) {
    const { title, items } = readRecord(value) ?? {};
    const count = Array.isArray(items) ? items.length : 0;
    return [readText(title), count === 1 ? "1 item" : `${count} items`].filter(Boolean).join(", ");
  },
};

const SHORT: Readonly<Record<string, string>> = {
  ...{ pass: "Pass", fail: "Fail", na: "N/A", yes: "Yes", no: "No" },
};

export const checklistLabels: readonly KindLabels[] = [
  {
    kind: RUN,
    name: "Checklist",
    pageOf,
    fields: {
      title: formatTyped("Name"),
      from: { label: "Started from", say: () => "A list", none: "No list" },
      place: formatTyped("Where"),
      state: oneOf("State", STATE_LABELS),
      "sections.*": SECTION_LABEL,
      "units.*": { label: "Room or unit", say: (value) => readText(readRecord(value)?.["name"]) || null },
    },
    mayKeep: (_, field) => (field === "state" ? "Open the checklist and change its state there." : null),
  },
  {
    kind: ANSWER,
    name: "Checklist item",
    pageOf,
    fields: {
      run: { label: "Checklist", say: () => "A checklist of this job" },
      item: { label: "Item", say: () => "An item of it" },
      answer: {
        label: "Answer",
        say: (value) =>
          Array.isArray(value)
            ? value.join(", ") || "None"
            : typeof value === "string"
              ? (SHORT[value] ?? value)
              : typeof value === "number"
                ? value.toLocaleString("en-US", { maximumFractionDigits: 6 })
                : null,
        none: "No answer",
      },
      note: formatTyped("Note"),
      "photos.*": PHOTO_LABELS,
      place: formatPlace("Where it was"),
    },
  },
  {
    kind: OWN_LIST,
    name: "Checklist of the business",
    fields: { title: formatTyped("Name"), trade: formatTyped("Trade"), "sections.*": SECTION_LABEL },
  },
];
