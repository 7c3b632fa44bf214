import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import { getBusiness, lockIfActive, recordAudit } from "#ground/businesses/public.server.ts";
import { FAILED, notify } from "#ground/notifications/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, database, now, withAccount } from "#platform/db/scope.server.ts";
import { loggableError } from "#platform/log/log.server.ts";
import { Unreachable } from "#platform/outside/outside.server.ts";
import { type PostOptions, postOutside } from "#platform/outside/post.server.ts";
import { eventShapes } from "../events.server.ts";
import { brandedName } from "./branded-name.ts";
import { scopesOfKey } from "../keys.server.ts";
import type { EventType } from "#platform/api/resource.ts";
import { mayReceive } from "../scopes.server.ts";
import { nextAttempt } from "./retries.ts";
import type { Attempted, DueWebhook } from "./sender.server.ts";
import { signatureOf } from "./signature.ts";
import { apiDeliveries, apiEvents, apiWebhooks } from "../tables.server.ts";
import { cancelDeliveries, secretsOf } from "./webhooks.server.ts";

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 1024;
/**
 * How long an attempt may claim a delivery: after that its process is presumed dead and the delivery is
 * tried again.
 */
const LEASE = { minutes: 2 } as const;

/**
 * Webhooks with deliveries due, longest wait first. Ids only, from a function that may look across
 * accounts.
 */
export async function dueWebhooks(limit: number): Promise<DueWebhook[]> {
  const { rows } = await database().app.query<{ account_id: string; webhook_id: string }>(
    "select * from api_due_webhooks($1, $2)",
    [now().toString(), limit],
  );
  return rows.map((row) => ({ accountId: row.account_id, webhookId: row.webhook_id }));
}

interface Claimed {
  readonly id: string;
  readonly attempts: number;
  readonly firstTriedAt: Temporal.Instant;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly isSigned: boolean;
}

/**
 * Sends the next due delivery of a webhook. No lock is held during the request, and if the process dies
 * the delivery is sent again. So a delivery may arrive twice, with the same id.
 * @param resolve replaces name lookup in tests
 */
export async function sendNext(
  { accountId, webhookId }: DueWebhook,
  resolve?: PostOptions["resolve"],
): Promise<Attempted> {
  const claimed = await withAccount(accountId, (ctx) => claim(ctx, webhookId));
  if (!claimed) return "none";
  const begun = performance.now();
  const outcome = claimed.isSigned
    ? await attempt(claimed, resolve)
    : { problem: "We can’t read the secret anymore. Make a new one." };
  const tookMs = Math.round(performance.now() - begun);
  await withAccount(accountId, (ctx) => settle(ctx, webhookId, claimed, { ...outcome, tookMs }));
  return isTaken(outcome) ? "delivered" : "failed";
}

async function claim(ctx: AccountContext, webhookId: string): Promise<Claimed | undefined> {
  if (!(await lockIfActive(ctx))) return undefined;
  const account = ctx.account.id;
  const [webhook] = await ctx.db
    .select()
    .from(apiWebhooks)
    .where(
      and(eq(apiWebhooks.accountId, account), eq(apiWebhooks.id, webhookId), isNull(apiWebhooks.disabledAt)),
    );
  if (!webhook) return undefined;
  if (webhook.keyId !== null && !(await mayHear(ctx, webhook.keyId, webhook.events))) {
    await switchOff(ctx, webhook, "key");
    return undefined;
  }
  const [due] = await ctx.db
    .select()
    .from(apiDeliveries)
    .where(
      and(
        eq(apiDeliveries.accountId, account),
        eq(apiDeliveries.webhookId, webhookId),
        eq(apiDeliveries.state, "waiting"),
        lte(apiDeliveries.dueAt, ctx.now),
      ),
    )
    .orderBy(asc(apiDeliveries.dueAt), asc(apiDeliveries.createdAt), asc(apiDeliveries.eventId))
    .limit(1)
    .for("update", { skipLocked: true });
  if (!due) return undefined;
  const [event] = await ctx.db
    .select()
    .from(apiEvents)
    .where(and(eq(apiEvents.accountId, account), eq(apiEvents.id, due.eventId)));
  const attempts = due.attempts + 1;
  const firstTriedAt = due.firstTriedAt ?? ctx.now;
  await ctx.db
    .update(apiDeliveries)
    .set({ attempts, firstTriedAt, lastTriedAt: ctx.now, dueAt: ctx.now.add(LEASE) })
    .where(oneDelivery(ctx, due.id));
  const scopes = webhook.keyId === null ? null : ((await scopesOfKey(ctx, webhook.keyId)) ?? []);
  const [shape] = event ? await eventShapes(ctx, scopes, [event]) : [];
  const body = JSON.stringify(shape ?? {});
  const secrets = secretsOf(ctx, webhook);
  return {
    id: due.id,
    attempts,
    firstTriedAt,
    url: webhook.url,
    body,
    isSigned: secrets.length > 0,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": `${brandedName(installation().brand)}-Webhooks/1`,
      "Plumbline-Delivery": due.id,
      "Plumbline-Event": event?.type ?? "",
      "Plumbline-Signature": signatureOf(secrets, body, ctx.now),
    },
  };
}

const oneDelivery = (ctx: AccountContext, id: string) =>
  and(eq(apiDeliveries.accountId, ctx.account.id), eq(apiDeliveries.id, id));

