import { and, eq } from "drizzle-orm";
import { seal, unseal } from "#platform/config/sealing.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError, TooManyError } from "#platform/errors/app-error.ts";
import { createLimiter } from "#platform/http/limits/limits.server.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { convertWaiting } from "../capture/capture-queue.server.ts";
import { findLeadByEmail, recordReply } from "../data.server.ts";
import { currentLeadId } from "../people/merged.server.ts";
import { leadsHeldBack } from "../capture/tables.server.ts";
import { questionSchema } from "./question.ts";

/** How long someone who asked for a guide can ask a question from the page that thanks them. */
const ASKS_FOR = { hours: 24 } as const;
const PURPOSE = "someone who asked for a guide";

const questionsPerPerson = createLimiter({ name: "questions", limit: 10, windowSeconds: 3600 });

/** Names someone who just asked for a page's guide, so that they needn't type who they are again. */
export const askerToken = (slug: string, email: string, now: Temporal.Instant): string =>
  seal(PURPOSE, JSON.stringify([slug, email, now.add(ASKS_FOR).epochMilliseconds]));

/** The address in a token of this page; undefined if it is forged, expired, or another page's. */
export function readAsker(slug: string, token: string, now: Temporal.Instant): string | undefined {
  const text = token.length < 2000 ? unseal(PURPOSE, token) : undefined;
  if (text === undefined) return undefined;
  const [ofSlug, email, until] = JSON.parse(text) as [string, string, number];
  return ofSlug === slug && until > now.epochMilliseconds ? email : undefined;
}

/**
 * Saves a question as a reply of a lead, which ends their follow-up and waits for an answer like any reply.
 * @param leadId may be one that became part of another
 * @throws AppError invalid, with a message per field; not_found for an erased lead
 * @throws TooManyError
 */
export async function askAsLead(ctx: AccountContext, leadId: string, form: PostedForm): Promise<void> {
  const { question, asked } = form.check(questionSchema);
  limit(`${ctx.account.id} ${leadId}`, ctx.now);
  const current = await currentLeadId(ctx, leadId);
  await recordReply(ctx, current, {
    via: "page",
    messageId: derivedId("leads.question", ctx.account.id, current, asked || question),
    body: question,
  });
}

/**
 * The same for someone known by the address they just typed. While their request is held as spam, the
 * question waits with it.
 */
export async function askByEmail(ctx: AccountContext, email: string, form: PostedForm): Promise<void> {
  const { question } = form.check(questionSchema);
  await convertWaiting(ctx);
  const lead = await findLeadByEmail(ctx, email);
  if (lead) return askAsLead(ctx, lead.id, form);
  limit(`${ctx.account.id} ${email}`, ctx.now);
  const isTheirs = and(eq(leadsHeldBack.accountId, ctx.account.id), eq(leadsHeldBack.email, email));
  const held = await ctx.db.select().from(leadsHeldBack).where(isTheirs).for("update").limit(1);
  if (!held.length)
    throw new AppError("not_found", "We couldn’t find your request. Please ask for the guide again.");
  for (const { id, answers } of held) {
    const needs = new Set([...(answers?.need?.split("\n\n") ?? []), question]);
    await ctx.db
      .update(leadsHeldBack)
      .set({ answers: { ...answers, need: [...needs].join("\n\n").slice(0, 5000) } })
      .where(and(isTheirs, eq(leadsHeldBack.id, id)));
  }
}

function limit(key: string, now: Temporal.Instant): void {
  const verdict = questionsPerPerson.check(key, now);
  if (!verdict.ok)
    throw new TooManyError("That’s a lot of questions in a short time.", verdict.retryAfterSeconds);
}
