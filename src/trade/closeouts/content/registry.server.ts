import type { JobRecord } from "#ground/sync/public.server.ts";
import type { CloseoutPart } from "#trade/jobs/public.server.ts";

type PartsOf = (records: readonly JobRecord[]) => readonly CloseoutPart[];

let tools: readonly PartsOf[] = [];

/** What tools add to packages. Called once per process, from `src/app/report-lines.ts`. */
export const defineCloseouts = (all: readonly PartsOf[]): void => void (tools = all);

const ORDER = ["photos", "checklists", "plans"] as const satisfies CloseoutPart["section"][];

/** Everything that tools have for the package of a job, in its order. */
export const partsOf: PartsOf = (records) => {
  const all = tools.flatMap((tool) => tool(records));
  return ORDER.flatMap((section) => all.filter((part) => part.section === section));
};
