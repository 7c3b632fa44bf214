// Long because one form tells all kinds of entries: what each asks for stands beside the others.
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from "react";
import {
  failedWords,
  Photos,
  putBack,
  type RollTarget,
  shotValue,
  Shutter,
  typedIn,
  useDraft,
  usePlace,
  useRoll,
} from "#features/jobs/public.tsx";
import { type Json, useRecord, useStore } from "#features/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox, Field, Select, TextArea } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { Dictate } from "./dictate.tsx";
import { CAUSE_WORDS, CAUSES, entryOf, type EntryType, isEmpty, LONGEST, refuseEntry, tagField, TYPE_WORDS } from "./rules.ts";
import { typedNumber } from "./typed-number.ts";
import type { Log, ShownEntry } from "./use-log.ts";

const CREWED: readonly EntryType[] = ["crew"];
const ITEMS: readonly EntryType[] = ["delivery", "visitor", "equipment"];
const WHAT: Readonly<Partial<Record<EntryType, { what: string; from: string }>>> = {
  delivery: { what: "What came", from: "Supplier" },
  visitor: { what: "Who came", from: "From" },
  equipment: { what: "What ran or stood", from: "Rented from" },
};

const given = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};
const numberIn = (form: FormData, name: string): number | null => typedNumber(given(form, name));

/** Hours that have to be said: left empty they would count as none. */
const HOURS: Readonly<Partial<Record<EntryType, string>>> = {
  crew: "Say how many hours each worked.",
  delay: "Say how many hours were lost.",
};
/** Where a word on what is wrong stands beside its field. */
const BESIDE = ["crew", "count", "hours", "what", "text", "tags"];

/** Where what is typed of an entry is kept until it is saved. @param of the entry's id, or the kind of a new one */
const entryDraft = ({ job, date }: Pick<Log, "job" | "date">, company: string, of: string): string =>
  `log ${job.id} ${date} ${company} ${of}`;

/** How a form says that it is done: what it kept, nothing where it was left. @param undo takes it back, where that can be done */
export type Done = (said?: string, undo?: () => Promise<unknown>) => void;

/** What is wrong with the numbers of the form, before anything is made of them. */
function refuseNumbers(form: FormData, type: EntryType): { field: string; why: string } | null {
  const isNone = ["count", "hours"].find((name) => Number.isNaN(numberIn(form, name)));
  if (isNone) return { field: isNone, why: "Write a number, such as 7.5." };
  const why = HOURS[type];
  return why && numberIn(form, "hours") === null ? { field: "hours", why } : null;
}

/** What the form says, as the fields of an entry. */
function valuesOf(form: FormData, type: EntryType): Record<string, Json> {
  const text = given(form, "text") || null;
  if (CREWED.includes(type))
    return {
      text,
      crew: {
        company: given(form, "company"),
        trade: given(form, "trade"),
        count: numberIn(form, "count") ?? 0,
        hours: numberIn(form, "hours") ?? 0,
      },
    };
  if (ITEMS.includes(type))
    return {
      text,
      item: {
        what: given(form, "what"),
        from: given(form, "from") || null,
        count: numberIn(form, "count"),
        unit: given(form, "unit") || null,
      },
    };
  if (type === "delay")
    return {
      text,
      delay: { cause: given(form, "cause"), hours: numberIn(form, "hours") ?? 0, critical: form.get("critical") !== null },
    };
  return { text };
}

const typedTags = (form: FormData): string[] =>
  given(form, "tags")
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
const tagsIn = (form: FormData): string[] => [...new Set(typedTags(form).flatMap((tag) => tagField(tag) ?? []))];

/** A photo that is in memory alone goes with the form. */
const UNKEPT = "A photo is not saved yet. Say where it belongs, try it again, or leave it out, before you go on.";

const photosStay = (count: number): string => (count === 1 ? "The photo stays in the log." : `The ${count} photos stay in the log.`);

/** A tag of which nothing would be left is said, not dropped. */
function refuseTags(form: FormData): { field: string; why: string } | null {
  const bad = typedTags(form).find((tag) => tagField(tag) === null);
  return bad === undefined ? null : { field: "tags", why: `Tags have letters from A to Z and digits: “${bad}” has none.` };
}

/**
 * One entry: a new one, one that is changed, or one that corrects another. It is on this device when the button was pressed.
 * @param entry the one that is changed or corrected @param corrects whether a new one takes its place, as its day is closed
 * @param hold told whether the form has to stay, as it holds a photo that is nowhere else
 */
