// Long because a form of an entry is one thing: its draft, its photos, what it checks and what it saves.
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
import { given, refuseNumbers, refuseTags, tagsIn, valuesOf } from "./entry-values.ts";
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
 * How a form says that it is done: what it saved, nothing where it was left.
 * @param undo takes it back, where that can be done
 */
export type Done = (said?: string, undo?: () => Promise<unknown>) => void;

/** What a form of the day needs to know. */
export interface OfDay {
  readonly log: Log;
  readonly company: string;
  readonly people: readonly Person[];
  /** Unfinished forms of the job. */
  readonly drafts: readonly LocalDraft[];
  readonly tell: Announcer;
}

/** What kind of form of an entry it is. */
type Purpose = "new" | "change" | "correct";

/** Which form a draft is of. @param subject the entry's id, or the kind of a new one */
export const draftOf = (
  { log, company }: Pick<OfDay, "log" | "company">,
  purpose: Purpose,
  subject: string,
): string => `log ${log.job.id} ${log.date} ${company} ${subject}${purpose === "correct" ? " correct" : ""}`;

const draftTitle = (purpose: Purpose, type: EntryType): string => {
  const word = TYPE_LABELS[type].toLowerCase();
  return purpose === "new" ? word : purpose === "change" ? `change to ${word}` : `correction of ${word}`;
};

/** A photo that is in memory alone goes with the form. */
const UNSAVED =
  "One photo isn’t saved yet. Choose where it goes, try again, or leave it out before you continue.";

const isSame = (field: string, one: unknown, other: unknown): boolean =>
  JSON.stringify(entryOf("", { type: "note", [field]: one })) ===
  JSON.stringify(entryOf("", { type: "note", [field]: other }));

/**
 * What was changed in a form, against what it showed when it was opened: nothing else is written, or it would
 * meet what others changed.
 */
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

/** Captions that differ from what photos had. */
const captionsOf = (form: FormData, photos: LogEntry["photos"]): Record<string, Json> =>
  Object.fromEntries(
    photos.flatMap(({ sha256, caption }) => {
      const name = `caption-${sha256}`;
      return form.has(name) && given(form, name) !== caption
        ? [[`captions.${sha256}`, given(form, name) || null]]
        : [];
    }),
  );

/** Photos of a form as a record that shows them. */
const shownAs = (draft: string, job: string, sets: LocalDraft["sets"]): ShownRecord => ({
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
 * One entry: a new one, one that is changed, or one that corrects another. Its words and photos are a draft
 * on this device until it is saved.
 * @param entry the one that is changed or corrected
 * @param corrects whether a new one takes its place, as its day is closed
 * @param hold told whether the form has to stay, as it holds a photo that is nowhere else
 */
export function EntryForm({
  day: { log, company, people, drafts, tell },
  type,
  entry,
  corrects = false,
  hold,
  done,
}: {
  day: OfDay;
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
  const whole = useRef<HTMLFormElement>(null);
  // What the person sees when they begin: what comes in while the form is open is shown beside it, and not
  // taken for what they saw.
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
  useOpen(of);
  // Before it is seen: what somebody types into a form that looks empty would be lost.
  useLayoutEffect(() => {
    if (whole.current) draft.open(whole.current);
  }, [draft]);
  const keepDraft = () => saveFormDraft(draft, whole.current);
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
      // What makes it an entry is written when it is saved.
      write: (change, files) =>
        draft.write(
          {
            ...change,
            sets: (hashes, skew) =>
              photosAlone(typeof change.sets === "function" ? change.sets(hashes, skew) : change.sets),
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

  const isUnkept = roll.failed.some(({ mayTryAgain }) => mayTryAgain) || roll.undecided.length > 0;
  useEffect(() => {
    hold?.(isUnkept);
    return () => hold?.(false);
  }, [hold, isUnkept]);

  const submit = async (filled: HTMLFormElement): Promise<Outcome | undefined> => {
    const { unkept } = await roll.settled();
    if (unkept > 0) return { failed: UNSAVED };
    const form = new FormData(filled);
    const values = valuesOf(form, type);
    const said = entryOf("", { ...values, type, date, company });
    const count = had.length + draft.photoCount;
    const problem =
      refuseNumbers(form, type) ??
      refuseTags(form) ??
      refuseEntry(said, log.today) ??
      (isEmpty(said) && count === 0 ? { field: "text", why: "Write a few words first." } : null);
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
    const carried = corrects
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
            ...carried,
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
  const takeOut = async () => {
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
    keepDraft();
  };
  return (
    <FieldForm
      ref={whole}
      className="log-form"
      submit={submit}
      save={corrects ? "Save correction" : "Save"}
      tell={tell}
      onInput={keepDraft}
      beside={
        <>
          {row || roll.count > 0 || isUnkept ? (
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
            <Button type="button" kind="quiet" onClick={() => void takeOut()}>
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
              note={shownAs(draft.record, job, sets)}
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

const photosAlone = (sets: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(sets).filter(([field]) => field.startsWith("photos.") || field === "place"),
  );

function append(area: RefObject<HTMLTextAreaElement | null>, words: string): void {
  if (area.current) area.current.value = [area.current.value.trim(), words].filter(Boolean).join(" ");
}

/** Tells the page that this form is open, so that its draft is not listed as unfinished. */
function useOpen(of: string): void {
  const tell = useContext(OpenForms);
  useEffect(() => {
    tell(of, true);
    return () => tell(of, false);
  }, [tell, of]);
}
