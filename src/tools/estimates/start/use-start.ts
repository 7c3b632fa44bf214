import { useNavigate } from "react-router";
import { type Json, newLocalId, useStore } from "#ground/sync/public.tsx";
import { useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { ESTIMATE } from "../rules/estimate.ts";
import { newValues } from "./new-values.ts";
import { newestFirst } from "./newest-first.ts";

/** Writes a new estimate of this job and opens it. `line` says why it couldn't. */
export function useStart() {
  const { job, zone } = useScreen();
  const store = useStore();
  const navigate = useNavigate();
  const { write, line } = useWrite();
  const start = async (begun: Readonly<Record<string, Json>>): Promise<void> => {
    const record = newLocalId();
    const earlier = newestFirst(await store.recordsOf(ESTIMATE, null)).map(({ values }) => values);
    const sets = newValues(begun, { earlier, today: Temporal.Now.plainDateISO(zone).toString() });
    if (await write({ kind: ESTIMATE, record, job, sets }))
      await navigate(`/account/job/${job}/estimates/${record}`);
  };
  return { start, line };
}
