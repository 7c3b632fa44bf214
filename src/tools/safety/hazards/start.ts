import { type Json, newLocalId, type Store } from "#ground/sync/public.tsx";
import { type Attendee, fieldsOfPeople } from "../rules/talk.ts";
import { PLAN, versionOfRevision } from "./plan.ts";
import type { PlanText } from "./text.ts";

const revisionField = (text: PlanText, base: readonly string[], why: string, at: number) => ({
  [`revisions.${versionOfRevision(text, base)}`]: {
    ...{ text: text as unknown as Json, base: [...base], why, at: new Date(at).toISOString() },
  },
});

/** What a plan begins with. */
export interface PlanStart {
  readonly job: string;
  /** "2026-11-29", where the job is. */
  readonly date: string;
  readonly text: PlanText;
  readonly leader: string;
  /** Expected to be there. */
  readonly people: readonly Pick<Attendee, "name">[];
  /** The draft that this saves. */
  readonly draft?: string;
}

/**
 * Starts a plan on this device.
 * @param record its id, where a form has one
 * @returns its id @throws {NotSaved} if this device couldn’t save it
 */
export async function startPlan(
  store: Store,
  { job, date, text, leader, people, draft }: PlanStart,
  record = newLocalId(),
): Promise<string> {
  await store.write({
    ...{ kind: PLAN, record, job, draft },
    sets: (_, skew) => ({
      ...{ date, leader, ...fieldsOfPeople(record, people) },
      ...revisionField(text, [], "", Date.now() + skew),
    }),
  });
  return record;
}

/**
 * Changes a plan: what was signed stays, and everybody signs again.
 * @throws {NotSaved} if this device couldn’t save it
 */
export async function changePlan(
  store: Store,
  {
    job,
    record,
    base,
    text,
    why,
    draft,
  }: {
    readonly job: string;
    readonly record: string;
    /** Versions that it replaces, as the author saw the plan; see `baseOf`. */
    readonly base: readonly string[];
    readonly text: PlanText;
    readonly why: string;
    readonly draft?: string;
  },
): Promise<void> {
  await store.write({
    ...{ kind: PLAN, record, job, draft },
    sets: (_, skew) => revisionField(text, base, why, Date.now() + skew),
  });
}
