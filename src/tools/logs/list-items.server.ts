import { entryTitle } from "./format.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { type Projection, defineProjection, listPersons } from "#ground/worklist/public.server.ts";
import { sortByPlace, weatherId, weatherOf } from "#trade/weather/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { jobOf } from "#trade/jobs/public.server.ts";
import { firstWrite } from "./read-model.server.ts";
import { CAUSE_LABELS, entryOf, isEmpty, TYPE_LABELS } from "./rules.ts";

/** An entry is found by what it says, by who wrote it, and by the weather of its day. */
const entries: Projection = {
  kind: "logs.entry",
  found: { label: "Daily log", pathOf: ({ jobId, date }) => `/account/job/${jobId}/logs?day=${date}` },
  itemOf(record) {
    const values = shownFields(record.fields);
    const entry = entryOf(record.id, values);
    const { date, company, type, text, crew, item, delay, tags, photos, approved } = entry;
    if (record.job === null || date === null || !isId(company)) return null;
    if (isEmpty(entry)) return null;
    return {
      date,
      title: entryTitle(entry),
      type,
      state: approved === null ? null : approved ? "approved" : "declined",
      person: firstWrite(record)?.author ?? null,
      context: weatherId(record.job, date),
      tags,
      photos: photos.map(({ sha256 }) => sha256),
      texts: [
        TYPE_LABELS[type],
        text,
        crew?.company,
        crew?.trade,
        item?.what,
        item?.from,
        item?.unit,
        delay && `${CAUSE_LABELS[delay.cause]}${delay.critical ? " critical path" : ""}`,
        ...tags,
        ...photos.map(({ caption }) => caption),
      ],
    };
  },
};

/** The weather where the job is now; searched only as the context of entries. */
const weathers: Projection = {
  kind: "logs.weather",
  readsJob: true,
  itemOf(record, { job }) {
    const values = shownFields(record.fields);
    if (typeof values["date"] !== "string") return null;
    const { readings, manual } = weatherOf(values);
    const [newest] = sortByPlace(readings, job && jobOf(job.id, shownFields(job.fields)).position);
    return {
      date: values["date"],
      title: "Weather",
      texts: [newest?.words, newest?.place, manual?.words],
    };
  },
};

/** Called once per process, with the kinds. */
export function defineLogItems(): void {
  defineProjection(entries);
  defineProjection(weathers);
}

/** Ids of everyone who ever wrote in the account's logs. */
export const authorsOf = (ctx: AccountContext): Promise<readonly string[]> => listPersons(ctx, "logs.entry");
