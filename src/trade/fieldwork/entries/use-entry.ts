import { useEffect, useMemo, useState } from "react";
import {
  type Change,
  type Fields,
  type Json,
  type ShownRecord,
  shownFields,
  useRecord,
  useStore,
} from "#ground/sync/public.tsx";
import type { FormDraft } from "../form/draft.ts";
import { useFormDraft } from "../form/draft-form.tsx";
import { type Shot, shotsOf, shotValue } from "../photos/photos.ts";
import { type Roll, type RollTarget, useRoll } from "../photos/use-roll.ts";
import { usePlace } from "../place/use-place.ts";
import { useScreen, useScreenDrafts } from "../screen/field-screen.tsx";

type Values = Readonly<Record<string, Json>>;

/** A correction is added next to an entry that can no longer change. */
export type Purpose = "new" | "change" | "correct";

/** What a form writes. */
export interface EntryTarget {
  /** `feature.noun`. */
  readonly kind: string;
  readonly purpose: Purpose;
  /** The one to change or correct. */
  readonly record?: ShownRecord | undefined;
  /** The key of the draft; never change one, because devices in the field have drafts. */
  readonly of: string;
  /** What people call it, in lower case: "note". */
  readonly noun: string;
  /** The path at which the form opens again. */
  readonly href: string;
  /** Its place isn't added afterward: whoever hands it in can't write to it anymore. */
  readonly isFinal?: true;
  /** "2026-11-20", in the job's time zone; today if omitted. */
  readonly day?: string;
  /** See `RollTarget`. */
  first(at: number, day?: string): Values;
}

/** The form of an entry, while it is open. */
export interface OpenEntry {
  readonly target: EntryTarget;
  readonly draft: FormDraft;
  readonly roll: Roll;
  /** The fields when the form opened; undefined for a new record. Later changes don't count as seen. */
  readonly saw: Fields | undefined;
  /** The values to start from. */
  readonly before: Values;
  readonly shots: readonly Shot[];
  /** Fields of the draft that are decided already, such as its photos. */
  readonly sets: Values;
  /** Whether closing the form would lose something. */
  readonly hasInput: boolean;
  /** Whether a photo exists only in memory, so the form must stay open. */
  readonly hasUnsavedPhoto: boolean;
  /** Waits for its photos. @returns how many it has @throws {Error} while one isn't saved */
  settled(): Promise<number>;
  /**
   * Saves the changes with the photos, in one command, and the other records with them: all or nothing.
   * @returns false if nothing had changed
   */
  save(changes: Values, also?: readonly Change[]): Promise<boolean>;
}

const UNSAVED = "One photo isn’t saved yet. Choose where it goes, try again, or leave it out.";

const titleOf = ({ purpose, noun }: EntryTarget): string =>
  purpose === "new" ? noun : purpose === "change" ? `change to ${noun}` : `correction of ${noun}`;

const onlyPhotos = (sets: Values): Values =>
  Object.fromEntries(
    Object.entries(sets).filter(([field]) => field.startsWith("photos.") || field === "place"),
  );

