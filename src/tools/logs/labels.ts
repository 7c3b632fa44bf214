import {
  formatIfPresent,
  formatTypedDate,
  type KindLabels,
  formatMoment,
  oneOf,
  PHOTO_LABELS,
  formatPlace,
  formatTyped,
  yesOrNo,
} from "#trade/fieldwork/public.tsx";
import { planLabels, weatherLabels } from "#trade/weather/public.tsx";
import { formatCrew, formatDelay, formatItem } from "./format.ts";
import { dayOf, entryOf, STATE_LABELS, TYPE_LABELS } from "./rules.ts";
import { refuseState } from "./change-rules.ts";

/** The day of a record that has one. */
const pageOf = (job: string, { date }: Readonly<Record<string, unknown>>): string =>
  `/account/job/${job}/logs${typeof date === "string" ? `?day=${date}` : ""}`;

export const logLabels: readonly KindLabels[] = [
  ...weatherLabels(pageOf),
  {
    kind: "logs.day",
    name: "Daily log",
    pageOf,
    fields: {
      date: formatTypedDate("Day"),
      // The value is an id; the next field has the name.
      company: { label: "Whose log", say: () => "A company on this job" },
      companyName: formatTyped("Company"),
      state: {
        label: "Day status",
        say: (value) => {
          const { state, why } = dayOf({ state: value });
          return `${STATE_LABELS[state]}${why === null ? "" : `: ${why}`}`;
        },
      },
      handedIn: yesOrNo("Submitted"),
    },
    mayKeep(record, field, value, isManager) {
      if (field !== "state") return null;
      const versions = record.fields[field]?.values ?? [];
      const to = dayOf({ state: value }).state;
      const standing = { isManager, isOwn: true };
      return versions.reduce<string | null>(
        (why, one) => why ?? refuseState(dayOf({ state: one.value }).state, to, standing),
        null,
      );
    },
  },
  {
    kind: "logs.entry",
    name: "Log entry",
    pageOf,
    fields: {
      date: formatTypedDate("Day"),
      company: { label: "Whose log", say: () => "A company on this job" },
      type: oneOf("Kind of entry", TYPE_LABELS),
      text: formatTyped("Text"),
      crew: { label: "Crew", say: (crew) => formatIfPresent(entryOf("", { crew }).crew, formatCrew) },
      item: { label: "What it was", say: (item) => formatIfPresent(entryOf("", { item }).item, formatItem) },
      delay: { label: "Delay", say: (delay) => formatIfPresent(entryOf("", { delay }).delay, formatDelay) },
      occurredAt: formatMoment("When it happened"),
      place: formatPlace("Where it was"),
      "photos.*": PHOTO_LABELS,
      "captions.*": formatTyped("Photo caption"),
      "tags.*": yesOrNo(({ rest }) => `Tag “${rest.replaceAll("-", " ")}”`, "Tagged", "Not tagged"),
      corrects: { label: "Correction", say: () => "Corrects an earlier entry", none: "Corrects nothing" },
      approved: yesOrNo("Approval", "Approved", "Left out"),
      // The value is an id.
      extraWork: { label: "Extra work", say: () => "A change on this job", none: "In the contract" },
    },
  },
  planLabels(pageOf),
];
