import { toolsOf } from "#ground/businesses/public.server.ts";
import type { JobRecord } from "#ground/sync/public.server.ts";
import type { CloseoutPart, FinishStep, ServerTool } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";

type PartsOf = (records: readonly JobRecord[]) => readonly CloseoutPart[];

type StepsOf = NonNullable<ServerTool["finishSteps"]>;
type ClosingTool = Pick<ServerTool, "word" | "closeoutParts" | "finishSteps">;

let tools: readonly PartsOf[] = [];
let steps: readonly { readonly word: string; readonly of: StepsOf }[] = [];

/**
 * Sets what tools add to packages and to finishing a job. Called once per process, from
 * `src/app/report-lines.ts`.
 */
export function defineCloseouts(all: readonly ClosingTool[]): void {
  tools = all.flatMap(({ closeoutParts }) => closeoutParts ?? []);
  steps = all.flatMap(({ word, finishSteps }) => (finishSteps ? [{ word, of: finishSteps }] : []));
}

/** What the tools of a business have left to do with the client of a job. */
export async function finishStepsOf(ctx: AccountContext, jobId: string): Promise<readonly FinishStep[]> {
  const words = new Set<string>((await toolsOf(ctx)).map(({ word }) => word));
  const found: FinishStep[] = [];
  for (const { word, of } of steps) if (words.has(word)) found.push(...(await of(ctx, jobId)));
  return found;
}

const ORDER = ["photos", "checklists", "plans"] as const satisfies CloseoutPart["section"][];

/** Everything that tools have for the package of a job, in its order. */
export const partsOf: PartsOf = (records) => {
  const all = tools.flatMap((tool) => tool(records));
  return ORDER.flatMap((section) => all.filter((part) => part.section === section));
};
