import { createContext, useContext, useRef } from "react";
import { useNavigate } from "react-router";
import { type ShownRecord, type Store, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { useScreen } from "../screen/field-screen.tsx";
import type { Shot } from "./photos.ts";

/** What an act begins from: a photo, an entry, or one item of an entry, of any tool. */
export interface ActSource {
  readonly job: string;
  readonly record: ShownRecord;
  /** The photo, or all photos of the entry or item. */
  readonly shots: readonly Shot[];
  /** What it says; default: the field `text` of the record. */
  readonly words?: string | undefined;
  /** The key of an item of the record, such as one check of a list; empty for the record itself. */
  readonly item?: string | undefined;
  /** The place on the job, in words. */
  readonly where?: string | undefined;
}

/** What a tool begins from a photo or an entry of any tool, such as a change from a photo. */
export interface EntryAct {
  /** On its button: "This is extra work". */
  readonly label: string;
  /** Offered to guests of the job, and to nobody else. */
  readonly isForGuests?: true;
  /** Whether an item of a safety list that fails begins one by itself. */
  readonly beginsWhenFailed?: true;
  /** Whether it is offered at this record. */
  isFor(record: ShownRecord): boolean;
  /** Saves it on this device. @returns the path of its screen @throws {Error} if nothing was saved */
  start(store: Store, from: ActSource): Promise<string>;
}

/** The acts of all tools that this person has. */
export const EntryActs = createContext<readonly EntryAct[]>([]);

/** What this person can begin from a record. */
export const useEntryActs = (record: ShownRecord): readonly EntryAct[] =>
  useContext(EntryActs).filter((act) => act.isFor(record));

/** What this person’s tools begin by themselves when an item of a safety list fails. */
export const useActsOnFailure = (): readonly EntryAct[] =>
  useContext(EntryActs).filter(({ beginsWhenFailed = false }) => beginsWhenFailed);

/**
 * The buttons of what can be begun from a photo, from an entry with all its photos, or from an item of one.
 * Photos and entries have them already; a tool shows them at its own items, such as a failed check.
 */
export function EntryActButtons({
  record,
  shots,
  words,
  item,
  where,
  label,
  begun = [],
}: Omit<ActSource, "job"> & {
  /** Read by screen readers after the button's text, to say which entry it belongs to. */
  label?: string;
  /** Acts that aren't offered, because what they begin is there. */
  begun?: readonly EntryAct[];
}) {
  const acts = useEntryActs(record).filter((act) => !begun.includes(act));
  const store = useStore();
  const navigate = useNavigate();
  const { job, tell } = useScreen();
  const isStarting = useRef(false);
  const start = async (act: EntryAct) => {
    // A second tap must not begin it twice.
    if (isStarting.current) return;
    isStarting.current = true;
    try {
      await navigate(await act.start(store, { job, record, shots, words, item, where }));
    } catch (error) {
      tell.failed(error);
    } finally {
      isStarting.current = false;
    }
  };
  return acts.map((act) => (
    <Button key={act.label} type="button" kind="quiet" size="small" onClick={() => void start(act)}>
      {act.label}
      {label === undefined ? null : <span className="sr-only">: {label}</span>}
    </Button>
  ));
}
