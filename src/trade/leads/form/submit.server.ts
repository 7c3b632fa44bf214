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
import { leadsPages } from "../tables.server.ts";

/**
 * How long a form that another process changed may still be checked as it was. What is typed is kept either
 * way.
 */
const REMEMBERED_MS = 5_000;
const MOST_REMEMBERED = 10_000;
const remembered = new WeakMap<Database, Map<string, Asked & { until: number }>>();

/** What the form of a page asks, and whose numbers people there dial without a country. */
interface Asked {
  readonly asks: FormAsks;
  readonly country: PhoneCountry;
}

/**
 * What the form of a page asks, remembered for a few seconds: everybody who fills it in is checked against
 * it.
 */
async function asksOf({ accountId, pageId }: FoundSlug): Promise<Asked> {
  const known = remembered.get(database()) ?? new Map<string, Asked & { until: number }>();
  remembered.set(database(), known);
  const hit = known.get(pageId);
  if (hit && hit.until > performance.now()) return hit;
  const { page, zone } = await withAccount(accountId, async (ctx) => {
    const [found] = await ctx.db
      .select({ form: leadsPages.form })
      .from(leadsPages)
      .where(and(eq(leadsPages.accountId, accountId), eq(leadsPages.id, pageId)));
    return { page: found, zone: await zoneOf(ctx) };
  });
  const asked: Asked = { asks: page?.form ?? ASKS_NOTHING, country: phoneCountry(zone) };
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(pageId, { ...asked, until: performance.now() + REMEMBERED_MS });
  return asked;
}

/**
 * Takes a filled form, wherever it stood: when this resolves, what was typed is durable. What looks like spam
 * is held back for its business to look at; its sender sees no difference. What comes too often is refused
 * here, so that no door can forget to.
 * @returns what the form asks
 * @throws AppError invalid with a message per field, not_found when nobody has that slug or the page was
 * closed
 * @throws TooManyError
 */
export async function submitForm(
  slug: string,
  check: PostedForm["check"],
  source: Readonly<Record<string, string>>,
  sender: Sender,
): Promise<FormAsks> {
  countTry(sender, now());
  const found = await pageBehind(slug);
  const { asks, country } = await asksOf(found);
  const capture = check(captureSchemaFor(asks, country));
  countCapture(sender, { pageId: found.pageId, email: capture.email }, now());
  await acceptCapture(slug, capture, source, quarantineReasons(capture, found.pageId, sender));
  wakeCaptureWorker();
  return asks;
}

/**
 * Changes what a page's form asks.
 * @throws AppError not_found for a page that is not here or closed
 */
export async function saveForm(ctx: AccountContext, pageId: string, asks: FormAsks): Promise<void> {
  const here = and(
    eq(leadsPages.accountId, ctx.account.id),
    eq(leadsPages.id, pageId),
    isNull(leadsPages.closedAt),
  );
  const [page] = isId(pageId)
    ? await ctx.db
        .select({ slug: leadsPages.slug, form: leadsPages.form })
        .from(leadsPages)
        .where(here)
        .for("update")
    : [];
  if (!page) throw new AppError("not_found", "There is no such form.");
  const before = asksWords(page.form ?? ASKS_NOTHING);
  if (before === asksWords(asks)) return;
  await ctx.db.update(leadsPages).set({ form: asks }).where(here);
  await recordAudit(ctx, "form.changed", { [`Form of /p/${page.slug}`]: `${before} → ${asksWords(asks)}` });
  // Not before it is stored: whoever reads it meanwhile remembers the old one for a few seconds at most.
  remembered.get(database())?.delete(pageId);
}

/** What a form asks, in a line for the history. */
function asksWords(asks: FormAsks): string {
  const asked = QUESTIONS.filter((question) => asks[question] !== "off").map(
    (question) => `${ANSWER_NAMES[question]} (${asks[question]})`,
  );
  return [
    "Name, email",
    ...asked,
    ...(asksForTexts(asks) ? ["may be texted"] : []),
    ...(asks.confirm ? ["address confirmed first"] : []),
  ].join(", ");
}
