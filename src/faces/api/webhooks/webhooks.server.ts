import { and, asc, count, desc, eq, inArray, lt, or, sql } from "drizzle-orm";
import { recordAudit } from "#ground/businesses/public.server.ts";
import { seal, unseal } from "#platform/config/sealing.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { outside } from "#platform/outside/outside.server.ts";
import { deliverySoon } from "./sender.server.ts";
import type { EventType } from "#platform/api/resource.ts";
import { TEST_EVENT } from "../scopes.server.ts";
import { newSecret } from "./signature.ts";
import { apiDeliveries, apiEvents, apiWebhooks } from "../tables.server.ts";
import { faultOfAddress } from "./address.server.ts";

const MOST_WEBHOOKS = 10;
/** How long the previous secret also signs after a rotation. */
const OLD_SECRET_HOURS = 24;

export type Webhook = Pick<
  typeof apiWebhooks.$inferSelect,
  "id" | "url" | "events" | "createdAt" | "disabledAt" | "disabledWhy" | "oldSecretUntil"
>;

const shown = {
  id: apiWebhooks.id,
  url: apiWebhooks.url,
  events: apiWebhooks.events,
  createdAt: apiWebhooks.createdAt,
  disabledAt: apiWebhooks.disabledAt,
  disabledWhy: apiWebhooks.disabledWhy,
  oldSecretUntil: apiWebhooks.oldSecretUntil,
};

const purpose = (ctx: AccountContext, webhookId: string) => `webhook ${ctx.account.id} ${webhookId}`;
const one = (ctx: AccountContext, webhookId: string) =>
  and(eq(apiWebhooks.accountId, ctx.account.id), eq(apiWebhooks.id, webhookId));
const whoActs = (ctx: AccountContext) => (ctx.user ? "the product" : "the API");

/** The webhooks of the account, oldest first. */
export function listWebhooks(ctx: AccountContext): Promise<Webhook[]> {
  return ctx.db
    .select(shown)
    .from(apiWebhooks)
    .where(eq(apiWebhooks.accountId, ctx.account.id))
    .orderBy(asc(apiWebhooks.createdAt), asc(apiWebhooks.id));
}

/** One webhook, optionally locked. @throws AppError not_found */
export async function getWebhook(
  ctx: AccountContext,
  webhookId: string,
  { lock = false } = {},
): Promise<Webhook> {
  if (!isId(webhookId)) throw new AppError("not_found", "That webhook doesn’t exist.");
  const found = ctx.db.select(shown).from(apiWebhooks).where(one(ctx, webhookId));
  const [webhook] = lock ? await found.for("update") : await found;
  if (!webhook) throw new AppError("not_found", "That webhook doesn’t exist.");
  return webhook;
}

function requireAddress(url: string): string {
  const fault = faultOfAddress(url, outside().mayReachPrivate);
  if (fault) throw new AppError("invalid", fault, { fields: { url: fault } });
  return new URL(url).href;
}

/**
 * Adds a webhook.
 * @param given.id made with the form, so that a double submit adds one webhook
 * @param keyId the key that asks for it; null for a person
 * @returns the signing secret, which is shown once
 * @throws AppError invalid for an unusable address, conflict when it already exists or there are too many
 */
