import { and, eq } from "drizzle-orm";
import { z } from "zod";
import {
  type PublicProfile,
  publicProfileOf,
  getBusiness,
  mayMailOthers,
  lockIfActive,
} from "#ground/businesses/public.server.ts";
import { getLead, recordReply } from "#trade/leads/public.server.ts";
import { type AccountContext, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { moment } from "#platform/time/format.ts";
import { isLinkOpen, type Situation, situationOf } from "./heads-up.ts";
import { type HeadsUpLink, readHeadsUpToken } from "./token.server.ts";
import { pauseLeadFollowUp, resumeLeadFollowUp } from "../enrollment/pause-lead.server.ts";
import { ledgerOfLead } from "../status/ledger.server.ts";
import { outcomeOf } from "../status/outcome.ts";
import type { Outcome } from "../status/step-outcome.ts";
import { replyStops } from "../rules.ts";
import { sequences, sequencesEnrolments } from "../tables.server.ts";
import type { Trigger } from "../plan/triggers.ts";

const answerSchema = z.object({ do: z.enum(["replied", "hold", "go-on"]) });

export interface HeadsUpView {
  readonly face: PublicProfile;
  readonly name: string;
  readonly situation: Situation;
  /** The linked email and those after it. */
  readonly steps: readonly (Pick<Outcome, "state" | "label" | "explanation"> & {
    subject: string;
    words: string;
    iso: string;
  })[];
}

interface Enrollment {
  readonly leadId: string;
  readonly startedAt: Temporal.Instant;
  readonly restartedAt: Temporal.Instant | null;
  readonly trigger: Trigger;
}

/**
 * Runs `work` for the lead of a link, in its account.
 * @throws AppError not_found unless we signed the link and it is still valid
 */
function atLink<T>(
  token: string | undefined,
  work: (ctx: AccountContext, link: HeadsUpLink, enrollment: Enrollment) => Promise<T>,
): Promise<T> {
  const link = readHeadsUpToken(token ?? "");
  if (!link) throw new AppError("not_found", "This link doesn’t work. Make sure you have all of it.");
  if (!isLinkOpen(link.day, now()))
    throw new AppError(
      "not_found",
      "This link expired after seven days. Log in to see who is waiting and what’s going out.",
    );
  return withAccount(link.accountId, async (ctx) => {
    if (!(await lockIfActive(ctx)))
      throw new AppError("forbidden", "This account is suspended. Nothing goes out.");
    const [enrollment] = await ctx.db
      .select({
        leadId: sequencesEnrolments.leadId,
        startedAt: sequencesEnrolments.startedAt,
        restartedAt: sequencesEnrolments.restartedAt,
        trigger: sequences.trigger,
      })
      .from(sequencesEnrolments)
      .innerJoin(
        sequences,
        and(
          eq(sequences.accountId, sequencesEnrolments.accountId),
          eq(sequences.id, sequencesEnrolments.sequenceId),
        ),
      )
      .where(
        and(eq(sequencesEnrolments.accountId, ctx.account.id), eq(sequencesEnrolments.id, link.enrolmentId)),
      );
    if (!enrollment)
      throw new AppError("not_found", "What this link was about has been deleted. Nothing goes out.");
    return work(ctx, link, enrollment);
  });
}

/** Loads the page of a link. It changes nothing: email scanners follow every link. */
export function readHeadsUp(token: string | undefined): Promise<HeadsUpView> {
  return atLink(token, async (ctx, { enrolmentId, step }, { leadId, trigger, ...began }) => {
    const [lead, business, mayMail] = [
      await getLead(ctx, leadId),
      await getBusiness(ctx),
      await mayMailOthers(ctx),
    ];
    const lines = await ledgerOfLead(ctx, leadId);
    return {
      face: publicProfileOf(business),
      name: lead.name,
      situation: situationOf(
        { ...lead, repliedAt: replyStops(trigger, began, lead.repliedAt) ? lead.repliedAt : null },
        lines,
      ),
      steps: lines
        .filter((line) => line.enrolmentId === enrolmentId && line.step >= step)
        .map((line) => {
          const { state, label, explanation, at } = outcomeOf(
            line,
            ctx.now,
            mayMail,
            lead.unsubscribedAt !== null,
          );
          return { subject: line.subject, state, label, explanation, ...moment(at, business.zone ?? "UTC") };
        }),
    };
  });
}

/**
 * Does what was chosen on that page. A second post changes nothing.
 * @throws AppError invalid if nothing known was chosen
 */
export function answerHeadsUp(token: string | undefined, form: PostedForm): Promise<void> {
  return atLink(token, async (ctx, _, { leadId }) => {
    const { do: answer } = form.check(answerSchema);
    if (answer === "replied") await recordReply(ctx, leadId, { via: "owner" });
    else if (answer === "hold") await pauseLeadFollowUp(ctx, leadId);
    else await resumeLeadFollowUp(ctx, leadId);
  });
}
