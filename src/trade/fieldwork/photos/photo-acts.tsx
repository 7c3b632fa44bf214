import { createContext, useContext, useRef } from "react";
import { useNavigate } from "react-router";
import { type ShownRecord, type Store, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { useScreen } from "../screen/field-screen.tsx";
import type { Shot } from "./photos.ts";

/** What a tool begins from a photo or an entry of any tool, such as a change from a photo. */
export interface EntryAct {
  /** On its button: "This is extra work". */
  readonly label: string;
  /** Whether it is offered at this record. */
  isFor(record: ShownRecord): boolean;
  /** Saves it on this device. @returns the path of its screen @throws {Error} if nothing was saved */
  start(
    store: Store,
    from: { readonly job: string; readonly record: ShownRecord; readonly shots: readonly Shot[] },
  ): Promise<string>;
}

/** The acts of all tools that this person has. */
export const EntryActs = createContext<readonly EntryAct[]>([]);

/** The buttons of what can be begun from a photo, or from an entry with all its photos. */
export function EntryActButtons({
  record,
  shots,
  label,
}: {
  record: ShownRecord;
  shots: readonly Shot[];
  /** Read by screen readers after the button's text, to say which entry it belongs to. */
  label?: string;
}) {
  const acts = useContext(EntryActs).filter((act) => act.isFor(record));
  const store = useStore();
  const navigate = useNavigate();
  const { job, tell } = useScreen();
  const isStarting = useRef(false);
  const start = async (act: EntryAct) => {
    // A second tap must not begin it twice.
    if (isStarting.current) return;
    isStarting.current = true;
    try {
      await navigate(await act.start(store, { job, record, shots }));
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
