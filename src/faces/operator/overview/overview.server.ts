import { statfs } from "node:fs/promises";
import { countMessages, countWaitlist, summariseViews } from "#faces/site/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { Context } from "#platform/db/scope.server.ts";
import { mailHealth } from "#platform/mail/health.server.ts";
import { formatBytes } from "#platform/measures/bytes.ts";
import { countDeadTasks } from "#platform/queue/dead-letters.server.ts";
import { textHealth } from "#platform/sms/health.server.ts";
import { listAccounts, overdueSteps } from "../accounts/accounts.server.ts";
import { dayStart } from "../rules.ts";
import { type Concern, concernsOf, type Overview } from "./concerns.ts";

/** A step is usually seconds late; after this long it was forgotten or something has stopped. */
const OVERDUE_MINUTES = 15;

/** The most important figures for an operator. */
export async function overview(ctx: Context): Promise<{
  readonly numbers: Overview;
  readonly concerns: readonly Concern[];
  readonly disk: string | null;
}> {
  const today = dayStart(ctx.now);
  const messages = await countMessages(ctx, today);
  const waitlist = await countWaitlist(ctx, today);
  const tasks = await countDeadTasks(ctx.db);
  const mail = await mailHealth(ctx, 1);
  const texts = await textHealth(ctx, 1);
  const views = await summariseViews(ctx, today, { ownHost: "", most: 1 });
  const { matches: accounts } = await listAccounts(ctx, { search: "", limit: 1, offset: 0 });
  const disk = await diskOf(installation().setup?.dataDir);
  const minutesSince = (due: Temporal.Instant | null) =>
    due === null ? 0 : Math.max(0, Math.floor(due.until(ctx.now).total("minutes")));
  const countOf = (state: string) =>
    mail.states.filter((one) => one.state === state).reduce((sum, one) => sum + one.count, 0);
  const numbers: Overview = {
    messages: messages.open,
    waitlistToday: waitlist.reduce((sum, one) => sum + one.recent, 0),
    waitlist: waitlist.reduce((sum, one) => sum + one.count, 0),
    deadTasks: tasks.reduce((sum, one) => sum + one.count, 0),
    failedMails: countOf("failed"),
    unknownMails: countOf("unknown"),
    sentMails: countOf("sent"),
    mailWaitsMinutes: minutesSince(mail.oldest),
    failedTexts: texts.states.find((one) => one.state === "failed")?.count ?? 0,
    textsWaitMinutes: minutesSince(texts.oldest),
    overdueSteps: await overdueSteps(ctx, OVERDUE_MINUTES),
    viewsToday: views.total,
    accounts,
    diskFree: disk?.free ?? null,
    diskShare: disk?.share ?? null,
  };
  return {
    numbers,
    concerns: concernsOf(numbers),
    disk: disk && `${formatBytes(disk.free)} free (${Math.floor(disk.share * 100)}%)`,
  };
}

// If the folder can't be read, the worker is on another machine; the overview is still shown.
async function diskOf(folder: string | undefined): Promise<{ free: number; share: number } | null> {
  if (!folder) return null;
  const found = await statfs(folder).catch(() => undefined);
  return found && found.blocks > 0
    ? { free: found.bavail * found.bsize, share: found.bavail / found.blocks }
    : null;
}
