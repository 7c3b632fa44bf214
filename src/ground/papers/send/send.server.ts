import { and, desc, eq, gt } from "drizzle-orm";
import {
  getBusiness,
  mailColors,
  mayMailOthers,
  lockIfActive,
  ownSender,
  replyToFor,
} from "#ground/businesses/public.server.ts";
import { lockFirst } from "#ground/evidence/public.server.ts";
import { duplicateLink, shareDocument } from "#ground/shares/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { mailedTo, type Paper, type Recipient } from "../papers.server.ts";
import { MOST_MAILS_A_DAY } from "../rules.ts";
import { papers, papersRecipients } from "../tables.server.ts";
import { type PaperWords, paperMail, type WaitingMail } from "./mail.ts";
import type { LinkChoices, Sending } from "./schema.ts";
import { decideTogether } from "./turns.server.ts";

/** Null if the business can email papers, else why it can't, in words for its people. */
export async function refuseMail(ctx: AccountContext): Promise<string | null> {
  if (!(await lockIfActive(ctx))) return "This account can’t send email right now.";
  if (!(await mayMailOthers(ctx)))
    return "Verify your email address first. Then we can email others for you.";
  return null;
}

/** How a tool's paper is sent. */
export interface SendOptions {
  /** The last part of its page's address, `/s/{token}/report`. */
  readonly page: string;
  /** IANA zone of the job. */
  readonly zone: string;
  /** The client, whose name and id go with their address; null if there is none. */
  readonly client: {
    readonly name: string;
    readonly address: string;
    /** Null if they are no lead. */
    readonly leadId: string | null;
  } | null;
  /** The lead whose paper it is, whatever address it goes to; default: the client, at their own address. */
  readonly leadId?: string | null;
  readonly words: PaperWords;
}

/**
 * Emails a paper in the business's name, with a separate link for each recipient. Where people approve in
 * order, the first gets it, and each of the others once the one before has approved.
 * @param sending.form submitting the same form again emails no one twice
 * @returns the recipients of this sending
 * @throws AppError conflict after too many emails; forbidden if the business can't email
 */
export async function sendPaper(
  ctx: AccountContext,
  paper: Paper,
  sending: Sending,
  { page, zone, client, words, leadId: whose = null }: SendOptions,
): Promise<Recipient[]> {
  const refusal = await refuseMail(ctx);
  if (refusal) throw new AppError("forbidden", refusal, { fields: { to: refusal } });
  const unsent = await unsentTo(ctx, paper, sending);
  if (unsent.length === 0) return [];
  await refuseTooMany(ctx, unsent.length);
  const turnAt = await decideTogether(ctx, paper, sending);
  const sent: Recipient[] = [];
  for (const [place, { id, address }] of unsent.entries()) {
    const isClient = client?.address.toLowerCase() === address;
    const { turn, isNow } = turnAt(address);
    const mail: WaitingMail = {
      ...{ words, zone, name: isClient ? client.name : "", personal: sending.words, days: sending.days },
      hasPasscode: sending.passcode !== "",
    };
    const { token, recipient } = await addRecipient(ctx, paper, sending, {
      ...{ id, page, way: "email", address, turn, waiting: isNow ? null : mail },
      leadId: whose ?? (isClient ? client.leadId : null),
      // In the order they were typed.
      at: ctx.now.add({ milliseconds: place }),
    });
    // What becomes of an email to another address isn't the lead's: it may bounce.
    if (isNow) await mailRecipient(ctx, isClient ? recipient : { ...recipient, leadId: null }, token, mail);
    sent.push(recipient);
  }
  return sent;
}

/** Emails a link to the recipient it was made for. */
export async function mailRecipient(
  ctx: AccountContext,
  { id, address, leadId, asks }: Recipient,
  token: string,
  mail: WaitingMail,
): Promise<void> {
  const { publicUrl, sender } = installation();
  const business = await getBusiness(ctx);
  const name = business.name ?? sender.mailbox.name;
  const until = ctx.now.add({ hours: 24 * mail.days }).toZonedDateTimeISO(mail.zone);
  await queueMail(
    ctx.db,
    {
      // The id of who gets it, so that what became of it is found.
      id,
      accountId: ctx.account.id,
      kind: "transactional",
      from: (await ownSender(ctx)) ?? { name, address: sender.mailbox.address },
      replyTo: await replyToFor(ctx, leadId),
      to: mail.name ? { name: mail.name, address } : { address },
      ...paperMail({
        ...mail.words,
        ...{ business: name, postalAddress: business.postalAddress, personal: mail.personal, asks },
        ...{ url: `${publicUrl}/s/${token}`, expires: dayWords(until.toPlainDate()) },
        ...{ hasPasscode: mail.hasPasscode, colors: mailColors(business.color) },
      }),
      ...(leadId ? { aboutId: leadId } : {}),
    },
    { now: ctx.now, sender },
  );
}