/** Opens the form of a new, changed or correcting entry. Until it is saved, all of it is a draft. */
export function useEntry(target: EntryTarget): OpenEntry {
  const store = useStore();
  const { job } = useScreen();
  const drafts = useScreenDrafts();
  const { kind, purpose, of, href, day } = target;
  const [opened] = useState(target);
  const isNew = purpose !== "change";
  const { record, first: begin } = opened;
  const draft = useFormDraft({
    ...{ of, job, kind, title: titleOf(target), href },
    ...(record && !isNew ? { record: record.id, saw: record.fields } : {}),
  });
  const saw = isNew ? undefined : (draft.found?.saw ?? record!.fields);
  const [before] = useState<Values>(() => (saw ? shownFields(saw) : (record?.values ?? {})));
  const into = useMemo(
    (): RollTarget => ({
      kind,
      first: begin,
      ...(day === undefined ? {} : { day }),
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
    [kind, begin, day, draft],
  );
  const roll = useRoll(into);
  const place = usePlace();
  const row = drafts.find(({ id }) => id === draft.id);
  const had = shotsOf(before);
  const sets: Values = row?.sets ?? draft.found?.sets ?? {};
  const added = shotsOf(sets);
  const shots = [...had, ...added.filter(({ sha256 }) => !had.some((one) => one.sha256 === sha256))];
  const hasUnsavedPhoto = roll.failed.some(({ mayTryAgain }) => mayTryAgain) || roll.undecided.length > 0;

  const settled = async () => {
    const { unsaved } = await roll.settled();
    if (unsaved > 0) throw new Error(UNSAVED);
    return had.length + draft.photoCount;
  };
  const save = async (changes: Values, also: readonly Change[] = []) => {
    const id = draft.record;
    if (!isNew && Object.keys(changes).length === 0 && draft.photoCount === 0) {
      await draft.discard();
      return false;
    }
    const hasPhotos = had.length + draft.photoCount > 0;
    const corrected = purpose === "correct" ? record : undefined;
    const copied = corrected
      ? Object.fromEntries(had.map((photo) => [`photos.${photo.sha256}`, shotValue(photo)]))
      : {};
    const change: Change = {
      ...{ kind, record: id, job },
      sets: isNew
        ? (_, skew) => ({
            ...begin(Date.now() + skew),
            ...(corrected ? { corrects: corrected.id } : {}),
            ...changes,
            ...copied,
          })
        : changes,
      ...(saw ? { saw } : {}),
      ...(corrected ? { media: had.map(({ sha256 }) => sha256) } : {}),
      draft: await draft.settled(),
    };
    // The other records first: what is sent later may refer to them.
    const [first = change, ...others] = [...also, change];
    await store.writeAll([first, ...others]);
    draft.close();
    if (isNew && !hasPhotos && !target.isFinal) place.ask((here) => void savePlace(id, { ...here }));
    return true;
  };
  const savePlace = (id: string, here: Values) =>
    store.write({ kind, record: id, job, sets: { place: here } }).catch(() => undefined);
  const hasInput = row !== undefined || roll.count > 0 || hasUnsavedPhoto;
  return { target, draft, roll, saw, before, shots, sets, hasInput, hasUnsavedPhoto, settled, save };
}

/**
 * Opens a form that stays on the screen. Each of its photos is a record at once, and is sent; the words go
 * to the record of the photos taken with them, even if the page was closed in between.
 * @param hasRecord whether photos of the draft are a record already
 */
export function useEntryBox(target: EntryTarget, hasRecord: boolean): OpenEntry {
  const store = useStore();
  const { job } = useScreen();
  const { kind, of, href, noun: title, first } = target;
  const draft = useFormDraft({ of, job, kind, title, href });
  const [into] = useState((): RollTarget => ({
    ...{ kind, first, record: draft.record },
    ...(hasRecord ? { onto: draft.record } : {}),
  }));
  const roll = useRoll(into);
  const place = usePlace();
  const started = useRecord(kind, roll.record);
  const shots = started ? shotsOf(started.values) : [];
  useEffect(() => draft.moveTo(roll.record), [draft, roll.record]);

  const countShots = async (record: string) =>
    shotsOf((await store.record(kind, record))?.values ?? {}).length;
  const settled = async () => await countShots((await roll.settled()).record);
  const save = async (changes: Values) => {
    const { record } = await roll.settled();
    const isStarted = (await countShots(record)) > 0;
    const hasChanged = Object.keys(changes).length > 0;
    if (hasChanged)
      await store.write({
        ...{ kind, record, job },
        sets: (_, skew) => ({ ...(isStarted ? {} : first(Date.now() + skew)), ...changes }),
        draft: await draft.settled(),
      });
    if (hasChanged && !isStarted)
      place.ask(
        (here) =>
          void store.write({ kind, record, job, sets: { place: { ...here } } }).catch(() => undefined),
      );
    draft.next(roll.next());
    return true;
  };
  return {
    ...{ target, draft, roll, shots, settled, save },
    ...{ saw: undefined, before: {}, sets: {}, hasInput: false, hasUnsavedPhoto: false },
  };
}
