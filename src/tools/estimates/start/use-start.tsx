import { useNavigate } from "react-router";
import { readText } from "#ground/sync/public.ts";
import { type Json, newLocalId, type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { lastWritten } from "#trade/fieldwork/public.ts";
import { useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { ESTIMATE } from "../rules/estimate.ts";
import { repeatedFrom, VALID_DAYS } from "./new-values.ts";

export const newestFirst = (records: readonly ShownRecord[]): ShownRecord[] =>
  records.toSorted((one, other) => (lastWritten(other.fields)?.at ?? 0) - (lastWritten(one.fields)?.at ?? 0));

/** Writes a new estimate of this job and opens it. */
export function useStart() {
  const { job, zone } = useScreen();
  const store = useStore();
  const navigate = useNavigate();
  const { write, line } = useWrite();
  const start = async ({ terms, ...begun }: Readonly<Record<string, Json>>): Promise<void> => {
    const record = newLocalId();
    const earlier = newestFirst(await store.recordsOf(ESTIMATE, null)).map(({ values }) => values);
    const repeated = repeatedFrom(earlier);
    const own = begun["startedFrom"] === "own" ? "" : readText(repeated["terms"]);
    const sets: Record<string, Json> = {
      ...repeated,
      validUntil: Temporal.Now.plainDateISO(zone).add({ days: VALID_DAYS }).toString(),
      ...begun,
      terms: [readText(terms), own].filter(Boolean).join("\n\n") || null,
    };
    if (await write({ kind: ESTIMATE, record, job, sets }))
      await navigate(`/account/job/${job}/estimates/${record}`);
  };
  return { start, line };
}
