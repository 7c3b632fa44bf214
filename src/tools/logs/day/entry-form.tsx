// Long because the form of an entry is one thing: its draft, its photos, what it checks and what it saves.
import { type RefObject, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  ChangedMeanwhile,
  FieldForm,
  saveFormDraft,
  type Outcome,
  type Person,
  Photos,
  type RollTarget,
  Shutter,
  shotValue,
  type Announcer,
  useDraft,
  usePlace,
  useRoll,
} from "#trade/jobs/public.tsx";
import {
  type Fields,
  type Json,
  type LocalDraft,
  type ShownRecord,
  shownFields,
  useStore,
} from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { Field } from "#ui/field.tsx";
import { Dictate } from "./dictate.tsx";
import { EntryFields } from "./entry-fields.tsx";
import { fieldText, refuseNumbers, refuseTags, tagsIn, valuesOf } from "./entry-values.ts";
import { OpenForms } from "./open-forms.ts";
import {
  entryOf,
  type EntryType,
  isEmpty,
  LONGEST,
  type LogEntry,
  refuseEntry,
  tagField,
  TYPE_LABELS,
} from "../rules.ts";
import type { Log, ShownEntry } from "./use-log.ts";

/**
 * Called when a form closes.
 * @param notice shown; undefined if canceled
 * @param undo reverts what was saved
 */
export type Done = (notice?: string, undo?: () => Promise<unknown>) => void;

export interface DayFormInput {
  readonly log: Log;
  readonly company: string;
  readonly people: readonly Person[];
  readonly drafts: readonly LocalDraft[];
  readonly tell: Announcer;
}

type Purpose = "new" | "change" | "correct";

/** The key of a form's draft. @param subject the entry's id, or the type of a new one */
export const draftOf = (
  { log, company }: Pick<DayFormInput, "log" | "company">,
  purpose: Purpose,
  subject: string,
): string => `log ${log.job.id} ${log.date} ${company} ${subject}${purpose === "correct" ? " correct" : ""}`;

const draftTitle = (purpose: Purpose, type: EntryType): string => {
  const word = TYPE_LABELS[type].toLowerCase();
  return purpose === "new" ? word : purpose === "change" ? `change to ${word}` : `correction of ${word}`;
};

const UNSAVED =
  "One photo isn’t saved yet. Choose where it goes, try again, or leave it out before you continue.";

const isSame = (field: string, one: unknown, other: unknown): boolean =>
  JSON.stringify(entryOf("", { type: "note", [field]: one })) ===
  JSON.stringify(entryOf("", { type: "note", [field]: other }));

