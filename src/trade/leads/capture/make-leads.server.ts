import { inArray } from "drizzle-orm";
import { getBusiness } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { askToConfirm, saveUnconfirmed } from "./confirm.server.ts";
import { type AgreedCapture, applyConsents } from "./apply-consent.server.ts";
import { applyTypedAddresses } from "../people/typed-address.server.ts";
import { CONSENT_VERSION, consentWording, textConsentWording } from "../form/schema.ts";
import { leadsPages } from "../page/tables.server.ts";

export type WaitingCapture = Omit<
  AgreedCapture,
  "wordingVersion" | "wording" | "textWording" | "shownAt" | "confirmedAt"
>;

/**
 * Makes leads of captures in the transaction that claimed them. Where the page requires confirmation and the
 * address is unproven, the lead stays unconfirmed and only the confirmation email goes out.
 * @returns the number of captures
 */
export async function makeLeads(ctx: AccountContext, waiting: readonly WaitingCapture[]): Promise<number> {
  if (!waiting.length) return 0;
  const typed = await applyTypedAddresses(ctx, waiting);
  const [pages, business] = await Promise.all([
    ctx.db
      .select({ id: leadsPages.id, slug: leadsPages.slug, offer: leadsPages.offer, form: leadsPages.form })
      .from(leadsPages)
      .where(inArray(leadsPages.id, [...new Set(typed.map(({ pageId }) => pageId))])),
    getBusiness(ctx),
  ]);
  const pageOf = new Map(pages.map((page) => [page.id, page]));
  const name = business.name ?? "";
  const all = typed.map((capture): AgreedCapture => {
    const page = pageOf.get(capture.pageId)!;
    return {
      ...capture,
      wordingVersion: CONSENT_VERSION,
      wording: consentWording(page.offer, name),
      textWording: textConsentWording(name),
      shownAt: shownAt(page.slug, capture.source),
      confirmedAt: null,
    };
  });
  if (!pages.some(({ form }) => form?.confirm)) {
    await applyConsents(ctx, all);
    return waiting.length;
  }
  const { effective, unconfirmed } = await saveUnconfirmed(
    ctx,
    all,
    ({ pageId }) => pageOf.get(pageId)!.form?.confirm === true,
  );
  await applyConsents(ctx, effective);
  await askToConfirm(ctx, unconfirmed);
  return waiting.length;
}

/** Where they saw the consent: our page, or the page of another site that embeds the form. */
const shownAt = (slug: string, { page }: Readonly<Record<string, string>>): string =>
  page ? `${page} (form of /p/${slug})` : `/p/${slug}`;
