import { and, asc, eq, getTableColumns, notInArray } from "drizzle-orm";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { safetyEstablishmentJobs, safetyEstablishments } from "../tables.server.ts";
import type { Establishment } from "../incidents/forms/summary.ts";

/** An establishment without what is typed for each year. */
export type Place = Omit<Establishment, "year" | "headcount" | "averageEmployees" | "hours">;
export interface StoredPlace extends Place {
  readonly id: string;
}

/** Most businesses have one. More than this don’t use this screen. */
const MOST_ESTABLISHMENTS = 40;

/** The establishments of the business, the oldest first: jobs belong to it unless they say another. */
export async function listEstablishments({ db, account }: AccountContext): Promise<StoredPlace[]> {
  const { accountId: _, createdAt, ...columns } = getTableColumns(safetyEstablishments);
  return db
    .select(columns)
    .from(safetyEstablishments)
    .where(eq(safetyEstablishments.accountId, account.id))
    .orderBy(asc(createdAt), asc(columns.id));
}

/** @throws AppError not_found */
export async function getEstablishment(ctx: AccountContext, id: string): Promise<StoredPlace> {
  const found = (await listEstablishments(ctx)).find((place) => place.id === id);
  if (!found) throw new AppError("not_found", "This establishment isn’t there.");
  return found;
}

/**
 * Saves an establishment under its id, new or not.
 * @throws AppError invalid for a name that another one has
 */
export async function saveEstablishment(ctx: AccountContext, { id, ...place }: StoredPlace): Promise<void> {
  const { db, account } = ctx;
  const others = (await listEstablishments(ctx)).filter((one) => one.id !== id);
  if (others.some(({ name }) => name.toLowerCase() === place.name.toLowerCase()))
    throw new AppError("invalid", "Some fields need another look.", {
      fields: { name: "Another establishment has this name. OSHA tells them apart by name." },
    });
  if (others.length >= MOST_ESTABLISHMENTS)
    throw new AppError("conflict", `A business has at most ${MOST_ESTABLISHMENTS} establishments here.`);
  await db
    .insert(safetyEstablishments)
    .values({ ...place, accountId: account.id, id, createdAt: ctx.now })
    .onConflictDoUpdate({ target: [safetyEstablishments.accountId, safetyEstablishments.id], set: place });
}

/** To which establishment each job belongs that doesn’t belong to the oldest. */
export async function establishmentsOfJobs({
  db,
  account,
}: AccountContext): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select()
    .from(safetyEstablishmentJobs)
    .where(eq(safetyEstablishmentJobs.accountId, account.id));
  return new Map(rows.map(({ jobId, establishmentId }) => [jobId, establishmentId]));
}

/** Makes jobs, and only these, belong to an establishment. Unknown jobs are left out. */
export async function saveJobsOf(
  ctx: AccountContext,
  establishment: string,
  jobs: readonly string[],
): Promise<void> {
  const { db, account } = ctx;
  const known = await jobsById(ctx);
  const ids = jobs.filter((job) => known.has(job));
  const { accountId, jobId, establishmentId } = safetyEstablishmentJobs;
  await db
    .delete(safetyEstablishmentJobs)
    .where(
      and(
        eq(accountId, account.id),
        eq(establishmentId, establishment),
        ids.length > 0 ? notInArray(jobId, ids) : undefined,
      ),
    );
  if (ids.length > 0)
    await db
      .insert(safetyEstablishmentJobs)
      .values(ids.map((job) => ({ accountId: account.id, jobId: job, establishmentId: establishment })))
      .onConflictDoUpdate({ target: [accountId, jobId], set: { establishmentId: establishment } });
}

/**
 * Whether a job belongs to an establishment. Without a job, and for one that says nothing, it is the oldest.
 */
export const belongsTo =
  (places: readonly StoredPlace[], jobs: ReadonlyMap<string, string>) =>
  (job: string | null, establishment: string): boolean => {
    const own = job === null ? undefined : jobs.get(job);
    return (places.find(({ id }) => id === own) ?? places[0])?.id === establishment;
  };
