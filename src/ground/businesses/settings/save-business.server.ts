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

const LONGEST_DETAIL = 200;

/** What is written into the history of each thing that can change, in the words its owner reads. */
const WORDS: Readonly<
  Record<keyof Business, readonly [name: string, words: (business: Business) => string]>
> = {
  name: ["Business name", ({ name }) => name ?? ""],
  postalAddress: ["Postal address", ({ postalAddress }) => (postalAddress ?? "").replaceAll("\n", ", ")],
  zone: ["Time zone", ({ zone }) => zone ?? ""],
  replyAddress: ["Replies go to", ({ replyAddress }) => replyAddress ?? ""],
  phone: ["Phone", ({ phone }) => phone ?? ""],
  licence: ["License number", ({ licence }) => licence ?? ""],
  hours: ["Opening hours", ({ hours }) => formatHours(hours).join(", ")],
  sendWindow: ["Follow-up goes out", ({ sendWindow }) => formatHours(sendWindow ?? WORKING_WEEK).join(", ")],
  currency: ["Currency", ({ currency }) => currency],
  taxRates: [
    "Taxes",
    ({ taxRates }) =>
      taxRates.map(({ name, milliPercent }) => `${name} ${formatPercent(milliPercent)}%`).join(", "),
  ],
  signature: ["Signature", ({ signature }) => (signature ?? "").replaceAll("\n", ", ")],
  logo: ["Logo", ({ logo }) => (logo ? "a picture" : "")],
  color: ["Color", ({ color }) => color ?? ""],
  reviewLink: ["Review link", ({ reviewLink }) => reviewLink ?? ""],
};

/** What differs between two states of a business: by the name of the thing, from what to what. */
function differences(before: Business, after: Business): Record<string, string> {
  const short = (text: string) =>
    text === ""
      ? "none"
      : text.length > LONGEST_DETAIL
        ? `${text.slice(0, LONGEST_DETAIL)}…`.toWellFormed()
        : text;
  return Object.fromEntries(
    (Object.keys(WORDS) as (keyof Business)[])
      .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      .map((key) => [WORDS[key][0], `${short(WORDS[key][1](before))} → ${short(WORDS[key][1](after))}`]),
  );
}

type Row = Partial<typeof businessesAccounts.$inferInsert>;

/** Changes the business's row and writes down what changed; nothing is written when nothing did. */
async function change(ctx: AccountContext, row: Row, action: Audited): Promise<Business> {
  const before = await getBusiness(ctx);
  if (Object.keys(row).length) {
    const changed = await ctx.db
      .update(businessesAccounts)
      .set(row)
      .where(eq(businessesAccounts.accountId, ctx.account.id))
      .returning({ id: businessesAccounts.accountId });
    // Row security lets nobody else's change through, and says nothing about it.
    if (!changed.length)
      throw new AppError("forbidden", "Only an owner or a manager of this business can change that.");
  }
  const after = await getBusiness(ctx);
  const details = differences(before, after);
  if (Object.keys(details).length) await recordAudit(ctx, action, details);
  return after;
}

/** Saves what a settings form had in it; what it did not have stays as it is. */
export async function saveBusiness(ctx: AccountContext, given: BusinessChange): Promise<Business> {
  const row: Row = {};
  if (given.businessName !== undefined) row.name = given.businessName;
  if (given.zone !== undefined) row.zone = given.zone;
  // Replies must go somewhere: an emptied field keeps the address there was.
  if (given.replyAddress) row.replyAddress = given.replyAddress;
  if (given.currency !== undefined) row.currency = given.currency;
  if (given.postalAddress !== undefined) row.postalAddress = given.postalAddress || null;
  if (given.phone !== undefined) row.phone = given.phone || null;
  if (given.licenceNumber !== undefined) row.licenceNumber = given.licenceNumber || null;
  if (given.signature !== undefined) row.signature = given.signature || null;
  if (given.reviewLink !== undefined) row.reviewLink = given.reviewLink || null;
  if (given.hours !== undefined) row.hours = given.hours;
  if (given.sendWindow !== undefined) row.sendWindow = given.sendWindow;
  if (given.taxRates !== undefined) row.taxRates = given.taxRates;
  return change(ctx, row, "business.changed");
}

/** Saves name, postal address, zone and reply address. */
export async function saveBusinessDetails(ctx: AccountContext, details: BusinessDetails): Promise<void> {
  await saveBusiness(ctx, details);
}

/** Saves logo and color; what is not given stays as it is, null takes it away. */
export async function saveLook(
  ctx: AccountContext,
  given: { logo?: string | null; color?: string | null },
): Promise<Business> {
  const row: Row = {};
  if (given.logo !== undefined) row.logoFile = given.logo;
  if (given.color !== undefined) row.color = given.color;
  return change(ctx, row, "look.changed");
}
