import { z } from "zod";
import { findStoredRecord, writeAsProduct } from "#ground/sync/public.server.ts";
import { findJob, type JobRow, listJobs, zoneOfJob } from "#trade/jobs/public.server.ts";
import { findLeadChoices } from "#trade/leads/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { startOnJob, startForLead } from "./start.server.ts";
import { LONGEST } from "../rules/estimate.ts";

const MOST_SHOWN = 8;

/** Jobs and clients that an estimate may be for, the latest first. @param words empty for all */
export async function findWhom(ctx: AccountContext, words: string) {
  const [jobs, people] = [
    await listJobs(ctx, words, MOST_SHOWN, true),
    (await findLeadChoices(ctx, words)).slice(0, MOST_SHOWN),
  ];
  return {
    jobs: jobs.map(({ jobId, name, address }) => ({ id: jobId, name, about: address ?? "" })),
    people: people.map(({ id, name, email, phone }) => ({ id, name, about: email ?? phone ?? "" })),
  };
}

const line = (most: number, wrong: string) => z.string().trim().max(most, wrong).default("");

/** A client whom the account doesn't know yet. */
export const newClientSchema = z.object({
  name: z
    .string("Enter a name.")
    .trim()
    .min(1, "Enter a name.")
    .max(LONGEST.title, "Use at most 120 characters."),
  email: z
    .union([z.literal(""), z.email("Enter an email address, such as dana@example.com.").max(254)])
    .default(""),
  phone: line(40, "Use at most 40 characters."),
  address: line(300, "Use at most 300 characters."),
});

/** What a new estimate is for. `form` is the id of the form: submitting it again makes no second one. */
export type Whom = { readonly form: string } & (
  | { readonly jobId: string }
  | { readonly leadId: string }
  | { readonly client: z.output<typeof newClientSchema> }
);

/**
 * Starts an estimate for a job, for a client, or for a client who is new.
 * @returns the address of the screen that writes it
 * @throws AppError not_found for an unknown job or client; invalid for a form that isn't ours
 */
export async function startEstimate(ctx: AccountContext, whom: Whom): Promise<string> {
  if ("leadId" in whom) return startForLead(ctx, whom.leadId);
  if (!isId(whom.form)) throw new AppError("invalid", "Reload the page, then try again.");
  const job = "jobId" in whom ? await jobNamed(ctx, whom.jobId) : await newJob(ctx, whom);
  if (!job) throw new AppError("not_found", "That job doesn’t exist.");
  const id = derivedId("estimates.new", whom.form, job.jobId);
  if (!(await findStoredRecord(ctx, id)))
    await startOnJob(ctx, { id, job: job.jobId, title: job.name, zone: await zoneOfJob(ctx, job) });
  return `/account/job/${job.jobId}/estimates/${id}`;
}

/** A job that is only *quoted*: lists of work show it once it is won. */
async function newJob(
  ctx: AccountContext,
  { form, client: { name, email, phone, address } }: Extract<Whom, { client: unknown }>,
): Promise<JobRow | null> {
  const known = await findJob(ctx, form);
  if (known) return known;
  await writeAsProduct(
    ctx,
    { kind: "jobs.job", id: form, job: form },
    {
      ...{ name, clientName: name, status: "quoted" },
      ...(email ? { clientEmail: email.toLowerCase() } : {}),
      ...(phone ? { clientPhone: phone } : {}),
      ...(address ? { address } : {}),
    },
  );
  return findJob(ctx, form);
}

const jobNamed = (ctx: AccountContext, id: string) => (isId(id) ? findJob(ctx, id) : Promise.resolve(null));