interface Outcome {
  readonly status?: number;
  readonly answer?: string;
  readonly problem?: string;
}

const isTaken = ({ status = 0 }: Outcome): boolean => status >= 200 && status < 300;

async function attempt({ url, headers, body }: Claimed, resolve: PostOptions["resolve"]): Promise<Outcome> {
  try {
    const { status, body: answer } = await postOutside(url, {
      headers,
      body,
      timeoutMs: TIMEOUT_MS,
      answerBytes: ANSWER_BYTES,
      ...(resolve ? { resolve } : {}),
    });
    if (status >= 200 && status < 300) return { status, answer };
    return {
      status,
      answer,
      problem:
        status >= 300 && status < 400
          ? "It redirects, and we don’t follow redirects."
          : `It returned ${status}.`,
    };
  } catch (error) {
    return { problem: problemWords(error) };
  }
}

function problemWords(error: unknown): string {
  if (error instanceof Unreachable) return `Not sent: ${error.message}.`;
  const { code } = loggableError(error) as { code?: string | number };
  switch (code) {
    case "ETIMEDOUT":
      return "No response within 10 seconds.";
    case "ECONNREFUSED":
      return "Nothing is listening at this address.";
    case undefined:
      return "The connection dropped.";
    default:
      return /CERT|SSL|TLS|ALTNAME|SIGNED/.test(String(code))
        ? `Its certificate isn’t valid (${code}).`
        : `The connection dropped (${code}).`;
  }
}

/** Stores the outcome of an attempt, unless it took so long that another has begun. */
async function settle(
  ctx: AccountContext,
  webhookId: string,
  claimed: Claimed,
  outcome: Outcome & { readonly tookMs: number },
): Promise<void> {
  const taken = isTaken(outcome);
  const next = taken ? undefined : nextAttempt(claimed.attempts, claimed.firstTriedAt, ctx.now);
  const settled = await ctx.db
    .update(apiDeliveries)
    .set({
      state: taken ? "delivered" : next ? "waiting" : "failed",
      ...(next ? { dueAt: next } : {}),
      status: outcome.status ?? null,
      answer: outcome.answer ?? null,
      problem: outcome.problem ?? null,
      tookMs: outcome.tookMs,
      ...(claimed.isSigned ? { body: claimed.body } : {}),
    })
    .where(
      and(
        oneDelivery(ctx, claimed.id),
        eq(apiDeliveries.attempts, claimed.attempts),
        eq(apiDeliveries.state, "waiting"),
      ),
    )
    .returning({ id: apiDeliveries.id });
  if (settled.length && !taken && !next && !(await tookAnything(ctx, webhookId, claimed.firstTriedAt)))
    await stop(ctx, webhookId, claimed.url, outcome);
}

/** Whether a webhook accepted anything since: then it rejects only this one event. */
async function tookAnything(
  ctx: AccountContext,
  webhookId: string,
  since: Temporal.Instant,
): Promise<boolean> {
  const { rowCount } = await ctx.db.execute(sql`
    select from api_deliveries where account_id = ${ctx.account.id} and webhook_id = ${webhookId} and state = 'delivered'
       and last_tried_at >= ${since.toString()} limit 1`);
  return rowCount !== 0;
}

/** Whether the key that set a webhook up still works and may read the webhook's events. */
async function mayHear(ctx: AccountContext, keyId: string, events: readonly EventType[]): Promise<boolean> {
  const scopes = await scopesOfKey(ctx, keyId);
  return scopes !== undefined && events.every((event) => mayReceive(scopes, event));
}

/** @returns whether it was on */
async function switchOff(
  ctx: AccountContext,
  { id, url }: { id: string; url: string },
  why: "failing" | "key",
): Promise<boolean> {
  const off = await ctx.db
    .update(apiWebhooks)
    .set({ disabledAt: ctx.now, disabledWhy: why })
    .where(
      and(eq(apiWebhooks.accountId, ctx.account.id), eq(apiWebhooks.id, id), isNull(apiWebhooks.disabledAt)),
    )
    .returning({ id: apiWebhooks.id });
  if (!off.length) return false;
  await cancelDeliveries(ctx, id);
  await recordAudit(ctx, why === "key" ? "api.webhook-unheard" : "api.webhook-stopped", {
    address: new URL(url).host,
  });
  return true;
}

async function stop(ctx: AccountContext, webhookId: string, url: string, outcome: Outcome): Promise<void> {
  if (!(await switchOff(ctx, { id: webhookId, url }, "failing"))) return;
  const { host } = new URL(url);
  const { name } = await getBusiness(ctx);
  await notify(ctx, FAILED, [
    {
      key: `${webhookId} ${ctx.now.toString()}`,
      about: webhookId,
      people: [],
      title: `We turned off a webhook for ${name ?? "your business"}`,
      text: `For three days, ${host} didn’t accept anything we sent, so we stopped trying. The last problem: ${outcome.problem ?? "It returned an error."}`,
      more: ["Your leads and follow-up aren’t affected. Only the other app isn’t getting updates."],
      action: "See the webhook",
      closing: ["Once the other app works again, turn the webhook back on and resend what it missed."],
      path: `/account/settings/api/webhooks/${webhookId}`,
    },
  ]);
}
