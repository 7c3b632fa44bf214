import type { AccountContext } from "#platform/db/scope.server.ts";

/** Who worked on a day of a job, as the business logged it itself: not what its guests logged. */
export interface CrewDay {
  readonly job: string;
  /** "2026-11-28" */
  readonly day: string;
  /** The crew’s company as typed; "" for the business’s own people. */
  readonly company: string;
  readonly people: number;
  /** Of all of them together. */
  readonly hours: number;
}

type FindCrewDays = (ctx: AccountContext, from: string, to: string) => Promise<readonly CrewDay[]>;

const sources: FindCrewDays[] = [];

/** Defines where crews are logged. Call once per process. */
export const defineCrewHours = (find: FindCrewDays): void => void sources.push(find);

/** The crews of all jobs from one day to another, both included. */
export async function crewDaysOf(ctx: AccountContext, from: string, to: string): Promise<CrewDay[]> {
  const found: CrewDay[] = [];
  for (const find of sources) found.push(...(await find(ctx, from, to)));
  return found;
}
