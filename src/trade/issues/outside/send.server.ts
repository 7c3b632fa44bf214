import { and, eq, gte } from "drizzle-orm";
import {
  getBusiness,
  mailColors,
  ownSender,
  replyToFor,
  textNumber,
} from "#ground/businesses/public.server.ts";
import { lockFirst } from "#ground/evidence/public.server.ts";
import { refuseMail } from "#ground/papers/public.server.ts";
import { writeAsProduct } from "#ground/sync/public.server.ts";
import { findJob, type JobRow, zoneOfJob } from "#trade/jobs/public.server.ts";
import { isNumberStopped } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { mailAddress } from "#platform/mail/compose/header-text.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { phoneCountry, readPhone } from "#platform/phones/phone.ts";
import { queueTexts } from "#platform/sms/queue.server.ts";
import { nextOpen } from "#platform/time/hours.ts";
import type { Firm } from "../rules/firm.ts";
import { issuesLinks } from "../tables.server.ts";
import { findFirm, type IssueOfFirm, issuesOfFirms, markTold } from "./firm-issues.server.ts";
import { type FirmLink, isLinkOf, linkToSend, lockLink } from "./links.server.ts";
import {
  dueMarks,
  hasNews,
  issuesIn,
  type News,
  newsFor,
  nextDay,
  waitsForFirm,
  workHours,
} from "./reminders.ts";
import { headlineOf, paragraphsOf, textOf } from "./words.ts";

/** Lists a business sends within a day, and minutes before the same one goes again. */
const [MOST_A_DAY, AGAIN_MINUTES] = [200, 10] as const;
const WATCH = { minutes: 2 };

/** Where a firm can be written to; null for a way that it doesn’t have, or can’t be used. */
export interface Reach {
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
  /** Why it gets no texts, for the business; null if it does, or has no number. */
  readonly whyNoText: string | null;
}

/** How a firm is reached. It gets texts if it agreed to them, and never after STOP. */
export async function reachOf(ctx: AccountContext, firm: Firm): Promise<Reach> {
  const email = (firm.email && mailAddress(firm.email)) || null;
  if (firm.phone === null) return { email, phone: null, whyNoText: null };
  const read = readPhone(firm.phone, phoneCountry((await getBusiness(ctx)).zone));
  const number = "wrong" in read ? null : read.number;
  const whyNoText =
    number === null
      ? "The phone number isn’t complete."
      : !firm.texts
        ? "They haven’t agreed to texts."
        : (await textNumber(ctx)) === null
          ? "Your business has no number to text from."
          : (await isNumberStopped(ctx, number))
            ? "They opted out of texts."
            : null;
  return { email, phone: whyNoText === null ? number : null, whyNoText };
}

interface Sending {
  readonly job: JobRow;
  readonly zone: string;
  readonly firmId: string;
  readonly firm: Firm;
  readonly news: News<IssueOfFirm>;
  /** Everything that waits for the firm. */
  readonly all: readonly IssueOfFirm[];
  /** Names the messages. */
  readonly key: string;
}

/**
 * Sends a firm what it has to fix at a job, because a person asks for it.
 * @param form the same one sends once
 * @throws AppError conflict, invalid or forbidden, with the reason for the person
 */
export async function sendList(
  ctx: AccountContext,
  jobId: string,
  firmId: string,
  form: string,
): Promise<void> {
  await lockFirst(ctx);
  const known = await lockLink(ctx, jobId, firmId);
  const key = derivedId("issues.list", jobId, firmId, form);
  if (known && (known.mailId === mailIdOf(key) || known.textId === textIdOf(key))) return;
  const sending = await prepare(ctx, jobId, firmId, key);
  if (!sending) throw new AppError("not_found", "This sub or this job isn’t there anymore.");
  const { all, news, firm } = sending;
  if (all.length === 0) throw new AppError("conflict", `Nothing is open for ${firm.name} here.`);
  const isSoon = known && ctx.now.since(known.sentAt).total("minutes") < AGAIN_MINUTES;
  const trouble = all.some(({ told }) => told?.trouble);
  if (isSoon && !hasNews(news) && !trouble)
    throw new AppError("conflict", `${firm.name} got this list a few minutes ago.`);
  const { accountId, sentAt } = issuesLinks;
  const today = await ctx.db.$count(
    issuesLinks,
    and(eq(accountId, ctx.account.id), gte(sentAt, ctx.now.subtract({ hours: 24 }))),
  );
  if (today >= MOST_A_DAY)
    throw new AppError("conflict", `You sent ${MOST_A_DAY} lists today. Send more tomorrow.`);
  const refusal = await refuseMail(ctx);
  if (refusal) throw new AppError("forbidden", refusal);
  const reach = await reachOf(ctx, firm);
  if (!reach.email && !reach.phone)
    throw new AppError(
      "invalid",
      [`We can’t reach ${firm.name}.`, reach.whyNoText ?? "Add an email address."].join(" "),
    );
  await send(ctx, sending, reach, known, true);
}

/**
 * Sends what a firm hasn't been told yet, and looks again on the next working day. Called in working hours,
 * with the link locked.
 */
export async function sendNews(ctx: AccountContext, link: FirmLink): Promise<void> {
  const { jobId, firmId } = link;
  const job = await findJob(ctx, jobId);
  const zone = await zoneOfJob(ctx, job);
  const next = nextDay(ctx.now, zone);
  await ctx.db
    .update(issuesLinks)
    .set({ nextAt: next })
    .where(isLinkOf(ctx, jobId, firmId));
  const sending = await prepare(ctx, jobId, firmId, derivedId("issues.news", jobId, firmId, next.toString()));
  if (!sending || !hasNews(sending.news) || (await refuseMail(ctx)) !== null) return;
  const reach = await reachOf(ctx, sending.firm);
  if (reach.email || reach.phone) await send(ctx, sending, reach, link, false);
  else
    await saveTrouble(
      ctx,
      sending.all,
      `${sending.firm.name} has no email or text number we can use. Add one.`,
    );
}