export function EntryForm({
  log,
  company,
  type,
  entry,
  corrects = false,
  hold,
  done,
}: {
  log: Log;
  company: string;
  type: EntryType;
  entry?: ShownEntry;
  corrects?: boolean;
  hold?: (isHeld: boolean) => void;
  done: Done;
}) {
  const store = useStore();
  const isNew = !entry || corrects;
  const area = useRef<HTMLTextAreaElement>(null);
  const whole = useRef<HTMLFormElement>(null);
  const draft = useDraft(entryDraft(log, company, entry?.id ?? type));
  useEffect(() => {
    if (isNew && whole.current) putBack(whole.current, draft.read());
  }, [draft, isNew]);
  // A change of what stands there is not kept: by the time it is opened again, somebody else may have changed it.
  const keepDraft = () => {
    if (isNew && whole.current) draft.keep(typedIn(whole.current));
  };
  const leave: Done = (...said) => {
    draft.drop();
    done(...said);
  };
  const place = usePlace();
  const date = entry?.date ?? log.date;
  const onto = isNew ? undefined : entry.id;
  const into = useMemo(
    (): RollTarget => ({
      kind: "logs.entry",
      first: (at, day) => ({ date: day ?? date, company, type: day ? "note" : type, occurredAt: new Date(at).toISOString() }),
      day: date,
      isOne: true,
      ...(onto === undefined ? {} : { onto }),
    }),
    [date, company, type, onto],
  );
  const roll = useRoll(log.job.id, into);
  // A photo is kept when it was taken, and with it the entry that it belongs to: what is typed comes to it when it is saved.
  const begun = useRecord("logs.entry", roll.record);
  const taken = begun ? entryOf(roll.record, begun.values).photos : [];
  const photos = isNew ? [...(entry?.photos ?? []), ...taken] : taken;
  const [wrong, setWrong] = useState<{ field: string; why: string }>();
  const [failed, setFailed] = useState<string>();
  const id = (name: string) => `${entry?.id ?? "new"}-${type}-${name}`;
  const errorOf = (field: string) => (wrong?.field === field ? wrong.why : undefined);

  const isSaving = useRef(false);
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving.current) return;
    isSaving.current = true;
    await keep(event.currentTarget).finally(() => (isSaving.current = false));
  };
  const keep = async (filled: HTMLFormElement) => {
    const form = new FormData(filled);
    const values = valuesOf(form, type);
    const said = entryOf("", { ...values, type, date, company });
    const { record, count, unkept } = await roll.settled();
    if (unkept > 0) return setFailed(UNKEPT);
    const problem =
      refuseNumbers(form, type) ??
      refuseTags(form) ??
      refuseEntry(said, log.today) ??
      (isEmpty(said) && count === 0 && !entry?.photos.length ? { field: "text", why: "Write a few words first." } : null);
    if (problem) return setWrong(problem);
    const before = entry && !corrects ? entry.tags.flatMap((tag) => tagField(tag) ?? []) : [];
    const after = tagsIn(form);
    const tags = Object.fromEntries([...before.map((tag) => [tag, false]), ...after.map((tag) => [tag, true])]) as Record<string, Json>;
    const captions = Object.fromEntries(
      photos.flatMap(({ sha256 }) =>
        form.has(`caption-${sha256}`) ? [[`captions.${sha256}`, given(form, `caption-${sha256}`) || null]] : [],
      ),
    ) as Record<string, Json>;
    const carried = corrects ? Object.fromEntries(entry!.photos.map((photo) => [`photos.${photo.sha256}`, shotValue(photo)])) : {};
    try {
      await store.write({
        kind: "logs.entry",
        record,
        job: log.job.id,
        sets: isNew
          ? (_, skew) => ({
              ...(count === 0 ? into.first(Date.now() + skew) : {}),
              ...(corrects ? { corrects: entry!.id } : {}),
              ...values,
              ...captions,
              ...carried,
              ...tags,
            })
          : { ...values, ...captions, ...tags },
        ...(isNew ? {} : { saw: entry.record.fields }),
        ...(corrects ? { media: entry!.photos.map(({ sha256 }) => sha256) } : {}),
      });
      if (isNew && count === 0)
        place.ask(
          (here) => void store.write({ kind: "logs.entry", record, job: log.job.id, sets: { place: { ...here } } }).catch(() => undefined),
        );
      leave(corrects ? "Correction kept." : isNew ? `${TYPE_WORDS[type]} kept.` : "Change kept.");
    } catch (error) {
      setFailed(failedWords(error));
    }
  };
  const isUnkept = roll.failed.some(({ mayTryAgain }) => mayTryAgain) || roll.undecided.length > 0;
  useEffect(() => {
    hold?.(isUnkept);
    return () => hold?.(false);
  }, [hold, isUnkept]);
  const cancel = () => {
    if (isUnkept) return setFailed(UNKEPT);
    leave(isNew && roll.count > 0 ? photosStay(roll.count) : undefined);
  };
  const takeOut = async () => {
    if (isUnkept) return setFailed(UNKEPT);
    const remove = (removed: boolean) => store.write({ kind: "logs.entry", record: entry!.id, job: log.job.id, sets: { removed } });
    try {
      await remove(true);
      leave("Taken out.", () => remove(false));
    } catch (error) {
      setFailed(failedWords(error));
    }
  };
  const hear = (words: string) => {
    if (!area.current || !whole.current) return;
    area.current.value = [area.current.value.trim(), words].filter(Boolean).join(" ");
    keepDraft();
  };
  const words = WHAT[type];
  return (
    <form ref={whole} className="form log-form" onSubmit={(event) => void save(event)} onInput={keepDraft} noValidate>
      {CREWED.includes(type) ? (
        <div className="log-pair">
          <Field
            name="trade"
            id={id("trade")}
            label="Trade"
            unmarked
            maxLength={LONGEST.trade}
            suggestions={log.known.trades}
            defaultValue={entry?.crew?.trade}
            error={errorOf("crew")}
            autoFocus
          />
          <Field
            name="company"
            id={id("company")}
            label="Company"
            unmarked
            maxLength={LONGEST.name}
            suggestions={log.known.companies}
            defaultValue={entry?.crew?.company}
          />
          <Field
            name="count"
            id={id("count")}
            label="People"
            unmarked
            inputMode="numeric"
            defaultValue={entry?.crew?.count ?? 1}
            error={errorOf("count")}
          />
          <Field
            name="hours"
            id={id("hours")}
            label="Hours each"
            unmarked
            inputMode="decimal"
            defaultValue={entry?.crew?.hours ?? 8}
            error={errorOf("hours")}
          />
        </div>
      ) : null}
      {words ? (
        <div className="log-pair">
          <Field
            name="what"
            id={id("what")}
            label={words.what}
            unmarked
            maxLength={LONGEST.caption}
            suggestions={log.known.things}
            defaultValue={entry?.item?.what}
            error={errorOf("what")}
            autoFocus
          />
          <Field
            name="from"
            id={id("from")}
            label={words.from}
            maxLength={LONGEST.name}
            suggestions={log.known.companies}
            defaultValue={entry?.item?.from ?? ""}
          />
          {type === "visitor" ? null : (
            <>
              <Field
                name="count"
                id={id("count")}
                label="How much"
                inputMode="decimal"
                defaultValue={entry?.item?.count ?? ""}
                error={errorOf("count")}
              />
              <Field
                name="unit"
                id={id("unit")}
                label="Unit"
                maxLength={20}
                defaultValue={entry?.item?.unit ?? (type === "equipment" ? "h" : "")}
              />
            </>
          )}
        </div>
      ) : null}
      {type === "delay" ? (
        <>
          <div className="log-pair">
            <Select
              name="cause"
              id={id("cause")}
              label="Cause"
              required
              options={CAUSES.map((cause) => ({ value: cause, label: CAUSE_WORDS[cause] }))}
              defaultValue={entry?.delay?.cause ?? "weather"}
            />
            <Field
              name="hours"
              id={id("hours")}
              label="Hours lost"
              required
              inputMode="decimal"
              defaultValue={entry?.delay?.hours ?? ""}
              error={errorOf("hours")}
            />
          </div>
          <Checkbox
            name="critical"
            id={id("critical")}
            label="What stood still is on the critical path"
            defaultChecked={entry?.delay?.critical ?? false}
          />
        </>
      ) : null}
      <TextArea
        ref={area}
        name="text"
        id={id("text")}
        label={
          words || type === "crew" || type === "delay"
            ? "Words"
            : TYPE_WORDS[type] === "Note"
              ? "Note"
              : `${TYPE_WORDS[type]}: what happened`
        }
        unmarked
        rows={words || type === "crew" ? 2 : 4}
        defaultValue={entry?.text}
        error={errorOf("text")}
        autoFocus={!words && type !== "crew" && type !== "delay"}
      />
      <Dictate hear={hear} />
      <Shutter roll={roll} here="This entry" isBeside />
      {photos.length > 0 ? <Photos shots={photos} note={begun ?? entry!.record} label="Photos of this entry" stay /> : null}
      {photos.map(({ sha256, caption }, at) => (
        <Field
          key={sha256}
          name={`caption-${sha256}`}
          id={id(`caption-${sha256}`)}
          label={`Caption of photo ${at + 1}`}
          maxLength={LONGEST.caption}
          defaultValue={caption}
        />
      ))}
      <Field
        name="tags"
        id={id("tags")}
        label="Tags"
        hint="Divided by commas: north wall, level 2"
        suggestions={log.known.tags}
        defaultValue={entry?.tags.join(", ")}
        autoCapitalize="none"
        error={errorOf("tags")}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{corrects ? "Save correction" : "Save"}</Button>
        <Button type="button" kind="quiet" onClick={cancel}>
          Cancel
        </Button>
        {isNew ? null : (
          <Button type="button" kind="quiet" onClick={() => void takeOut()}>
            Take out
          </Button>
        )}
      </div>
      <StatusLine kind="error">{failed ?? (wrong && !BESIDE.includes(wrong.field) ? wrong.why : undefined)}</StatusLine>
    </form>
  );
}
