import { createContext, useContext } from "react";
import { useRecords } from "#ground/sync/public.tsx";
import { Select } from "#ui/field.tsx";
import { useScreen } from "../screen/field-screen.tsx";
import { effectiveEntries } from "./correction-rules.ts";
import { EXTRA_WORK, type ExtraWork, type LoggedWork, workFor, type WorkSource } from "./extra-work-rules.ts";

/** What the tools of this person know of extra work: what it may be for, and where it is logged. */
export const ExtraWorkContext = createContext<{
  readonly target: ExtraWork | null;
  readonly source: WorkSource | null;
}>({ target: null, source: null });

/** The records of the job that work may be for beyond its contract, the newest first. */
function useTargets() {
  const { target } = useContext(ExtraWorkContext);
  const { job } = useScreen();
  const records = useRecords(target?.kind ?? "", job) ?? [];
  return target
    ? records.toReversed().map(({ id, values }) => ({
        ...{ value: id, label: target.labelOf(values), isOpen: target.isOpen(values) },
      }))
    : [];
}

/**
 * Says what an entry's work is for; nothing where the job has no extra work.
 * @param chosen a record's id
 */
export function ExtraWorkField({ id, chosen }: { id: string; chosen: string | null }) {
  const options = useTargets().filter(({ value, isOpen }) => isOpen || value === chosen);
  if (options.length === 0) return null;
  return (
    <Select
      name={EXTRA_WORK}
      id={id}
      label="Extra work"
      options={[{ value: "", label: "No, it’s in the contract" }, ...options]}
      defaultValue={chosen ?? ""}
    />
  );
}

/** What an entry's work is for beyond the contract; nothing if it isn't, or this person doesn't see it. */
export function ExtraWorkMark({ on }: { on: string | null }) {
  const target = useTargets().find(({ value }) => value === on);
  return target ? <span className="log-tag">Extra work: {target.label}</span> : null;
}

/** Work that this device knows is logged on a record, by day. */
export function useLoggedWork(on: string): readonly LoggedWork[] {
  const { source } = useContext(ExtraWorkContext);
  const { job } = useScreen();
  const records = useRecords(source?.kind ?? "", job) ?? [];
  return source ? (workFor(source, records).get(on) ?? []).toSorted((a, b) => (a.day < b.day ? -1 : 1)) : [];
}

/** Work that this device knows is logged on the job from a day on. @param since "2026-11-28" */
export function useWorkSince(since: string): readonly LoggedWork[] {
  const { source } = useContext(ExtraWorkContext);
  const { job } = useScreen();
  const records = useRecords(source?.kind ?? "", job) ?? [];
  return source
    ? effectiveEntries(records.flatMap(({ id, values }) => source.workOf(id, values) ?? [])).filter(
        ({ day }) => day >= since,
      )
    : [];
}