export async function addWebhook(
  ctx: AccountContext,
  given: { readonly id?: string; readonly url: string; readonly events: readonly EventType[] },
  keyId: string | null = null,
): Promise<{ webhook: Webhook; secret: string }> {
  const url = requireAddress(given.url);
  // Two concurrent requests must not both add the tenth.
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.account.id} webhooks`}, 4))`,
  );
  const [{ webhooks } = { webhooks: 0 }] = await ctx.db
    .select({ webhooks: count() })
    .from(apiWebhooks)
    .where(eq(apiWebhooks.accountId, ctx.account.id));
  if (webhooks >= MOST_WEBHOOKS)
    throw new AppError(
      "conflict",
      `You already have ${MOST_WEBHOOKS} webhooks, the most allowed. Remove one first.`,
    );
  const id = given.id ?? newId();
  const secret = newSecret();
  const made = await ctx.db
    .insert(apiWebhooks)
    .values({
      accountId: ctx.account.id,
      id,
      url,
      events: [...new Set(given.events)],
      secret: seal(purpose(ctx, id), secret),
      keyId,
      createdAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning(shown);
  if (!made[0])
    throw new AppError(
      "conflict",
      "This webhook was already added. If you didn’t save its secret, make a new one.",
    );
  await recordAudit(ctx, "api.webhook-added", { address: hostOf(url) }, whoActs(ctx));
  return { webhook: made[0], secret };
}

/** People read the history, and an address's path may be a secret. */
const hostOf = (url: string): string => new URL(url).host;

/**
 * Changes a webhook, or switches it on or off. Switching off cancels its waiting deliveries.
 * @param keyId the key that asks for it; null for a person
 * @throws AppError
 */
export async function changeWebhook(
  ctx: AccountContext,
  webhookId: string,
  change: {
    readonly url?: string | undefined;
    readonly events?: readonly EventType[] | undefined;
    readonly on?: boolean | undefined;
  },
  keyId: string | null = null,
): Promise<Webhook> {
  const before = await getWebhook(ctx, webhookId, { lock: true });
  const url = change.url === undefined ? before.url : requireAddress(change.url);
  const turned =
    change.on === undefined || change.on === (before.disabledAt === null)
      ? {}
      : change.on
        ? { disabledAt: null, disabledWhy: null }
        : ({ disabledAt: ctx.now, disabledWhy: "owner" } as const);
  const events = change.events === undefined ? before.events : [...new Set(change.events)];
  const [after] = await ctx.db
    .update(apiWebhooks)
    .set({ url, events, ...turned, ...(isOnlyOff(change) ? {} : { keyId }) })
    .where(one(ctx, webhookId))
    .returning(shown);
  if (turned.disabledAt) await cancelDeliveries(ctx, webhookId);
  await recordAudit(
    ctx,
    "api.webhook-changed",
    { address: hostOf(url), ...(change.on === undefined ? {} : { on: change.on ? "yes" : "no" }) },
    whoActs(ctx),
  );
  return after!;
}

/** Whether a change only switches a webhook off, which sends no data to anyone. */
export const isOnlyOff = ({
  url,
  events,
  on,
}: {
  url?: unknown;
  events?: unknown;
  on?: boolean | undefined;
}): boolean => url === undefined && events === undefined && on !== true;

/** Cancels the waiting deliveries of a webhook that is off. */
export async function cancelDeliveries(ctx: AccountContext, webhookId: string): Promise<void> {
  await ctx.db
    .update(apiDeliveries)
    .set({
      state: "failed",
      problem: sql`coalesce(${apiDeliveries.problem} || ' ', '') || 'The webhook was switched off.'`,
    })
    .where(ofWebhook(ctx, webhookId, "waiting"));
}

const ofWebhook = (ctx: AccountContext, webhookId: string, state?: "waiting") =>
  and(
    eq(apiDeliveries.accountId, ctx.account.id),
    eq(apiDeliveries.webhookId, webhookId),
    state ? eq(apiDeliveries.state, state) : undefined,
  );

/** Removes a webhook with its log. @throws AppError not_found */
export async function removeWebhook(ctx: AccountContext, webhookId: string): Promise<void> {
  const { url } = await getWebhook(ctx, webhookId, { lock: true });
  await ctx.db.delete(apiDeliveries).where(ofWebhook(ctx, webhookId));
  await ctx.db.delete(apiWebhooks).where(one(ctx, webhookId));
  await recordAudit(ctx, "api.webhook-removed", { address: hostOf(url) }, whoActs(ctx));
}

/**
 * Makes a new secret. The previous one also signs for a day, so that a receiver can switch over.
 * @throws AppError not_found
 */
export async function rotateSecret(
  ctx: AccountContext,
  webhookId: string,
): Promise<{ secret: string; oldSecretUntil: Temporal.Instant }> {
  const { url } = await getWebhook(ctx, webhookId, { lock: true });
  const secret = newSecret();
  const oldSecretUntil = ctx.now.add({ hours: OLD_SECRET_HOURS });
  await ctx.db
    .update(apiWebhooks)
    .set({
      secret: seal(purpose(ctx, webhookId), secret),
      oldSecret: sql`${apiWebhooks.secret}`,
      oldSecretUntil,
    })
    .where(one(ctx, webhookId));
  await recordAudit(ctx, "api.webhook-changed", { address: hostOf(url), secret: "new" }, whoActs(ctx));
  return { secret, oldSecretUntil };
}

/** A webhook's valid signing secrets, newest first; empty if SECRET has changed. */
export function secretsOf(
  ctx: AccountContext,
  webhook: Pick<typeof apiWebhooks.$inferSelect, "id" | "secret" | "oldSecret" | "oldSecretUntil">,
): string[] {
  const isOldGood =
    webhook.oldSecretUntil !== null && Temporal.Instant.compare(ctx.now, webhook.oldSecretUntil) < 0;
  const sealed = [webhook.secret, ...(isOldGood && webhook.oldSecret ? [webhook.oldSecret] : [])];
  return sealed.flatMap((text) => unseal(purpose(ctx, webhook.id), text) ?? []);
}

async function plan(ctx: AccountContext, webhookId: string, eventId: string): Promise<string> {
  const id = newId();
  await ctx.db.insert(apiDeliveries).values({
    accountId: ctx.account.id,
    id,
    webhookId,
    eventId,
    state: "waiting",
    attempts: 0,
    dueAt: ctx.now,
    createdAt: ctx.now,
  });
  deliverySoon();
  return id;
}

const requireOn = ({ disabledAt }: Webhook) => {
  if (disabledAt) throw new AppError("conflict", "This webhook is off. Turn it on first.");
};

/**
 * Sends a test to a webhook.
 * @returns the delivery's id
 * @throws AppError not_found, conflict when it is off
 */
export async function sendTest(ctx: AccountContext, webhookId: string): Promise<string> {
  requireOn(await getWebhook(ctx, webhookId));
  const id = newId();
  await ctx.db
    .insert(apiEvents)
    .values({ accountId: ctx.account.id, id, type: TEST_EVENT, details: {}, at: ctx.now });
  return plan(ctx, webhookId, id);
}

/**
 * Sends a delivery's event again, as a new delivery.
 * @throws AppError not_found, conflict
 */
export async function sendAgain(ctx: AccountContext, webhookId: string, deliveryId: string): Promise<string> {
  requireOn(await getWebhook(ctx, webhookId));
  const [delivery] = isId(deliveryId)
    ? await ctx.db
        .select({ eventId: apiDeliveries.eventId, state: apiDeliveries.state })
        .from(apiDeliveries)
        .where(and(ofWebhook(ctx, webhookId), eq(apiDeliveries.id, deliveryId)))
    : [];
  if (!delivery) throw new AppError("not_found", "That delivery doesn’t exist.");
  if (delivery.state === "waiting") throw new AppError("conflict", "This is already being sent.");
  return plan(ctx, webhookId, delivery.eventId);
}

export type Delivery = Pick<
  typeof apiDeliveries.$inferSelect,
  | "id"
  | "eventId"
  | "state"
  | "attempts"
  | "createdAt"
  | "lastTriedAt"
  | "dueAt"
  | "status"
  | "answer"
  | "problem"
  | "body"
  | "tookMs"
> & { readonly type: string };

/** A webhook's log of the last 30 days, newest first. */
export async function listDeliveries(
  ctx: AccountContext,
  webhookId: string,
  { limit, after }: { limit: number; after?: { createdAt: Temporal.Instant; id: string } | undefined },
): Promise<Delivery[]> {
  await getWebhook(ctx, webhookId);
  const rows = await ctx.db
    .select()
    .from(apiDeliveries)
    .where(
      and(
        ofWebhook(ctx, webhookId),
        after &&
          or(
            lt(apiDeliveries.createdAt, after.createdAt),
            and(eq(apiDeliveries.createdAt, after.createdAt), lt(apiDeliveries.id, after.id)),
          ),
      ),
    )
    .orderBy(desc(apiDeliveries.createdAt), desc(apiDeliveries.id))
    .limit(limit);
  const events = rows.length
    ? await ctx.db
        .select({ id: apiEvents.id, type: apiEvents.type })
        .from(apiEvents)
        .where(
          and(
            eq(apiEvents.accountId, ctx.account.id),
            inArray(apiEvents.id, [...new Set(rows.map(({ eventId }) => eventId))]),
          ),
        )
    : [];
  const types = new Map(events.map(({ id, type }) => [id, type]));
  return rows.map((row) => ({ ...row, type: types.get(row.eventId) ?? "" }));
}
