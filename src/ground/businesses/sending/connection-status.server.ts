import { findPeople } from "#ground/identity/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, SYSTEM_ACCOUNT, withAccount } from "#platform/db/scope.server.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { BusinessServerDirectory } from "#platform/mail/sending/business-servers.server.ts";
import {
  type ConnectionError,
  needsAttention,
  type Trouble,
  troubleOf,
} from "#platform/mail/smtp/connection-error.ts";
import { findOwnServer } from "./channels.server.ts";
import { ofChannel } from "./secrets.server.ts";
import { CHANNEL_NAMES, complaintAbout } from "./problem-messages.ts";
import { getBusiness, ownerIds } from "../queries.server.ts";
import { queueProductMail } from "../mail/product-mail.server.ts";
import { businessesChannels } from "../tables.server.ts";

/** Owners aren't mailed about a problem that may fix itself until it has lasted this long. */
const GRACE_MINUTES = 30;
const BETWEEN_MAILS_HOURS = 24;

/**
 * Saves whether a connection works, unless it was changed since the attempt. Mails the owners about a
 * problem, at most once a day.
 * @param version `changed_at` at the time of the attempt
 */
export async function recordConnectionStatus(
  accountId: string,
  kind: "smtp" | "imap",
  version: string,
  error: ConnectionError | null,
  changes: Readonly<Record<string, string>> = {},
): Promise<void> {
  await withAccount(accountId, async (ctx) => {
    const [row] = await ctx.db
      .select()
      .from(businessesChannels)
      .where(ofChannel(accountId, kind))
      .for("update");
    if (!row || (version !== "" && row.changedAt.toString() !== version)) return;
    const { problemSince = ctx.now.toString(), toldAt, ...shown } = row.shown;
    if (!error) {
      // Remember the last email, so that a flapping connection doesn't send one each time.
      const notified: Record<string, string> = toldAt ? { toldAt } : {};
      await ctx.db
        .update(businessesChannels)
        .set({ problem: null, checkedAt: ctx.now, shown: { ...shown, ...notified, ...changes } })
        .where(ofChannel(accountId, kind));
      return;
    }
    const trouble = troubleOf(error);
    const complaint = complaintAbout(kind, trouble, {
      host: shown["host"] ?? "",
      port: shown["port"] ?? "",
      from: shown["fromAddress"] ?? shown["user"] ?? "",
      provider: shown["provider"],
    });
    const shouldMail =
      accountId !== SYSTEM_ACCOUNT &&
      isMailDue(ctx.now, trouble, problemSince, toldAt) &&
      !(await isToldByOther(ctx, kind, complaint.sentence));
    const notified = shouldMail ? ctx.now.toString() : toldAt;
    await ctx.db
      .update(businessesChannels)
      .set({
        problem: complaint.sentence,
        checkedAt: ctx.now,
        shown: { ...shown, problemSince, ...(notified ? { toldAt: notified } : {}), ...changes },
      })
      .where(ofChannel(accountId, kind));
    if (shouldMail) await mailOwners(ctx, kind, complaint.sentence);
  });
}

/** Sending and reading through one provider fail together: one email tells of both. */
async function isToldByOther(ctx: AccountContext, kind: "smtp" | "imap", sentence: string): Promise<boolean> {
  const [other] = await ctx.db
    .select({ problem: businessesChannels.problem, shown: businessesChannels.shown })
    .from(businessesChannels)
    .where(ofChannel(ctx.account.id, kind === "smtp" ? "imap" : "smtp"));
  const { provider, toldAt } = other?.shown ?? {};
  if (!provider || !toldAt || other?.problem !== sentence) return false;
  return ctx.now.since(toldAt).total("hours") < BETWEEN_MAILS_HOURS;
}

function isMailDue(
  now: Temporal.Instant,
  trouble: Trouble,
  since: string,
  toldAt: string | undefined,
): boolean {
  if (toldAt && now.since(toldAt).total("hours") < BETWEEN_MAILS_HOURS) return false;
  return needsAttention(trouble) || now.since(since).total("minutes") >= GRACE_MINUTES;
}

const PROBLEM_MAILS = {
  smtp: {
    what: "We can’t send email to your clients through your own email.",
    hint: "Nothing is lost. We’ll keep trying for three days.",
  },
  imap: {
    what: "We can’t read your inbox, so replies don’t stop your follow-up.",
    hint: "Until it works, mark replies on the lead’s page.",
  },
  twilio: {
    what: "We can’t send texts to your clients through your Twilio account.",
    hint: "Nothing is lost. We’ll keep trying for three days.",
  },
} as const;

/** Mails the owners that a connection doesn't work, and why. */
export async function mailOwners(
  ctx: AccountContext,
  kind: keyof typeof PROBLEM_MAILS,
  sentence: string,
): Promise<void> {
  const { publicUrl, brand } = installation();
  const [business, owners] = [await getBusiness(ctx), await findPeople(ctx.db, await ownerIds(ctx))];
  const { what, hint } = PROBLEM_MAILS[kind];
  const mail = {
    subject: `${business.name ?? "Your business"}: your ${kind === "twilio" ? "Twilio account" : CHANNEL_NAMES[kind].toLowerCase()} needs a look`,
    ...layOutMail({
      brand,
      paragraphs: [what, sentence, hint],
      action: { label: "Open email and texts", url: `${publicUrl}/account/settings/sending` },
      footer: {
        reason: "You’re getting this because you own this business’s account. At most once a day.",
      },
    }),
  };
  for (const { email } of owners) await queueProductMail(ctx, email, mail);
}

/** The mailer's access to businesses' own servers. */
export const ownServers: BusinessServerDirectory = {
  find: findOwnServer,
  async recordOutcome(accountId, version, trouble) {
    try {
      await recordConnectionStatus(accountId, "smtp", version.split(" ")[0]!, trouble);
    } catch {
      // The database is unavailable. The mailer reports again later.
    }
  },
};
