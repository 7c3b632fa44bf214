import { type Json, newLocalId, type Store } from "#ground/sync/public.tsx";
import { readText } from "#ground/sync/public.ts";
import { dateAt, firstLine } from "#trade/fieldwork/public.ts";
import { type ActSource, isFrom, originOf, photoFields, wordsOf } from "#trade/fieldwork/public.tsx";
import { actionId, ACTIONS, actionsId, type ActionTerms, actionTermsOf, dueBy } from "../rules/action.ts";
import { ISSUE, LONGEST, type Priority } from "../rules/issue.ts";

/** Saves a new issue on this device. @returns its id @throws {NotSaved} if this device couldn't save it */
async function startIssue(
  store: Store,
  job: string,
  { title, ...more }: { readonly title: string } & Readonly<Record<string, Json>>,
  media: readonly string[] = [],
): Promise<string> {
  const record = newLocalId();
  const sets = { title: title.slice(0, LONGEST.title), state: "open", priority: "normal", ...more };
  await store.write({ kind: ISSUE, record, job, media: [...media], sets });
  return record;
}

/**
 * Saves an issue with the photos of another record, such as a failed item of a checklist, or finds the one
 * that began there. @returns its id @throws {NotSaved}
 */
export async function startIssueFrom(
  store: Store,
  source: ActSource,
  more: Readonly<Record<string, Json>> = {},
): Promise<string> {
  const { job, record, shots, where } = source;
  const known = (await store.recordsOf(ISSUE, job)).find(
    ({ values }) => isFrom(values, source) && values["safety"] === more["safety"],
  );
  if (known) return known.id;
  const words = wordsOf(source);
  const { place } = record.values;
  return startIssue(
    store,
    job,
    {
      title: words ? firstLine(words) : "Fix what the photo shows",
      ...(words.length > firstLine(words).length ? { details: words.slice(0, LONGEST.details) } : {}),
      ...photoFields(record, shots),
      ...(place ? { place } : {}),
      ...(where ? { where: where.slice(0, LONGEST.where) } : {}),
      from: originOf(source),
      ...more,
    },
    shots.map(({ sha256 }) => sha256),
  );
}

/** How the business has safety actions done, as this device knows it. */
const termsOn = async (store: Store): Promise<ActionTerms> =>
  actionTermsOf((await store.record(ACTIONS, actionsId(store.who.account)))?.values ?? {});

/** What failed, for the action that it starts. */
export interface Failed {
  readonly job: string;
  /** The kind and id of the answer that failed. */
  readonly answer: { readonly kind: string; readonly record: string };
  /** The item in words. */
  readonly title: string;
  /** The place on the job, in words. */
  readonly where: string;
  readonly priority: Priority;
  /** `2026-11-29`, in the job's time zone. */
  readonly today: string;
}

/**
 * Saves the safety action of a failed item on this device. An item has one action: failing it again brings a
 * removed one back. @throws {NotSaved} if this device couldn't save it
 */
export async function startAction(
  store: Store,
  { job, answer, title, where, priority, today }: Failed,
): Promise<void> {
  const record = actionId(answer.record);
  const known = await store.record(ISSUE, record);
  if (known && !known.isRemoved) return;
  const first: Readonly<Record<string, Json>> = known
    ? { removed: false }
    : { title: title.slice(0, LONGEST.title), state: "open", safety: true, from: { ...answer } };
  await store.write({
    ...{ kind: ISSUE, record, job },
    sets: {
      ...{ ...first, priority, due: dueBy(priority, await termsOn(store), today) },
      ...(where && !known ? { where: where.slice(0, LONGEST.where) } : {}),
    },
  });
}

/** `startIssueFrom` for a safety action, due by the business's days for normal ones. */
export async function startSafetyAction(store: Store, source: ActSource): Promise<string> {
  const job = await store.record("jobs.job", source.job);
  const today = dateAt(Date.now(), readText(job?.values["zone"]) || Temporal.Now.timeZoneId());
  return startIssueFrom(store, source, { safety: true, due: dueBy("normal", await termsOn(store), today) });
}
