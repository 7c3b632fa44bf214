import { z } from "zod";
import { recordsOfJob } from "#ground/sync/public.server.ts";
import { COLUMNS, GROUPINGS, ISSUE, REPLY, SHOWN } from "#trade/issues/public.ts";
import { chosenIssues, issuesIn, issuesOffer, refuseCertificate } from "#trade/issues/public.server.ts";
import { findJob, listJobs } from "#trade/jobs/public.server.ts";
import { requestOfTool } from "#trade/reports/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { closingCertificate, issueList } from "./shapes.server.ts";

const MOST_JOBS = 500;
/** Small photos, as reports count them. */
const SMALL = 6;
const valuesOf = <Value extends string>(choices: readonly { readonly value: Value }[]) =>
  choices.map(({ value }) => value);
const byLabel = new Intl.Collator("en", { numeric: true });
/** Without a job. */
const NONE: Awaited<ReturnType<typeof issuesOffer>> = {
  ...{ count: 0, places: [], trades: [], assignees: [], hasPins: false, refusal: null },
};
const words = z.string().trim().max(120).default("");

const schema = z.object({
  shown: z.enum(valuesOf(SHOWN), "Choose which issues."),
  by: z.enum(valuesOf(GROUPINGS), "Choose how they’re grouped."),
  ...{ where: words, trade: words, firm: words },
  ...{ photos: z.string().optional(), plans: z.string().optional() },
});

const issuesOf = async (ctx: AccountContext, job: string) =>
  issuesIn(await recordsOfJob(ctx, job, { kinds: [ISSUE, REPLY] }));

/** What the form offers for a job, or for the newest one. */
export async function offerOf(ctx: AccountContext, asked: string) {
  const listed = await listJobs(ctx, "", MOST_JOBS);
  const own = isId(asked) ? await findJob(ctx, asked) : null;
  const jobs = own && !listed.some(({ jobId }) => jobId === own.jobId) ? [own, ...listed] : listed;
  const job = own ?? jobs[0];
  const offer = job ? await issuesOffer(ctx, job.jobId) : NONE;
  const sorted = (choices: readonly { readonly value: string; readonly label: string }[]) =>
    choices.toSorted((one, other) => byLabel.compare(one.label, other.label));
  const plain = (words: string) => ({ value: words, label: words });
  return {
    jobs: jobs.map(({ jobId, name, address }) => ({
      value: jobId,
      label: address ? `${name}, ${address}` : name,
    })),
    job: job?.jobId ?? "",
    count: offer.count,
    hasPins: offer.hasPins,
    places: sorted(offer.places.map(plain)),
    trades: sorted(offer.trades.map(plain)),
    firms: sorted(offer.assignees.map(({ id, name }) => ({ value: id, label: name }))),
    refusal: offer.refusal,
  };
}

async function getJob(ctx: AccountContext, asked: string | undefined): Promise<string> {
  const job = asked && isId(asked) ? await findJob(ctx, asked) : null;
  if (!job) throw refuse("job", "Choose a job.");
  return job.jobId;
}

const refuse = (field: string, why: string) => new AppError("invalid", why, { fields: { [field]: why } });

/** Has a list of issues made in the background. @returns where it is shown */
export async function requestIssueList(ctx: AccountContext, form: PostedForm): Promise<string> {
  const { shown, by, where, trade, firm, photos, plans } = form.check(schema);
  const job = await getJob(ctx, form["job"]);
  const chosen = { shown, where, trade, firm };
  if (chosenIssues(await issuesOf(ctx, job), chosen).length === 0)
    throw refuse("shown", "There are no issues like that on this job. Choose others.");
  return requestOfTool(ctx, form["report"] ?? "", {
    ...{ job, shape: issueList.name, photosPerPage: photos === "yes" ? SMALL : 0, places: false },
    choice: {
      ...{ ...chosen, by, showsPlans: plans === "yes" },
      columns: valuesOf(COLUMNS).filter((one) => form[`show-${one}`] === "yes"),
    },
  });
}

/**
 * Has the closing certificate of a job made in the background.
 * @returns where it is shown
 * @throws AppError conflict while an issue is open
 */
export async function requestCertificate(ctx: AccountContext, form: PostedForm): Promise<string> {
  const job = await getJob(ctx, form["job"]);
  const why = refuseCertificate((await issuesOf(ctx, job)).map(({ issue }) => issue));
  if (why) throw new AppError("conflict", why);
  return requestOfTool(ctx, form["report"] ?? "", {
    ...{ job, shape: closingCertificate.name, choice: null, photosPerPage: 0, places: false },
  });
}
