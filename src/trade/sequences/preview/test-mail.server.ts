import { and, eq } from "drizzle-orm";
import { getBusiness, ownSender } from "#ground/businesses/public.server.ts";
import { type Arrival, ASKS_NOW, offerOfPage, arrivalReason } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { createLimiter, type Verdict } from "#platform/http/limits/limits.server.ts";
import { foldForText } from "#platform/sms/segments.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { NewMail } from "#platform/mail/message.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { fillPlaceholders } from "../message/placeholders.ts";
import { mailParts } from "../message/mail-parts.ts";
import type { Step } from "../plan/planner.ts";
import { formatStepText } from "../message/text-parts.ts";
import { previewFrame } from "./frame.server.ts";
import type { PreviewFrame } from "./frame.ts";
import { formatClock } from "../what-if/explain.ts";

/** Enough for every step of a long sequence, too few to annoy anyone. */
const testsPerPerson = createLimiter({ name: "test emails", limit: 20, windowSeconds: 3600 });

/** Counts a test; `ok` is false after too many in an hour. */
export const countTest = (person: string, at: Temporal.Instant): Verdict => testsPerPerson.check(person, at);

/**
 * Queues a step as an email to the user, as it would read to a lead. It belongs to no lead or ledger.
 * @returns the message's id
 * @throws AppError conflict if the user's address is not verified, invalid for a step that is not sent
 */
export async function sendTest(
  ctx: AccountContext,
  {
    step,
    name,
    pageId,
    backTo,
    arrival = ASKS_NOW,
  }: {
    step: Step;
    name: string;
    pageId: string | null;
    backTo: string;
    arrival?: Arrival;
  },
): Promise<string> {
  const { user } = ctx;
  if (!user?.emailVerified)
    throw new AppError(
      "conflict",
      "Verify your email address first. Tests only go to an address we know is yours.",
    );
  const business = await getBusiness(ctx);
  const { sender, publicUrl } = installation();
  const plain = await previewFrame(ctx);
  const frame = { ...plain, reason: arrivalReason(arrival, plain.businessName) };
  const id = newId();
  await queueMail(
    ctx.db,
    {
      id,
      accountId: ctx.account.id,
      kind: "transactional",
      from: (await ownSender(ctx)) ?? { name: frame.businessName, address: sender.mailbox.address },
      replyTo: business.replyAddress ?? undefined,
      to: { address: user.email },
      ...(await describeTestState(ctx, { step, name, pageId, frame, link: `${publicUrl}${backTo}` })),
    },
    { now: ctx.now, sender },
  );
  return id;
}

type Words = Pick<NewMail, "subject" | "text" | "html" | "attachments">;

async function describeTestState(
  ctx: AccountContext,
  of: { step: Step; name: string; pageId: string | null; frame: PreviewFrame; link: string },
): Promise<Words> {
  const { step, name, pageId, frame, link } = of;
  const plain = (subject: string, words: string): Words => ({
    subject,
    ...layOutMail({ paragraphs: words.split(/\n{2,}/) }),
  });
  switch (step.kind) {
    case "gift":
    case "mail": {
      const offer = step.kind === "gift" && pageId ? await offerOfPage(ctx, pageId) : undefined;
      // A lead's own links don't exist here, so they lead back to the preview.
      const { subject, ...parts } = mailParts(step, frame, {
        name,
        giftUrl: step.kind === "gift" ? link : undefined,
        unsubscribeUrl: link,
        referralLink: frame.referralLink,
      });
      return {
        subject: `Test: ${subject}`.slice(0, 400),
        ...layOutMail(parts),
        attachments: offer
          ? [{ name: offer.fileName, contentType: "application/pdf", file: offer.file }]
          : [],
      };
    }
    case "text":
      return plain(
        `Test: a text to ${greetingName(name) || name}`,
        foldForText(
          formatStepText(
            step.body,
            {
              firstName: greetingName(name),
              business: frame.businessName,
              reviewLink: frame.reviewLink,
              referralLink: frame.referralLink,
            },
            true,
          ),
        ),
      );
    case "call":
      return plain(
        `Test: a call to ${greetingName(name) || name}`,
        fillPlaceholders(step.say, { firstName: greetingName(name), business: frame.businessName }),
      );
    case "wait":
    case "condition":
      throw new AppError("invalid", "This step doesn’t send anything, so there’s nothing to test.");
  }
}

export interface TestState {
  readonly words: string;
  readonly kind: "info" | "done" | "error";
  /** The page polls again. */
  readonly isUnderWay: boolean;
}

/** Loads the state of a test; null if the URL names none. */
export async function testState(
  ctx: AccountContext,
  messageId: string | null,
  zone: string,
): Promise<TestState | null> {
  if (!messageId || !isId(messageId) || !ctx.user) return null;
  const [found] = await ctx.db
    .select({
      state: mailMessages.state,
      via: mailMessages.via,
      sentAt: mailMessages.sentAt,
      failure: mailMessages.failure,
      to: mailMessages.recipient,
      aboutId: mailMessages.aboutId,
    })
    .from(mailMessages)
    .where(
      and(
        eq(mailMessages.accountId, ctx.account.id),
        eq(mailMessages.id, messageId),
        eq(mailMessages.recipient, ctx.user.email.toLowerCase()),
      ),
    );
  if (!found || found.aboutId !== null) return null;
  switch (found.state) {
    case "sent":
      if (found.via === "outbox")
        return {
          words: "Your email isn’t connected, so the test wasn’t sent.",
          kind: "info",
          isUnderWay: false,
        };
      return {
        words: `Sent${found.sentAt ? ` at ${formatClock(found.sentAt, zone)}` : ""}, for ${found.to}.`,
        kind: "done",
        isUnderWay: false,
      };
    case "failed":
      return {
        words: `Not sent: ${found.failure ?? "the mail server refused it"}.`,
        kind: "error",
        isUnderWay: false,
      };
    case "suppressed":
      return { words: "Not sent. It was held.", kind: "error", isUnderWay: false };
    case "unknown":
      return {
        words: "The connection dropped at the last moment. It may have arrived.",
        kind: "info",
        isUnderWay: false,
      };
    case "queued":
    case "claimed":
    case "committing":
      return found.failure
        ? {
            words: `The mail server hasn’t accepted it yet: ${found.failure}. We’ll try again.`,
            kind: "info",
            isUnderWay: true,
          }
        : { words: `On its way to ${found.to}.`, kind: "info", isUnderWay: true };
  }
}
