import { and, eq, inArray, lte, or } from "drizzle-orm";
import { z } from "zod";
import { lockIfActive } from "#ground/businesses/public.server.ts";
import { onEvent } from "#ground/events/public.server.ts";
import { lockFirst } from "#ground/evidence/public.server.ts";
import { allRecordsOfKind, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import { findJob, zoneOfJob } from "#trade/jobs/public.server.ts";
import { type AccountContext, database, isId, now, withAccount } from "#platform/db/scope.server.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { smsMessages } from "#platform/sms/tables.server.ts";
import { isOpen, nextOpen } from "#platform/time/hours.ts";
import { FIRM, firmOf } from "../rules/firm.ts";
import { issuesLinks } from "../tables.server.ts";
import { findFirm, issuesOfFirms } from "./firm-issues.server.ts";
import { defineFirmLinks, type FirmLink, isLinkOf, lockLink } from "./links.server.ts";
import { waitsForFirm, workHours } from "./reminders.ts";
import { saveTrouble, sendNews } from "./send.server.ts";

/** How long a text may still turn out not to have arrived, and how often we look. */
const [WATCHED, LOOKS] = [{ hours: 6 }, { minutes: 10 }] as const;
const AT_ONCE = 200;

/** Accounts with firms to write to, or messages to watch. As the owner, so it returns ids alone. */
export const firmAccountsFunction = `
create or replace function issues_accounts(at timestamptz, after uuid, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct l.account_id from issues_links l
   where (l.next_at <= at or l.watch_at <= at) and l.account_id > after
     and not exists (select from businesses_accounts a where a.account_id = l.account_id and a.suspended_at is not null)
   order by 1 limit at_most
$$`;

/** Tells firms what is new, due soon or late, once a day in working hours. */
export const firmsTask: Task<object> = {
  name: "issues.firms",
  payload: z.object({}),
  every: "* * * * *",
  async run() {
    const failures: unknown[] = [];
    let after = "00000000-0000-0000-0000-000000000000";
    for (;;) {
      const { rows } = await database().app.query<{ id: string }>(
        "select issues_accounts($1, $2, $3) as id",
        [now().toString(), after, AT_ONCE],
      );
      for (const { id } of rows) await writeToFirms(id).catch((error: unknown) => failures.push(error));
      after = rows.at(-1)?.id ?? after;
      if (rows.length < AT_ONCE) break;
    }
    if (failures.length) throw failures.at(-1);
  },
};

/** What is due in one account; each firm in a transaction of its own. */
export async function writeToFirms(accountId: string): Promise<void> {
  const { nextAt, watchAt } = issuesLinks;
  const due = await withAccount(accountId, (ctx) =>
    ctx.db
      .select()
      .from(issuesLinks)
      .where(and(eq(issuesLinks.accountId, accountId), or(lte(nextAt, ctx.now), lte(watchAt, ctx.now))))
      .limit(AT_ONCE),
  );
  for (const { jobId, firmId } of due)
    await withAccount(accountId, async (ctx) => {
      if (!(await lockIfActive(ctx))) return;
      await lockFirst(ctx);
      const link = await lockLink(ctx, jobId, firmId);
      if (!link) return;
      if (link.watchAt && Temporal.Instant.compare(link.watchAt, ctx.now) <= 0) await watch(ctx, link);
      if (Temporal.Instant.compare(link.nextAt, ctx.now) > 0) return;
      const hours = workHours(await zoneOfJob(ctx, await findJob(ctx, jobId)));
      if (isOpen(ctx.now, hours)) return sendNews(ctx, link);
      const opens = nextOpen(ctx.now, hours) ?? ctx.now.add({ hours: 24 });
      await ctx.db
        .update(issuesLinks)
        .set({ nextAt: opens })
        .where(isLinkOf(ctx, jobId, firmId));
    });
}

const GONE = ["failed", "suppressed"] as const;

/** Says on the issues if the last messages didn't leave, or looks again later. */
async function watch(ctx: AccountContext, link: FirmLink): Promise<void> {
  const { jobId, firmId, mailId, textId, sentAt } = link;
  const account = ctx.account.id;
  const gone = [
    ...(mailId === null
      ? []
      : await ctx.db
          .select({ id: mailMessages.id })
          .from(mailMessages)
          .where(
            and(
              eq(mailMessages.accountId, account),
              eq(mailMessages.id, mailId),
              inArray(mailMessages.state, GONE),
            ),
          )),
    ...(textId === null
      ? []
      : await ctx.db
          .select({ id: smsMessages.id })
          .from(smsMessages)
          .where(
            and(
              eq(smsMessages.accountId, account),
              eq(smsMessages.id, textId),
              inArray(smsMessages.state, GONE),
            ),
          )),
  ].map(({ id }) => id);
  const isOver = Temporal.Instant.compare(sentAt.add(WATCHED), ctx.now) <= 0;
  await ctx.db
    .update(issuesLinks)
    .set({ watchAt: gone.length > 0 || isOver ? null : ctx.now.add(LOOKS) })
    .where(isLinkOf(ctx, jobId, firmId));
  if (gone.length > 0) await didNotArrive(ctx, link, gone.includes(textId ?? "") ? "text" : "email");
}

async function didNotArrive(
  ctx: AccountContext,
  { jobId, firmId }: Pick<FirmLink, "jobId" | "firmId">,
  what: "email" | "text",
): Promise<void> {
  const firm = await findFirm(ctx, firmId);
  if (!firm) return;
  const waiting = (await issuesOfFirms(ctx, jobId, { firm: firmId })).filter(waitsForFirm);
  const check = what === "email" ? "Check the address" : "Check the number";
  await saveTrouble(
    ctx,
    waiting,
    `The ${what} to ${firm.name} didn’t arrive. ${check}${firm.phone ? ", or call them" : ""}.`,
  );
}

/** The name of what a person of a firm does by having the page before them. */
export const SEEN = "issues.seen";

/** Notes that a person of a firm has its list before them. */
export async function markSeen(ctx: AccountContext, jobId: string, firmId: string): Promise<void> {
  await lockFirst(ctx);
  await ctx.db
    .update(issuesLinks)
    .set({ seenAt: ctx.now })
    .where(isLinkOf(ctx, jobId, firmId));
  const seen = ctx.now.toString({ smallestUnit: "millisecond" });
  for (const { record, told } of await issuesOfFirms(ctx, jobId, { firm: firmId }))
    if (told?.firm === firmId && told.seen === null)
      await writeAsProduct({ ...ctx, user: null }, record, { told: { ...told, seen, trouble: null } });
}

/** Connects this room to what it hears of. Called once per process. */
export function listenForFirms(): void {
  defineFirmLinks();
  onEvent("person.did", async (ctx, { what, personId, about }) => {
    if (what === SEEN && isId(about)) await markSeen(ctx, about, personId);
  });
  // Long after it left: the mail server of the firm gave it back.
  onEvent("mail.returned", async (ctx, { recipient }) => {
    const firms = new Set(
      (await allRecordsOfKind(ctx, FIRM, {})).flatMap(({ id, fields }) =>
        firmOf(shownFields(fields)).email?.toLowerCase() === recipient ? [id] : [],
      ),
    );
    if (firms.size === 0) return;
    const links = await ctx.db
      .select()
      .from(issuesLinks)
      .where(and(eq(issuesLinks.accountId, ctx.account.id), inArray(issuesLinks.firmId, [...firms])));
    await lockFirst(ctx);
    for (const link of links) await didNotArrive(ctx, link, "email");
  });
}
