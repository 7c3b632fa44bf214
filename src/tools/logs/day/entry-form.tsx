import { useEffect } from "react";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  type Done,
  EntryForm as EntryFrame,
  EntryPhotos,
  type EntryTarget,
  type ReadForm,
  useEntry,
} from "#trade/fieldwork/public.tsx";
import type { Json } from "#ground/sync/public.tsx";
import { Field } from "#ui/field.tsx";
import { EntryFields } from "./entry-fields.tsx";
import { refuseNumbers, refuseTags, tagsIn, valuesOf } from "./entry-values.ts";
import { refuseEntry } from "../change-rules.ts";
import {
  entryOf,
  type EntryType,
  isEmpty,
  LONGEST,
  type LogEntry,
  type LogPhoto,
  tagField,
  TYPE_LABELS,
} from "../rules.ts";
import type { Log, ShownEntry } from "./use-log.ts";

/** One company's day, for the forms that write to it. */
export interface CompanyDay {
  readonly log: Log;
  readonly company: string;
}

/**
 * The key of a form's draft. Devices in the field have drafts under it.
 * @param subject the entry's id, or the type of a new one
 */
export const draftOf = (
  { job, date, company }: { readonly job: string; readonly date: string; readonly company: string },
  subject: string,
  isCorrection = false,
): string => `log ${job} ${date} ${company} ${subject}${isCorrection ? " correct" : ""}`;

const isSame = (field: string, one: unknown, other: unknown): boolean =>
  JSON.stringify(entryOf("", { type: "note", [field]: one })) ===
  JSON.stringify(entryOf("", { type: "note", [field]: other }));

/** Only changed fields are written, so that changes by others don't conflict. */
function changesOf(
  form: FormData,
  type: EntryType,
  before: LogEntry,
  values: Readonly<Record<string, Json>>,
): Record<string, Json> {
  const fields = Object.entries(valuesOf(form, type)).filter(
    ([field, value]) => !isSame(field, value, values[field] ?? null),
  );
  const had = before.tags.flatMap((tag) => tagField(tag) ?? []);
  const has = tagsIn(form);
  const tags = [
    ...had.filter((tag) => !has.includes(tag)).map((tag) => [tag, false] as const),
    ...has.filter((tag) => !had.includes(tag)).map((tag) => [tag, true] as const),
  ];
  return Object.fromEntries([...fields, ...tags]);
}

const captionsOf = (
  form: FormData,
  photos: readonly Pick<LogPhoto, "sha256" | "caption">[],
): Record<string, Json> =>
  Object.fromEntries(
    photos.flatMap(({ sha256, caption }) => {
      const name = `caption-${sha256}`;
      return form.has(name) && fieldText(form, name) !== caption
        ? [[`captions.${sha256}`, fieldText(form, name) || null]]
        : [];
    }),
  );

/**
 * The form of a new, changed or correcting entry of a day.
 * @param entry the one to change or correct
 * @param corrects saves a correction, because the day is closed
 * @param hold called with whether a photo exists only in memory, so the form must stay open
 */
export function EntryForm({
  day: { log, company },
  type,
  entry,
  corrects = false,
  hold,
  done,
}: {
  day: CompanyDay;
  type: EntryType;
  entry?: ShownEntry;
  corrects?: boolean;
  hold?: (isHeld: boolean) => void;
  done: Done;
}) {
  const { id: job } = log.job;
  const date = entry?.date ?? log.date;
  const of = draftOf({ job, date: log.date, company }, entry?.id ?? type, corrects);
  const target: EntryTarget = {
    kind: "logs.entry",
    purpose: corrects ? "correct" : entry ? "change" : "new",
    record: entry?.record,
    of,
    noun: TYPE_LABELS[type].toLowerCase(),
    href: `/account/job/${job}/logs?${new URLSearchParams({ day: date, of: company, draft: of }).toString()}`,
    day: date,
    first: (at, day) => ({
      date: day ?? date,
      company,
      type: day ? "note" : type,
      occurredAt: new Date(at).toISOString(),
    }),
  };
  const open = useEntry(target);
  const before = entry ? entryOf(entry.id, open.before) : undefined;
  const photos = open.shots.map(({ sha256 }) => ({
    sha256,
    caption: before?.photos.find((one) => one.sha256 === sha256)?.caption ?? "",
  }));
  const { hasUnsavedPhoto } = open;
  useEffect(() => {
    hold?.(hasUnsavedPhoto);
    return () => hold?.(false);
  }, [hold, hasUnsavedPhoto]);

  const read = (form: FormData, photoCount: number): ReadForm => {
    const values = valuesOf(form, type);
    const typed = entryOf("", { ...values, type, date, company });
    const problem =
      refuseNumbers(form, type) ??
      refuseTags(form) ??
      refuseEntry(typed, log.today) ??
      (isEmpty(typed) && photoCount === 0 ? { field: "text", why: "Write a few words first." } : null);
    if (problem) return { faults: { [problem.field]: problem.why } };
    const changed =
      before && !corrects
        ? changesOf(form, type, before, open.before)
        : { ...values, ...Object.fromEntries(tagsIn(form).map((tag) => [tag, true])) };
    // A correction has none of the captions yet.
    const captions = captionsOf(form, corrects ? photos.map((one) => ({ ...one, caption: "" })) : photos);
    return { changes: { ...changed, ...captions } };
  };
  const id = (name: string) => `${entry?.id ?? "new"}-${type}-${name}`;
  return (
    <EntryFrame entry={open} read={read} done={done} className="log-form">
      {(errorOf) => (
        <>
          <EntryFields type={type} entry={before} known={log.known} id={id} errorOf={errorOf} />
          <EntryPhotos entry={open} />
          {photos.map(({ sha256, caption }, at) => (
            <Field
              key={sha256}
              name={`caption-${sha256}`}
              id={id(`caption-${sha256}`)}
              label={`Caption of photo ${at + 1}`}
              maxLength={LONGEST.caption}
              defaultValue={open.draft.typed[`caption-${sha256}`] ?? caption}
            />
          ))}
          <Field
            name="tags"
            id={id("tags")}
            label="Tags"
            hint="Separate with commas: north wall, level 2"
            suggestions={log.known.tags}
            defaultValue={before?.tags.join(", ")}
            autoCapitalize="none"
            error={errorOf("tags")}
          />
        </>
      )}
    </EntryFrame>
  );
}
