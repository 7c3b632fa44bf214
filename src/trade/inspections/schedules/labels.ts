import { readRecord } from "#ground/sync/public.ts";
import { nameOf } from "#trade/fieldwork/public.ts";
import { formatTyped, formatTypedDate, type KindLabels, yesOrNo } from "#trade/fieldwork/public.tsx";
import { formatHour } from "#platform/time/format.ts";
import { describeRhythm, SCHEDULE, scheduleOf } from "./rules.ts";

export const scheduleLabels: KindLabels = {
  kind: SCHEDULE,
  name: "Scheduled checklist",
  pageOf: (job) => `/account/job/${job}/checklists/schedules`,
  fields: {
    title: formatTyped("Name"),
    list: { label: "Starts from", say: () => "A list" },
    place: formatTyped("For"),
    rhythm: {
      label: "How often",
      say(value, { beside }) {
        const from = beside("from") ?? null;
        // A change of how often alone says nothing of the first day.
        return readRecord(value) === null
          ? null
          : describeRhythm(scheduleOf({ rhythm: value, from: from ?? "2026-01-05" }));
      },
      none: "When people scan the sticker",
    },
    from: formatTypedDate("First day"),
    to: formatTypedDate("Last day"),
    by: { label: "Due by", say: (value) => (typeof value === "number" ? formatHour(value) : null) },
    who: {
      label: "Who does it",
      say: (value, { people }) => (typeof value === "string" ? nameOf(value, people, "") : null),
      none: "Everyone on the job",
    },
    paused: yesOrNo("Paused"),
    movedTo: { label: "Moved", say: () => "To another job", none: "Not moved" },
    since: formatTypedDate("Due on this job from"),
  },
};
