import { and, eq, isNull } from "drizzle-orm";
import { recordAudit, zoneOf } from "#ground/businesses/public.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { type AccountContext, database, isId, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { countCapture, countTry } from "../capture/limits.server.ts";
import { acceptCapture } from "../capture/capture-queue.server.ts";
import { ANSWER_NAMES, ASKS_NOTHING, asksForTexts, type FormAsks, QUESTIONS } from "./questions.ts";
import { quarantineReasons, type Sender } from "../spam/check.server.ts";
import { wakeCaptureWorker } from "../capture/capture-worker.server.ts";
import { type FoundSlug, pageBehind } from "../page/pages.server.ts";
import { type PhoneCountry, phoneCountry } from "#platform/phones/phone.ts";
import { captureSchemaFor } from "./schema.ts";
import { leadsPages } from "../page/tables.server.ts";

/**
 * How long this process may validate with a form that another process has changed. What people typed is
 * stored either way.
 */
const CACHE_MS = 5_000;
const MOST_CACHED = 10_000;
const formCache = new WeakMap<Database, Map<string, Asked & { until: number }>>();

/** A form's questions, and the country of phone numbers without a country code. */
interface Asked {
  readonly asks: FormAsks;
  readonly country: PhoneCountry;
}

/** A form's questions, cached for a few seconds because each submission needs them. */
async function asksOf({ accountId, pageId }: FoundSlug): Promise<Asked> {
  const cache = formCache.get(database()) ?? new Map<string, Asked & { until: number }>();
  formCache.set(database(), cache);
  const hit = cache.get(pageId);
  if (hit && hit.until > performance.now()) return hit;
  const { page, zone } = await withAccount(accountId, async (ctx) => {
    const [found] = await ctx.db
      .select({ form: leadsPages.form })
      .from(leadsPages)
      .where(and(eq(leadsPages.accountId, accountId), eq(leadsPages.id, pageId)));
    return { page: found, zone: await zoneOf(ctx) };
  });
  const asked: Asked = { asks: page?.form ?? ASKS_NOTHING, country: phoneCountry(zone) };
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(pageId, { ...asked, until: performance.now() + CACHE_MS });
  return asked;
}

/**
 * Accepts a submission from any entrance; it is durable when this resolves. Likely spam is quarantined, and
 * the sender sees no difference. Rate limits are applied here so that no entrance can skip them.
 * @returns the form's settings, and the sender's address
 * @throws AppError invalid with a message per field; not_found if there is no such slug or the page was
 * closed
 * @throws TooManyError
 */
export async function submitForm(
  slug: string,
  check: PostedForm["check"],
  source: Readonly<Record<string, string>>,
  sender: Sender,
): Promise<{ readonly asks: FormAsks; readonly email: string }> {
  countTry(sender, now());
  const found = await pageBehind(slug);
  const { asks, country } = await asksOf(found);
  const capture = check(captureSchemaFor(asks, country));
  countCapture(sender, { pageId: found.pageId, email: capture.email }, now());
  await acceptCapture(slug, capture, source, quarantineReasons(capture, found.pageId, sender));
  wakeCaptureWorker();
  return { asks, email: capture.email };
}

/**
 * Saves a form's settings.
 * @throws AppError not_found if there is no such open page
 */
export async function saveForm(ctx: AccountContext, pageId: string, asks: FormAsks): Promise<void> {
  const isOpenPage = and(
    eq(leadsPages.accountId, ctx.account.id),
    eq(leadsPages.id, pageId),
    isNull(leadsPages.closedAt),
  );
  const [page] = isId(pageId)
    ? await ctx.db
        .select({ slug: leadsPages.slug, form: leadsPages.form })
        .from(leadsPages)
        .where(isOpenPage)
        .for("update")
    : [];
  if (!page) throw new AppError("not_found", "That form doesn’t exist.");
  const before = describeAsks(page.form ?? ASKS_NOTHING);
  if (before === describeAsks(asks)) return;
  await ctx.db.update(leadsPages).set({ form: asks }).where(isOpenPage);
  await recordAudit(ctx, "form.changed", {
    [`Form of /p/${page.slug}`]: `${before} → ${describeAsks(asks)}`,
  });
  // After the update. A concurrent reader may cache the old form for a few seconds.
  formCache.get(database())?.delete(pageId);
}

function describeAsks(asks: FormAsks): string {
  const asked = QUESTIONS.filter((question) => asks[question] !== "off").map(
    (question) => `${ANSWER_NAMES[question]} (${asks[question]})`,
  );
  return [
    "Name, email",
    ...asked,
    ...(asksForTexts(asks) ? ["agreed to texts"] : []),
    ...(asks.confirm ? ["address confirmed first"] : []),
  ].join(", ");
}