/** Only changed fields are written, so that changes by others don't conflict. */
function changesOf(
  form: FormData,
  type: EntryType,
  before: LogEntry,
  values: ReturnType<typeof shownFields>,
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

const captionsOf = (form: FormData, photos: LogEntry["photos"]): Record<string, Json> =>
  Object.fromEntries(
    photos.flatMap(({ sha256, caption }) => {
      const name = `caption-${sha256}`;
      return form.has(name) && fieldText(form, name) !== caption
        ? [[`captions.${sha256}`, fieldText(form, name) || null]]
        : [];
    }),
  );

const draftRecord = (draft: string, job: string, sets: LocalDraft["sets"]): ShownRecord => ({
  ...{
    kind: "logs.entry",
    id: draft,
    job,
    revision: 0,
    values: sets,
    fields: {},
    conflicts: [],
    waiting: 0,
    refused: [],
  },
  isRemoved: false,
});

/**
 * The form of a new, changed or correcting entry. Until saved, its content is a draft on this device.
 * @param entry the one to change or correct
 * @param corrects saves a correction, because the day is closed
 * @param hold called with whether a photo exists only in memory, so the form must stay open
 */
export function EntryForm({
  day: { log, company, people, drafts, tell },
  type,
  entry,
  corrects = false,
  hold,
  done,
}: {
  day: DayFormInput;
  type: EntryType;
  entry?: ShownEntry;
  corrects?: boolean;
  hold?: (isHeld: boolean) => void;
  done: Done;
}) {
  const store = useStore();
  const { id: job } = log.job;
  const purpose = corrects ? "correct" : entry ? "change" : "new";
  const isNew = purpose !== "change";
  const area = useRef<HTMLTextAreaElement>(null);
  const formElement = useRef<HTMLFormElement>(null);
  // The entry when the form opened. Later changes are shown beside the form, and don't count as seen.
  const [opened] = useState(entry);
  const of = draftOf({ log, company }, purpose, entry?.id ?? type);
  const draft = useDraft(
    {
      ...{ of, job, kind: "logs.entry", title: draftTitle(purpose, type) },
      href: `/account/job/${job}/logs?${new URLSearchParams({ day: entry?.date ?? log.date, of: company, draft: of }).toString()}`,
      ...(opened && !isNew ? { record: opened.id, saw: opened.record.fields } : {}),
    },
    drafts,
  );
  const saw: Fields | undefined = isNew ? undefined : (draft.found?.saw ?? opened!.record.fields);
  const [before] = useState(() => (saw ? entryOf(opened!.id, shownFields(saw)) : opened));
  useOpenForm(of);
  // Before paint: text typed into a form that looks empty would be lost.
  useLayoutEffect(() => {
    if (formElement.current) draft.open(formElement.current);
  }, [draft]);
  const saveDraft = () => saveFormDraft(draft, formElement.current);
  const place = usePlace();
  const date = before?.date ?? log.date;
  const into = useMemo(
    (): RollTarget => ({
      kind: "logs.entry",
      first: (at, day) => ({
        date: day ?? date,
        company,
        type: day ? "note" : type,
        occurredAt: new Date(at).toISOString(),
      }),
      day: date,
      isOne: true,
      record: draft.record,
      // The other fields are written when the form is saved.
      write: (change, files) =>
        draft.write(
          {
            ...change,
            sets: (hashes, skew) =>
              onlyPhotos(typeof change.sets === "function" ? change.sets(hashes, skew) : change.sets),
          },
          files,
        ),
    }),
    [date, company, type, draft],
  );
  const roll = useRoll(job, into);
  const row = drafts.find(({ id }) => id === draft.id);
  const sets = row?.sets ?? draft.found?.sets ?? {};
  const taken = entryOf(draft.record, sets).photos;
  const had = before?.photos ?? [];
  const photos = [...had, ...taken.filter(({ sha256 }) => !had.some((one) => one.sha256 === sha256))];
  const id = (name: string) => `${entry?.id ?? "new"}-${type}-${name}`;

  const hasUnsavedPhoto = roll.failed.some(({ mayTryAgain }) => mayTryAgain) || roll.undecided.length > 0;
  useEffect(() => {
    hold?.(hasUnsavedPhoto);
    return () => hold?.(false);
  }, [hold, hasUnsavedPhoto]);

  const submit = async (filled: HTMLFormElement): Promise<Outcome | undefined> => {
    const { unsaved } = await roll.settled();
    if (unsaved > 0) return { failed: UNSAVED };
    const form = new FormData(filled);
    const values = valuesOf(form, type);
    const typed = entryOf("", { ...values, type, date, company });
    const count = had.length + draft.photoCount;
    const problem =
      refuseNumbers(form, type) ??
      refuseTags(form) ??
      refuseEntry(typed, log.today) ??
      (isEmpty(typed) && count === 0 ? { field: "text", why: "Write a few words first." } : null);
    if (problem) return { faults: { [problem.field]: problem.why } };
    const changed = isNew
      ? { ...values, ...Object.fromEntries(tagsIn(form).map((tag) => [tag, true])) }
      : changesOf(form, type, before!, shownFields(saw!));
    const all = {
      ...changed,
      ...captionsOf(form, corrects ? photos.map((one) => ({ ...one, caption: "" })) : photos),
    };
    if (!isNew && Object.keys(all).length === 0 && draft.photoCount === 0) {
      await draft.discard();
      done("Nothing changed.");
      return undefined;
    }
    const copiedPhotos = corrects
      ? Object.fromEntries(had.map((photo) => [`photos.${photo.sha256}`, shotValue(photo)]))
      : {};
    const { record } = draft;
    await store.write({
      kind: "logs.entry",
      record,
      job,
      sets: isNew
        ? (_, skew) => ({
            ...into.first(Date.now() + skew),
            ...(corrects ? { corrects: entry!.id } : {}),
            ...all,
            ...copiedPhotos,
          })
        : all,
      ...(saw ? { saw } : {}),
      ...(corrects ? { media: had.map(({ sha256 }) => sha256) } : {}),
      draft: await draft.settled(),
    });
    draft.close();
    if (isNew && count === 0)
      place.ask(
        (here) =>
          void store
            .write({ kind: "logs.entry", record, job, sets: { place: { ...here } } })
            .catch(() => undefined),
      );
    done(corrects ? "Correction saved." : isNew ? `${TYPE_LABELS[type]} saved.` : "Change saved.");
    return undefined;
  };
  const discard = async () => {
    try {
      await draft.discard();
      done();
    } catch (error) {
      tell.failed(error);
    }
  };
  const removeEntry = async () => {
    const remove = (removed: boolean) =>
      store.write({ kind: "logs.entry", record: entry!.id, job, sets: { removed } });
    try {
      await remove(true);
      await draft.discard();
      done("Removed.", () => remove(false));
    } catch (error) {
      tell.failed(error);
    }
  };
  const hear = (words: string) => {
    append(area, words);
    saveDraft();
  };
  return (
    <FieldForm
      ref={formElement}
      className="log-form"
      submit={submit}
      save={corrects ? "Save correction" : "Save"}
      tell={tell}
      onInput={saveDraft}
      beside={
        <>
          {row || roll.count > 0 || hasUnsavedPhoto ? (
            <Confirm
              kind="quiet"
              label="Cancel"
              back="Keep writing"
              question={
                purpose === "new" ? "Discard what you wrote, with its photos?" : "Discard what you changed?"
              }
            >
              <Button type="button" kind="stop" onClick={() => void discard()}>
                Discard
              </Button>
            </Confirm>
          ) : (
            <Button type="button" kind="quiet" onClick={() => void discard()}>
              Cancel
            </Button>
          )}
          {purpose === "change" ? (
            <Button type="button" kind="quiet" onClick={() => void removeEntry()}>
              Remove
            </Button>
          ) : null}
        </>
      }
    >
      {(errorOf) => (
        <>
          {saw && entry ? <ChangedMeanwhile record={entry.record} base={saw} people={people} /> : null}
          <EntryFields type={type} entry={before} known={log.known} id={id} errorOf={errorOf} area={area} />
          <Dictate hear={hear} />
          <Shutter roll={roll} here="This entry" isBeside />
          {photos.length > 0 ? (
            <Photos
              shots={photos}
              note={draftRecord(draft.record, job, sets)}
              label="Photos of this entry"
              stay
            />
          ) : null}
          {photos.map(({ sha256, caption }, at) => (
            <Field
              key={sha256}
              name={`caption-${sha256}`}
              id={id(`caption-${sha256}`)}
              label={`Caption of photo ${at + 1}`}
              maxLength={LONGEST.caption}
              defaultValue={draft.typed[`caption-${sha256}`] ?? caption}
            />
          ))}
          <Field
            name="tags"
            id={id("tags")}
            label="Tags"
            hint="Divided by commas: north wall, level 2"
            suggestions={log.known.tags}
            defaultValue={before?.tags.join(", ")}
            autoCapitalize="none"
            error={errorOf("tags")}
          />
        </>
      )}
    </FieldForm>
  );
}

const onlyPhotos = (sets: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(sets).filter(([field]) => field.startsWith("photos.") || field === "place"),
  );

function append(area: RefObject<HTMLTextAreaElement | null>, words: string): void {
  if (area.current) area.current.value = [area.current.value.trim(), words].filter(Boolean).join(" ");
}

/** Keeps this form's draft out of the list of unfinished ones. */
function useOpenForm(of: string): void {
  const tell = useContext(OpenForms);
  useEffect(() => {
    tell(of, true);
    return () => tell(of, false);
  }, [tell, of]);
}
