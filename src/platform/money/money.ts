/** Maximum amount, in cents: a billion of the currency. */
export const MOST_CENTS = 100_000_000_000;

/**
 * Parses an amount as people type it: `4200`, `4,200.50`, `$4,200`, `4.200,50 €`.
 * @returns cents; null for empty input; undefined for an invalid, negative or too large amount
 */
export function readMoney(text: string): number | null | undefined {
  const typed = text.trim();
  if (!typed) return null;
  const figures = typed
    .replace(/^(?:[A-Z]{3}|[A-Z]{0,2}\p{Sc})\s*|\s*(?:[A-Z]{3}|\p{Sc})$/gu, "")
    .replaceAll(/[\s\u00a0\u202f'’]/g, "");
  if (!/^\d{1,3}(?:[.,]?\d{3})*(?:[.,]\d{1,2})?$|^\d+(?:[.,]\d{1,2})?$/.test(figures)) return undefined;
  const [, whole = "", part = ""] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(figures) ?? [];
  const cents = Number(whole.replaceAll(/[.,]/g, "")) * 100 + Number(part.padEnd(2, "0"));
  return Number.isSafeInteger(cents) && cents <= MOST_CENTS ? cents : undefined;
}

/**
 * As readMoney, for an amount that may be a credit: `-250`, `−250`, `(250)`.
 * @returns cents, negative for a credit; null for empty input; undefined for an invalid or too large amount
 */
export function readSignedMoney(text: string): number | null | undefined {
  const credit = /^(?:[-−–]\s*(.+)|\((.+)\)|([^\d-]*)-(\d.*))$/.exec(text.trim());
  if (!credit) return readMoney(text);
  const cents = readMoney(credit[1] ?? credit[2] ?? `${credit[3]}${credit[4]}`);
  return cents ? -cents : cents;
}

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats an amount for people: `$4,200`, `$4,200.50`.
 * @param currency ISO 4217
 */
export const formatMoney = (cents: number, currency: string): string =>
  format(cents, currency, cents % 100 === 0 ? 0 : 2);

function format(cents: number, currency: string, digits: 0 | 2): string {
  const key = `${currency}${digits}`;
  const shown =
    formats.get(key) ??
    new Intl.NumberFormat("en-US", {
      style: "currency",
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formats.set(key, shown);
  return shown.format(cents / 100).replaceAll("\u00a0", " ");
}

/**
 * Formats an amount for a column of amounts, always with cents: `$4,200.00`.
 * @param currency ISO 4217
 */
export const formatAmount = (cents: number, currency: string): string => format(cents, currency, 2);

/** Formats an amount for an input field: `4200`, `4200.50`; empty for null. */
export const moneyInputValue = (cents: number | null): string =>
  cents === null ? "" : cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
