import type { Json } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import type { Faults } from "#trade/fieldwork/public.tsx";
import { readRate, thousandthsInputValue, MOST_RATE } from "#platform/money/amounts.ts";
import { moneyInputValue, readMoney } from "#platform/money/money.ts";
import { MOST_OPTIONS, MOST_PAYMENTS, MOST_TAXES, type Part, TEXT_NAMES } from "../rules/estimate.ts";

const PERCENT = /%\s*$/;
const WRONG_PART = "Enter an amount, such as 250, or a share, such as 10%.";

/** Places in the form, from 0. */
export const PAYMENTS = [...Array(MOST_PAYMENTS).keys()];
export const TAXES = [...Array(MOST_TAXES).keys()];
export const OPTIONS = [...Array(MOST_OPTIONS).keys()];

/** An amount or, with a percent sign, a share. Undefined if it is neither. */
function readPart(typed: string): Part | null | undefined {
  if (typed.trim() === "") return null;
  if (!PERCENT.test(typed)) {
    const cents = readMoney(typed);
    return cents === undefined || cents === null ? undefined : { by: "cents", cents };
  }
  const rate = readRate(typed);
  return rate === undefined || rate === null || rate > MOST_RATE ? undefined : { by: "rate", rate };
}

/** A part as people type it: "250", "10%". */
export const partInput = (part: Part | null): string =>
  part === null
    ? ""
    : part.by === "cents"
      ? moneyInputValue(part.cents)
      : `${thousandthsInputValue(part.rate)}%`;

const orNull = (list: Json[]): Json[] | null => (list.length > 0 ? list : null);

const rateFault = (rate: number | null | undefined): string | undefined =>
  rate === undefined
    ? "Enter a percentage, such as 7.25."
    : rate !== null && rate > MOST_RATE
      ? "A tax of more than 100% can’t be right."
      : undefined;

/** What the form of an estimate's details says, or what is wrong with it. */
export function readDetails(
  form: FormData,
): { readonly values: Readonly<Record<string, Json>> } | { readonly faults: Faults } {
  const [discount, deposit] = [readPart(fieldText(form, "discount")), readPart(fieldText(form, "deposit"))];
  const options = OPTIONS.map((at) => fieldText(form, `option${at}`)).filter(Boolean);
  const taxes = TAXES.map((at) => ({
    name: fieldText(form, `taxName${at}`) || "Tax",
    rate: readRate(fieldText(form, `taxRate${at}`)),
  }));
  const payments = PAYMENTS.map((at) => ({
    name: fieldText(form, `payment${at}`),
    part: readPart(fieldText(form, `amount${at}`)),
  }));
  const faults: Faults = {
    ...Object.fromEntries(
      payments.map(({ name, part }, at) => [
        `amount${at}`,
        part === undefined || (part === null && name !== "") ? WRONG_PART : undefined,
      ]),
    ),
    ...Object.fromEntries(taxes.map(({ rate }, at) => [`taxRate${at}`, rateFault(rate)])),
    title: fieldText(form, "title") === "" ? "Say what it’s for." : undefined,
    discount: discount === undefined ? WRONG_PART : undefined,
    deposit: deposit === undefined ? WRONG_PART : undefined,
  };
  if (Object.values(faults).some(Boolean)) return { faults };
  const text = (name: string) => fieldText(form, name) || null;
  return {
    values: {
      // A text without an input on the form stays as it is.
      ...Object.fromEntries(TEXT_NAMES.filter((name) => form.has(name)).map((name) => [name, text(name)])),
      validUntil: text("validUntil"),
      discount: discount === null ? null : { ...discount! },
      deposit: deposit === null ? null : { ...deposit! },
      payments: orNull(
        payments.flatMap(({ name, part }) => (part ? [{ name: name || "Payment", part: { ...part } }] : [])),
      ),
      taxes: orNull(taxes.flatMap(({ name, rate }) => (rate ? [{ name, rate }] : []))),
      options: orNull(options),
      showsPrices: fieldText(form, "shows") !== "total",
      soldAt: text("soldAt"),
    },
  };
}
