import type { ReactNode } from "react";
import { type Change, type Json, useStore } from "#ground/sync/public.tsx";
import { Button, type ButtonKind } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { DraftForm } from "../form/draft-form.tsx";
import type { Faults, Outcome } from "../form/field-form.tsx";
import { useScreen } from "../screen/field-screen.tsx";
import { ChangedMeanwhile } from "../values/changes.tsx";
import type { OpenEntry, Purpose } from "./use-entry.ts";

/**
 * Called when a form closes.
 * @param notice shown; undefined if canceled
 * @param undo reverts what was saved
 */
export type Done = (notice?: string, undo?: () => Promise<unknown>) => void;

/** What a filled form says: the fields to set and the records that are saved with them, or what is wrong. */
export type ReadForm =
  | { readonly changes: Readonly<Record<string, Json>>; readonly also?: readonly Change[] }
  | { readonly faults: Faults };

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const savedNotice = (purpose: Purpose, noun: string): string =>
  purpose === "new"
    ? `${capitalized(noun)} saved.`
    : purpose === "change"
      ? "Change saved."
      : "Correction saved.";

/**
 * The form of an entry, with its draft: Save, Cancel that asks before it discards something, and Remove with
 * an undo. Changes made by others since it opened are shown above the fields.
 */
export function EntryForm({
  entry,
  read,
  save,
  kind,
  done,
  className,
  onInput,
  children,
}: {
  entry: OpenEntry;
  /** @param photoCount how many photos it will have */
  read: (form: FormData, photoCount: number) => ReadForm;
  save?: ReactNode;
  kind?: ButtonKind;
  /** Without it the form stays open, empty, for the next entry. */
  done?: Done;
  className?: string;
  onInput?: (form: HTMLFormElement) => void;
  /** @param errorOf the message for a field, by its name */
  children: (errorOf: (field: string) => string | undefined) => ReactNode;
}) {
  const store = useStore();
  const { job, people, tell } = useScreen();
  const { draft, saw, target } = entry;
  const { purpose, noun, record } = target;
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const found = read(new FormData(form), await entry.settled());
    if ("faults" in found) return found;
    const notice = (await entry.save(found.changes, found.also))
      ? savedNotice(purpose, noun)
      : "Nothing changed.";
    if (done) {
      done(notice);
      return undefined;
    }
    return { saved: notice, next: {} };
  };
  const discard = async () => {
    try {
      await draft.discard();
      done?.();
    } catch (error) {
      tell.failed(error);
    }
  };
  const remove = async () => {
    const setRemoved = (removed: boolean) =>
      store.write({ kind: target.kind, record: record!.id, job, sets: { removed } });
    try {
      await setRemoved(true);
      await draft.discard();
      done?.(`${capitalized(noun)} removed.`, () => setRemoved(false));
    } catch (error) {
      tell.failed(error);
    }
  };
  return (
    <DraftForm
      draft={draft}
      submit={submit}
      save={save ?? (purpose === "correct" ? "Save correction" : "Save")}
      kind={kind}
      className={className}
      onInput={onInput}
      beside={
        done ? (
          <>
            {entry.hasInput ? (
              <Confirm
                kind="quiet"
                label="Cancel"
                back="Keep writing"
                question={
                  purpose === "new" ? "Discard what you wrote and its photos?" : "Discard what you changed?"
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
              <Button type="button" kind="quiet" onClick={() => void remove()}>
                Remove
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      {(errorOf) => (
        <>
          {saw ? <ChangedMeanwhile record={record} base={saw} people={people} /> : null}
          {children(errorOf)}
        </>
      )}
    </DraftForm>
  );
}
