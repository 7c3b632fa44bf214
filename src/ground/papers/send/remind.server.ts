import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { duplicateLink } from "#ground/shares/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { answersTo, type Paper, type Recipient, recipientsOf } from "../papers.server.ts";
import { answerOf, turnNow, whyClosed } from "../rules.ts";
import { papers, papersRecipients } from "../tables.server.ts";
import type { PaperWords } from "./mail.ts";
import { mailRecipient, refuseMail } from "./send.server.ts";

type Describe = (ctx: AccountContext, paper: Paper) => Promise<PaperWords>;

const kinds = new Map<string, Describe>();

/** Reminds the people who were emailed papers of this kind before their last day. Call once per process. */
export const defineReminder = (kind: string, describe: Describe) => void kinds.set(kind, describe);

/** Days before the last one, and the hour where the job is. */
const REMINDS = [2, 0] as const;
const HOUR = 9;
/** Who just got it needs no reminder yet. */
const SOON = { hours: 20 } as const;
const LINK_DAYS = 30;

/** Plans the reminders of a paper that was emailed. @param zone of the job */
export async function planReminders(
  ctx: AccountContext,
  { id, kind, answerBy }: Paper,
  zone: string,
): Promise<void> {
  if (answerBy === null || !kinds.has(kind)) return;
  const last = answerBy.toZonedDateTimeISO(zone).toPlainDate();
  for (const before of REMINDS) {
    const at = last
      .subtract({ days: before })
      .toZonedDateTime({ timeZone: zone, plainTime: { hour: HOUR } })
      .toInstant();
    if (Temporal.Instant.compare(at, ctx.now.add(SOON)) > 0)
      await enqueue(ctx.db, remindTask, { accountId: ctx.account.id, id, before, zone }, { startAfter: at });
  }
}

/** Reminds whoever was asked to decide a paper and hasn't; in order, the person whose turn it is. */
export const remindTask: Task<{
  readonly accountId: string;
  readonly id: string;
  readonly before: number;
  readonly zone: string;
}> = {
  name: "papers.remind",
  payload: z.object({ accountId: z.uuid(), id: z.uuid(), before: z.int(), zone: z.string() }),
  run: ({ accountId, id, before, zone }) =>
    withAccount(accountId, async (ctx) => {
      const [paper] = await ctx.db
        .select()
        .from(papers)
        .where(and(eq(papers.accountId, accountId), eq(papers.id, id)))
        .for("update");
      const describe = paper && kinds.get(paper.kind);
      if (!describe || paper.state !== "open" || whyClosed(paper, undefined, ctx.now) !== null) return;
      if ((await refuseMail(ctx)) !== null) return;
      const words = await describe(ctx, paper);
      const last = dayWords(paper.answerBy!.toZonedDateTimeISO(zone).toPlainDate());
      const reminder: PaperWords = {
        ...words,
        subject: `Reminder: ${words.subject}`,
        about: `This is waiting for your reply by ${last}. ${words.about}`,
      };
      for (const [recipientId, recipient] of await toRemind(ctx, paper, before))
        await remind(ctx, recipientId, recipient, reminder, zone);
    }),
};

/** The recipients to remind, by the id of the reminder's own; none who got it already. */
async function toRemind(
  ctx: AccountContext,
  paper: Paper,
  before: number,
): Promise<ReadonlyMap<string, Recipient>> {
  const people = await recipientsOf(ctx, [paper.id]);
  const answers = await answersTo(ctx, paper.id);
  const turn = turnNow(people, answers);
  const answered = new Set(people.flatMap((one) => (answerOf(answers, one.id) ? one.address : [])));
  const asked = people.filter(
    (one) =>
      one.address !== "" &&
      one.asks !== "nothing" &&
      one.waiting === null &&
      !answered.has(one.address) &&
      (turn === null || one.turn === turn),
  );
  const known = new Set(people.map(({ id }) => id));
  const byId = new Map(
    asked.map((one) => [derivedId("papers.reminder", paper.id, one.address, String(before)), one]),
  );
  return new Map([...byId].filter(([id]) => !known.has(id)));
}

async function remind(
  ctx: AccountContext,
  id: string,
  recipient: Recipient,
  words: PaperWords,
  zone: string,
): Promise<void> {
  const { address, leadId } = recipient;
  const link = await duplicateLink(ctx, recipient.linkId, LINK_DAYS);
  // The copy is theirs too, so that they count as one person.
  const [made] = await ctx.db
    .update(papersRecipients)
    .set({ id, way: "email", address, leadId, at: ctx.now })
    .where(and(eq(papersRecipients.accountId, ctx.account.id), eq(papersRecipients.linkId, link.id)))
    .returning();
  await mailRecipient(ctx, made!, link.token, {
    ...{ words, zone, name: "", personal: "", days: LINK_DAYS, hasPasscode: link.hasPasscode },
  });
}