/**
 * Makes a link to a paper, to hand over by oneself.
 * @param leadId the lead whose paper it is
 * @returns the full address, which can't be retrieved later
 */
export async function sharePaper(
  ctx: AccountContext,
  paper: Paper,
  link: LinkChoices,
  page: string,
  leadId: string | null = null,
): Promise<{ readonly address: string; readonly recipient: Recipient }> {
  const { token, recipient } = await addRecipient(ctx, paper, link, {
    id: newId(),
    page,
    way: "link",
    address: "",
    leadId,
    turn: null,
    waiting: null,
    at: ctx.now,
  });
  return { address: `${installation().publicUrl}/s/${token}`, recipient };
}

/**
 * Makes another link for a lead who got a paper by email, with the options of theirs.
 * @returns the full address @throws AppError not_found if they didn't get it, or the link is deleted
 */
export async function linkAgain(
  ctx: AccountContext,
  paperId: string,
  leadId: string,
  days: number,
): Promise<string> {
  const first = (await mailedTo(ctx, [paperId])).find((one) => one.leadId === leadId);
  if (!first) throw new AppError("not_found", "That link no longer exists.");
  const { token } = await duplicateLink(ctx, first.linkId, days);
  return `${installation().publicUrl}/s/${token}`;
}

async function addRecipient(
  ctx: AccountContext,
  { id: paperId, kind, title, file, fileName, jobId }: Paper,
  { days, passcode, asks }: LinkChoices,
  {
    page,
    ...of
  }: Pick<Recipient, "id" | "way" | "address" | "leadId" | "turn" | "waiting" | "at"> & {
    readonly page: string;
  },
): Promise<{ readonly token: string; readonly recipient: Recipient }> {
  const { id: linkId, token } = await shareDocument(
    ctx,
    { kind, title, file, fileName },
    {
      ...(jobId ? { jobId } : {}),
      ...(of.leadId ? { aboutId: of.leadId } : {}),
      lifetime: Temporal.Duration.from({ days }),
      ...(passcode ? { passcode } : {}),
      askSignature: asks === "signature",
      page,
    },
  );
  const [recipient] = await ctx.db
    .insert(papersRecipients)
    .values({ accountId: ctx.account.id, ...of, paperId, linkId, asks, sentBy: ctx.user?.id ?? null })
    .returning();
  return { token, recipient: recipient! };
}

/** Locks the paper, so that a second submission of a form waits for the first. */
async function unsentTo(
  ctx: AccountContext,
  paper: Paper,
  { form, to }: Sending,
): Promise<{ id: string; address: string }[]> {
  if (form === undefined) return to.map((address) => ({ id: newId(), address }));
  await lockFirst(ctx);
  await ctx.db
    .select({ id: papers.id })
    .from(papers)
    .where(and(eq(papers.accountId, ctx.account.id), eq(papers.id, paper.id)))
    .for("update");
  const sent = new Set((await mailedTo(ctx, [paper.id])).map(({ id }) => id));
  // The name of these ids is older than this room, and a form may be submitted again after an upgrade.
  return to
    .map((address) => ({ id: derivedId("reports.sending", form, address), address }))
    .filter(({ id }) => !sent.has(id));
}

async function refuseTooMany(ctx: AccountContext, more: number): Promise<void> {
  if (await mailLimitEnds(ctx, more))
    throw new AppError(
      "conflict",
      `${MOST_MAILS_A_DAY} documents were emailed today. Send more tomorrow, or share a link.`,
    );
}

/** When this many more emails may go out; null for now. */
export async function mailLimitEnds(ctx: AccountContext, more: number): Promise<Temporal.Instant | null> {
  const { accountId, at, way } = papersRecipients;
  const [limiting] = await ctx.db
    .select({ at })
    .from(papersRecipients)
    .where(and(eq(accountId, ctx.account.id), eq(way, "email"), gt(at, ctx.now.subtract({ hours: 24 }))))
    .orderBy(desc(at))
    .offset(Math.max(0, MOST_MAILS_A_DAY - more))
    .limit(1);
  return limiting?.at.add({ hours: 24 }) ?? null;
}
