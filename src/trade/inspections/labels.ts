import {
  formatPlace,
  formatTyped,
  type KindLabels,
  oneOf,
  PHOTO_LABELS,
  yesOrNo,
} from "#trade/fieldwork/public.tsx";
import { formatDate } from "#trade/fieldwork/public.ts";
import { readDate, readRecord, readText } from "#ground/sync/public.ts";
import { ANSWER, readSigned } from "./rules/answers.ts";
import { describeItem } from "./rules/describe-item.ts";
import { OWN_LIST } from "./rules/lists.ts";
import { RUN, STATE_LABELS } from "./rules/run.ts";
import { scheduleLabels } from "./schedules/labels.ts";

const pageOf = (job: string): string => `/account/job/${job}/checklists`;

const SECTION_LABEL: KindLabels["fields"][string] = {
  label: "Section",
  say(value) {
    const { title, items } = readRecord(value) ?? {};
    const count = Array.isArray(items) ? items.length : 0;
    return [readText(title), count === 1 ? "1 item" : `${count} items`].filter(Boolean).join(", ");
  },
};

const formatOn = (value: unknown): string | null => {
  const on = readDate(readRecord(value)?.["on"]);
  return on && formatDate(on);
};

const ITEM_LABEL: KindLabels["fields"][string] = {
  label: "Item",
  say: (value) => {
    const item = readRecord(value);
    return item && describeItem({ ...item, id: "item" });
  },
  none: "Deleted",
};

const SHORT: Readonly<Record<string, string>> = {
  ...{ pass: "Pass", fail: "Fail", na: "N/A", yes: "Yes", no: "No" },
};

export const inspectionLabels: readonly KindLabels[] = [
  {
    kind: RUN,
    name: "Checklist",
    pageOf,
    fields: {
      title: formatTyped("Name"),
      from: { label: "Started from", say: () => "A list", none: "No list" },
      place: formatTyped("Where"),
      state: oneOf("State", STATE_LABELS),
      score: {
        label: "Score",
        say: (value) => (typeof value === "number" ? `${value}%` : null),
        none: "No score",
      },
      safety: yesOrNo("Safety list"),
      "sections.*": SECTION_LABEL,
      due: { label: "Scheduled for", say: (value) => formatOn(value) },
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
            ? value
                .map((one: unknown) => (typeof one === "number" ? String(one) : readText(one) || "–"))
                .join(", ") || "None"
            : readSigned(value)
              ? `Signed by ${readSigned(value)!.name}`
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
    fields: {
      ...{ title: formatTyped("Name"), trade: formatTyped("Trade") },
      ...{ "sections.*": { ...SECTION_LABEL, none: "Deleted" }, "items.*": ITEM_LABEL },
      restored: {
        label: "Restored as it was on",
        say: (value) =>
          typeof value === "number"
            ? new Date(value).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" })
            : null,
      },
    },
  },
  scheduleLabels,
];