async function prepare(
  ctx: AccountContext,
  jobId: string,
  firmId: string,
  key: string,
): Promise<Sending | null> {
  const [job, firm] = [await findJob(ctx, jobId), await findFirm(ctx, firmId)];
  if (!job || !firm) return null;
  const zone = await zoneOfJob(ctx, job);
  const all = (await issuesOfFirms(ctx, jobId, { firm: firmId })).filter(waitsForFirm);
  return { job, zone, firmId, firm, all, news: newsFor(all, todayIn(ctx, zone), zone), key };
}

const todayIn = ({ now }: AccountContext, zone: string): string =>
  now.toZonedDateTimeISO(zone).toPlainDate().toString();

const mailIdOf = (key: string) => derivedId("issues.mail", key);
const textIdOf = (key: string) => derivedId("issues.text", key);

async function send(
  ctx: AccountContext,
  sending: Sending,
  reach: Reach,
  known: FirmLink | null,
  isAsked: boolean,
): Promise<void> {
  const { job, zone, firmId, all, news } = sending;
  const link = await linkToSend(ctx, job, firmId, known, isAsked);
  if (!link) return;
  const mailId = reach.email ? await mail(ctx, sending, reach.email, link.address) : null;
  const textId = reach.phone ? await text(ctx, sending, reach.phone, link.address) : null;
  const sent = {
    ...{ linkId: link.linkId, sealed: link.sealed, sentAt: ctx.now, mailId, textId },
    ...{ nextAt: nextDay(ctx.now, zone), watchAt: ctx.now.add(WATCH) },
  };
  await ctx.db
    .insert(issuesLinks)
    .values({ accountId: ctx.account.id, jobId: job.jobId, firmId, ...sent })
    .onConflictDoUpdate({
      target: [issuesLinks.accountId, issuesLinks.jobId, issuesLinks.firmId],
      set: sent,
    });
  const named = hasNews(news) && !isAsked ? issuesIn(news) : all;
  const today = todayIn(ctx, zone);
  for (const issue of named)
    await markTold(ctx, [issue.id], { toldFirm: firmId, toldAt: ctx.now, ...dueMarks(issue, today, zone) });
  const at = ctx.now.toString({ smallestUnit: "millisecond" });
  for (const { record, told } of named)
    if (told?.firm !== firmId || told.trouble !== null)
      await writeAsProduct({ ...ctx, user: null }, record, {
        told: { firm: firmId, at, seen: null, trouble: null },
      });
}

/** Says on issues why their firm wasn't reached. */
export async function saveTrouble(
  ctx: AccountContext,
  issues: readonly IssueOfFirm[],
  trouble: string,
): Promise<void> {
  const at = ctx.now.toString({ smallestUnit: "millisecond" });
  for (const { record, told, firmId } of issues)
    if (told?.trouble !== trouble)
      await writeAsProduct({ ...ctx, user: null }, record, {
        told: { ...(told?.firm === firmId ? told : { firm: firmId, at, seen: null }), trouble },
      });
}

async function mail(
  ctx: AccountContext,
  { job, firm, all, news, key }: Sending,
  address: string,
  url: string,
): Promise<string> {
  const { sender } = installation();
  const business = await getBusiness(ctx);
  const name = business.name ?? sender.mailbox.name;
  const call = business.phone ? ` or call ${business.phone}` : "";
  const id = mailIdOf(key);
  await queueMail(
    ctx.db,
    {
      ...{ id, accountId: ctx.account.id, kind: "transactional" },
      from: (await ownSender(ctx)) ?? { name, address: sender.mailbox.address },
      replyTo: await replyToFor(ctx, null),
      to: { ...(firm.contact ? { name: firm.contact } : {}), address },
      subject: `${headlineOf(news, all.length)} at ${job.name}`.slice(0, 200),
      ...layOutMail({
        paragraphs: [
          firm.contact ? `Hi ${firm.contact.split(/\s/)[0]},` : "Hello,",
          `${name} has work for ${firm.name} at ${[job.name, job.address].filter(Boolean).join(", ")}.`,
          ...paragraphsOf(news, all),
        ],
        action: { label: "Open your list", url },
        closing: [
          "You don’t need an account. Tap Fixed and add a photo when one is done. The link stays the same.",
          `If you have a question, reply to this email${call}.`,
        ],
        signature: business.signature?.split("\n") ?? [name],
        colors: mailColors(business.color),
        footer: {
          reason: `You’re getting this because ${name} assigned this work to ${firm.name}.`,
          postalAddress: `${name}\n${business.postalAddress ?? ""}`,
        },
      }),
    },
    { now: ctx.now, sender },
  );
  return id;
}

async function text(
  ctx: AccountContext,
  { job, zone, firmId, all, news, key }: Sending,
  to: string,
  url: string,
): Promise<string> {
  const id = textIdOf(key);
  const business = (await getBusiness(ctx)).name ?? installation().sender.mailbox.name ?? "";
  await queueTexts(
    ctx.db,
    [
      {
        ...{ id, accountId: ctx.account.id, to, kind: "job", aboutId: firmId },
        body: textOf(business, headlineOf(news, all.length), job.name, url),
        // Nobody's phone rings at night, whenever the business sends it.
        sendAt: nextOpen(ctx.now, workHours(zone)) ?? ctx.now,
      },
    ],
    ctx,
  );
  return id;
}
