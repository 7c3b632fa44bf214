import { and, eq } from "drizzle-orm";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { hasNotices } from "#ground/notifications/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { reactionInText } from "#platform/mail/bounces/reaction.ts";
import type { TextKeyword } from "#platform/sms/keywords.ts";
import { foldForText } from "#platform/sms/segments.ts";
import { smsMessages } from "#platform/sms/tables.server.ts";
import { recordReply } from "../data.server.ts";
import { addIncoming } from "../history/history.server.ts";
import { leadsInboundTexts } from "../mail/tables.server.ts";
import { leadsOfPhone, resumeTexts, stopTexts } from "./text-consent.server.ts";

/** An incoming text, verified to be from Twilio. */
export interface InboundText {
  readonly sid: string;
  readonly from: string;
  readonly body: string;
  /** The keyword, if the text is nothing else. */
  readonly wish: TextKeyword | undefined;
  /** Whether it asks to stop in other words. */
  readonly asksToStop: boolean;
  /** The number of pictures; they stay at Twilio. */
  readonly pictures: number;
}

/** What a text was. Texts from unknown people are counted but not stored. */
export interface TextReading {
  readonly kind: TextKeyword | "reply" | "reaction" | "again" | "unknown";
  readonly answeredBy: string | undefined;
}

export interface MeantFor {
  /**
   * Accounts where STOP and START apply: all that text from this number, because the carrier blocks it for
   * all.
   */
  readonly all: readonly string[];
  /** Those of them that get a reply. */
  readonly answers: readonly string[];
}

/** Applies a text in each account it is meant for. */
export async function readInboundText(text: InboundText, { all, answers }: MeantFor): Promise<TextReading> {
  let found: TextReading = { kind: "unknown", answeredBy: undefined };
  const countsForAll = text.wish === "stop" || text.wish === "start" || text.asksToStop;
  for (const accountId of countsForAll ? all : answers) {
    const kind = await withAccount(accountId, (ctx) => readIn(ctx, text, answers.includes(accountId)));
    if (found.kind === "unknown" && kind !== "unknown") found = { kind, answeredBy: accountId };
  }
  return found;
}

async function readIn(
  ctx: AccountContext,
  { sid, from, body, wish, asksToStop, pictures }: InboundText,
  isAnswer: boolean,
): Promise<TextReading["kind"]> {
  const [leadId] = await leadsOfPhone(ctx, from);
  if (!leadId) return await readOfColleague(ctx, from, wish ?? (asksToStop ? "stop" : undefined));
  const inserted = await ctx.db
    .insert(leadsInboundTexts)
    .values({ accountId: ctx.account.id, sid, at: ctx.now })
    .onConflictDoNothing()
    .returning({ sid: leadsInboundTexts.sid });
  if (!inserted.length) return "again";
  if (wish === "stop" || asksToStop) await stopTexts(ctx, from);
  if (wish === "start") await resumeTexts(ctx, from, body, isAnswer);
  if (wish || !isAnswer) return wish ?? "stop";
  const reaction = reactionInText(body);
  if (reaction) {
    await addIncoming(ctx, leadId, "reacted", {
      words: reaction.emoji,
      details: { messageId: sid, via: "text" },
    });
    return "reaction";
  }
  const seen =
    pictures > 0
      ? `${body}\n(${pictures === 1 ? "A picture" : `${pictures} pictures`} attached. See Twilio.)`.trim()
      : body;
  await recordReply(ctx, leadId, { via: "text", messageId: sid, body: seen });
  return "reply";
}

/** STOP and START of a person of the business who gets notifications by text, or of a sub. */
async function readOfColleague(
  ctx: AccountContext,
  phone: string,
  wish: TextKeyword | undefined,
): Promise<TextReading["kind"]> {
  if (wish !== "stop" && wish !== "start") return "unknown";
  if (!(await hasNotices(ctx, phone)) && !(await textedAsSub(ctx, phone))) return "unknown";
  await (wish === "stop" ? stopTexts(ctx, phone) : resumeTexts(ctx, phone, "", false));
  return wish;
}

/** Whether the business texted this number about a job. */
const textedAsSub = async (ctx: AccountContext, phone: string): Promise<boolean> =>
  (await ctx.db.$count(
    smsMessages,
    and(eq(smsMessages.accountId, ctx.account.id), eq(smsMessages.to, phone), eq(smsMessages.kind, "job")),
  )) > 0;

/** The response to HELP: who is texting, how to reach them, how to stop. */
export async function helpText(accountId: string | undefined): Promise<string> {
  const business = accountId === undefined ? undefined : await withAccount(accountId, getBusiness);
  const who = business?.name ?? installation().brand;
  const reached = [business?.phone, business?.replyAddress].filter(Boolean).join(" or ");
  return foldForText(
    `${who}: follow-up you asked for.${reached ? ` Reach us at ${reached}.` : ""} Msg frequency varies. Msg & data rates may apply. Reply STOP to end texts.`,
  );
}
