import { actingRole, getBusiness, may } from "#ground/businesses/public.server.ts";
import { recipientsOf } from "#ground/papers/public.server.ts";
import type { FinishStep } from "#trade/jobs/public.server.ts";
import { personalLinks } from "#trade/leads/public.server.ts";
import { followUpsOfLead } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { finishStepsOf } from "../content/registry.server.ts";
import { getJob, packagePath, versionsOf } from "../package.server.ts";
import { jobClient, type JobClient } from "./client.server.ts";

/** The ready-made follow-up that asks for a review and gives the client a link to pass on. */
const AFTER = "after-the-job";

/** A step of this page. */
export interface ShownStep extends Omit<FinishStep, "act"> {
  readonly id: string;
  /** Null where the page asks for the link to the business's reviews. */
  readonly act: {
    readonly label: string;
    /** Without one, its button posts, because the client has to be added first. */
    readonly path: string | null;
  } | null;
}

/** What is left to do with the client of a job. @throws AppError not_found without the job */
export async function viewOfFinish(ctx: AccountContext, id: string) {
  const { jobId, name, status } = await getJob(ctx, id);
  const client = await jobClient(ctx, jobId);
  const ofTools = await finishStepsOf(ctx, jobId);
  return {
    ...{ jobId, job: name, isDone: status === "done" },
    client: client.name || client.email || "your client",
    leadId: client.leadId,
    mayAct: may(actingRole(ctx), "work.write"),
    maySet: may(actingRole(ctx), "business.change"),
    steps: [
      ...ofTools.map((step, at): ShownStep => ({ ...step, id: `tool-${at}` })),
      await packageStep(ctx, jobId),
      await reviewStep(ctx, jobId, client),
    ],
    personalLink: client.leadId ? (await personalLinks(ctx))(client.leadId) : null,
  };
}

async function packageStep(ctx: AccountContext, jobId: string): Promise<ShownStep> {
  const [isPublished, sent] = [
    (await versionsOf(ctx, jobId)).some(({ state }) => state === "ready"),
    await recipientsOf(ctx, [derivedId("closeouts.paper", ctx.account.id, jobId)]),
  ];
  const step = { id: "package", title: "Closeout package" };
  const path = packagePath(jobId);
  if (sent.length > 0)
    return {
      ...{ ...step, isDone: true, says: "Your client has a link to it." },
      act: { label: "Open the package", path },
    };
  if (isPublished)
    return {
      ...{ ...step, isDone: false, says: "It’s published. Now send it to your client." },
      act: { label: "Send the package", path: `${path}#share` },
    };
  return {
    ...{ ...step, isDone: false },
    says: "Warranty letter, signed papers, photos, and manuals, in one link that your client keeps.",
    act: { label: "Make the package", path },
  };
}

async function reviewStep(
  ctx: AccountContext,
  jobId: string,
  { leadId, email, phone }: JobClient,
): Promise<ShownStep> {
  const step = { id: "review", title: "Review and referral", isDone: false };
  const { reviewLink } = await getBusiness(ctx);
  const started = leadId
    ? (await followUpsOfLead(ctx, leadId)).find(({ play }) => play === AFTER)
    : undefined;
  if (started)
    return {
      ...{ ...step, isDone: true },
      says: started.stoppedAt
        ? "You asked, and it stopped when they replied or you ended it."
        : "The follow-up is on. It stops as soon as they reply.",
      act: { label: "See what goes out", path: `/account/leads/${leadId ?? ""}` },
    };
  if (!reviewLink)
    return {
      ...step,
      says: "The email that asks for a review needs the link to your reviews.",
      act: null,
    };
  if (!email && !phone && !leadId)
    return {
      ...step,
      says: "The job has no email or phone of the client yet.",
      act: { label: "Add the client", path: `/account/job/${jobId}/edit` },
    };
  return {
    ...step,
    says: "Starts the follow-up “After the job”: first a call about how the work is holding up, then the email that asks for a review, then a link of their own to pass on. You see all of it before it starts, and a reply stops it.",
    act: {
      label: "Set up the review request",
      path: leadId ? reviewPath(leadId) : null,
    },
  };
}

/** Where that follow-up is shown as it will go out, to start it. */
export const reviewPath = (leadId: string): string => `/account/sequences/start?play=${AFTER}&lead=${leadId}`;
