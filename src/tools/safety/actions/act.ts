import type { EntryAct } from "#trade/fieldwork/public.tsx";
import { issueActs, startSafetyAction } from "#trade/issues/public.tsx";
import { actionPath } from "../paths.ts";

const act: EntryAct = {
  label: "Make it a safety action",
  beginsWhenFailed: true,
  // Where issues are begun, so are actions.
  isFor: (record) => issueActs.some((one) => one.isFor(record)),
  start: async (store, from) => actionPath(from.job, await startSafetyAction(store, from)),
};

/** A safety action begins from any photo, entry or failed item; for guests of the job too. */
export const actionActs: readonly EntryAct[] = [act, { ...act, isForGuests: true }];
