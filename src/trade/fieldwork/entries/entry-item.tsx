import { type ReactNode, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { EntryActButtons, useEntryActs } from "../photos/photo-acts.tsx";
import { Photos } from "../photos/photo-grid.tsx";
import { shotsOf } from "../photos/photos.ts";
import { useScreen } from "../screen/field-screen.tsx";
import type { Done } from "./entry-form.tsx";

/** How an entry that exists may be written to. */
export type Act = "change" | "correct";
const ACTS: readonly Act[] = ["change", "correct"];

/**
 * An entry in a list. Its form opens in its place: by its button, or by an address whose `draft` is the key
 * of that form's draft.
 */
export function EntryItem({
  record,
  label,
  act,
  draftOf,
  form,
  actions,
  children,
}: {
  record: ShownRecord;
  /** Read by screen readers after the button's text, to say which entry it belongs to. */
  label: string;
  /** Null if the viewer may neither change nor correct it. */
  act: Act | null;
  /** The key of a form's draft. */
  draftOf: (act: Act) => string;
  form: (act: Act, done: Done) => ReactNode;
  /** Further buttons. */
  actions?: ReactNode;
  /** @param open opens a form */
  children: (open: (act: Act) => void) => ReactNode;
}) {
  const store = useStore();
  const { tell } = useScreen();
  const begun = useEntryActs(record);
  const [open, setOpen] = useState<Act | null>(null);
  const requested = useSearchParams()[0].get("draft");
  const { key } = useLocation();
  const [visit, setVisit] = useState<string>();
  if (requested && visit !== key) {
    setVisit(key);
    const found = ACTS.find((one) => draftOf(one) === requested);
    if (found) setOpen(found);
  }
  const done: Done = (notice, undo) => {
    // The correction contains the refused change, so stop showing it.
    if (notice && open === "correct") for (const { id } of record.refused) void store.putAway(id);
    setOpen(null);
    if (notice) tell.done(notice, undo);
  };
  if (open) return form(open, done);
  return (
    <>
      {children(setOpen)}
      {act || actions || begun.length > 0 ? (
        <div className="entry-actions">
          {act ? (
            <Button type="button" kind="quiet" size="small" onClick={() => setOpen(act)}>
              {act === "correct" ? "Correct" : "Change"}
              <span className="sr-only"> {label}</span>
            </Button>
          ) : null}
          {actions}
          <EntryActButtons record={record} shots={shotsOf(record.values)} label={label} />
        </div>
      ) : null}
    </>
  );
}

/** The words and photos of an entry. @param stay whether its photos can't be removed */
export function EntryContent({
  record,
  label,
  stay = false,
}: {
  record: ShownRecord;
  label: string;
  stay?: boolean;
}) {
  const { text } = record.values;
  const words = typeof text === "string" ? text.trim() : "";
  return (
    <>
      {words ? <p className="job-note">{words}</p> : null}
      <Photos shots={shotsOf(record.values)} note={record} label={label} stay={stay} />
    </>
  );
}
