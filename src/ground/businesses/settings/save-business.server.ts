import { eq } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { type Audited, recordAudit } from "../history/audit.server.ts";
import type { Business } from "../business.ts";
import { getBusiness } from "../queries.server.ts";
import { formatHours } from "./hours.ts";
import type { BusinessDetails } from "../schema.ts";
import { WORKING_WEEK } from "./send-window.ts";
import type { BusinessChange } from "./settings-form.ts";
import { businessesAccounts } from "../tables.server.ts";
import { formatPercent } from "./taxes.ts";
import { eachText, TEXT_NAMES, TEXT_SETTINGS } from "./text-settings.ts";

const MAX_DETAIL_LENGTH = 200;

type Detail = readonly [name: string, words: (business: Business) => string];

const oneLine = (text: string | null): string => (text ?? "").replaceAll("\n", ", ");

/** How each field appears in the history. */
const AUDIT_DETAILS: Readonly<Record<keyof Business, Detail>> = {
  name: ["Business name", ({ name }) => name ?? ""],
  postalAddress: ["Mailing address", ({ postalAddress }) => oneLine(postalAddress)],
  zone: ["Time zone", ({ zone }) => zone ?? ""],
  replyAddress: ["Replies go to", ({ replyAddress }) => replyAddress ?? ""],
  ...eachText((key): Detail => [TEXT_SETTINGS[key].label, (business) => oneLine(business[key])]),
  hours: ["Opening hours", ({ hours }) => formatHours(hours).join(", ")],
  sendWindow: ["Follow-up goes out", ({ sendWindow }) => formatHours(sendWindow ?? WORKING_WEEK).join(", ")],
  currency: ["Currency", ({ currency }) => currency],
  taxRates: [
    "Taxes",
    ({ taxRates }) =>
      taxRates.map(({ name, milliPercent }) => `${name} ${formatPercent(milliPercent)}%`).join(", "),
  ],
  logo: ["Logo", ({ logo }) => (logo ? "a picture" : "")],
  face: ["Your photo", ({ face }) => (face ? "a picture" : "")],
  color: ["Color", ({ color }) => color ?? ""],
};

/** What changed, from what to what, by field name. */
function describeChanges(before: Business, after: Business): Record<string, string> {
  const shorten = (text: string) =>
    text === ""
      ? "none"
      : text.length > MAX_DETAIL_LENGTH
        ? `${text.slice(0, MAX_DETAIL_LENGTH)}…`.toWellFormed()
        : text;
  return Object.fromEntries(
    (Object.keys(AUDIT_DETAILS) as (keyof Business)[])
      .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      .map((key) => [
        AUDIT_DETAILS[key][0],
        `${shorten(AUDIT_DETAILS[key][1](before))} → ${shorten(AUDIT_DETAILS[key][1](after))}`,
      ]),
  );
}

type Row = Partial<typeof businessesAccounts.$inferInsert>;

/** Updates the business, and records what changed, if anything. */
async function updateBusiness(ctx: AccountContext, row: Row, action: Audited): Promise<Business> {
  const before = await getBusiness(ctx);
  if (Object.keys(row).length) {
    const changed = await ctx.db
      .update(businessesAccounts)
      .set(row)
      .where(eq(businessesAccounts.accountId, ctx.account.id))
      .returning({ id: businessesAccounts.accountId });
    // Row security silently skips the row for roles without the right.
    if (!changed.length)
      throw new AppError("forbidden", "Only an owner or a manager of this business can change that.");
  }
  const after = await getBusiness(ctx);
  const details = describeChanges(before, after);
  if (Object.keys(details).length) await recordAudit(ctx, action, details);
  return after;
}

/** Saves the fields a settings form contained; others are unchanged. */
export async function saveBusiness(ctx: AccountContext, changes: BusinessChange): Promise<Business> {
  const row: Row = {};
  if (changes.businessName !== undefined) row.name = changes.businessName;
  if (changes.zone !== undefined) row.zone = changes.zone;
  // Replies need an address, so an empty field doesn't remove it.
  if (changes.replyAddress) row.replyAddress = changes.replyAddress;
  if (changes.currency !== undefined) row.currency = changes.currency;
  if (changes.postalAddress !== undefined) row.postalAddress = changes.postalAddress || null;
  for (const name of TEXT_NAMES) if (changes[name] !== undefined) row[name] = changes[name] || null;
  if (changes.hours !== undefined) row.hours = changes.hours;
  if (changes.sendWindow !== undefined) row.sendWindow = changes.sendWindow;
  if (changes.taxRates !== undefined) row.taxRates = changes.taxRates;
  return updateBusiness(ctx, row, "business.changed");
}

/** Saves name, postal address, time zone and reply address. */
export async function saveBusinessDetails(ctx: AccountContext, details: BusinessDetails): Promise<void> {
  await saveBusiness(ctx, details);
}

/** Saves logo, face and color. Undefined leaves one unchanged; null removes it. */
export async function saveLook(
  ctx: AccountContext,
  changes: { logo?: string | null; face?: string | null; color?: string | null },
): Promise<Business> {
  const row: Row = {};
  if (changes.logo !== undefined) row.logoFile = changes.logo;
  if (changes.face !== undefined) row.faceFile = changes.face;
  if (changes.color !== undefined) row.color = changes.color;
  return updateBusiness(ctx, row, "look.changed");
}
