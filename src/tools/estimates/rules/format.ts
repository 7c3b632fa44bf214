import { formatRate } from "#platform/money/amounts.ts";
import { formatAmount } from "#platform/money/money.ts";
import type { Part, Payment } from "./estimate.ts";

/** "$250.00", "10%", "none". @param currency ISO 4217 */
export const formatPart = (part: Part | null, currency: string): string =>
  part === null ? "none" : part.by === "cents" ? formatAmount(part.cents, currency) : formatRate(part.rate);

/** "When framing is done: 30%", "none". @param currency ISO 4217 */
export const formatPayments = (payments: readonly Payment[], currency: string): string =>
  payments.map(({ name, part }) => `${name}: ${formatPart(part, currency)}`).join(", ") || "none";

/** "December 31, 2026". @param day "2026-12-31" */
export const formatDay = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString("en-US", { dateStyle: "long" });
