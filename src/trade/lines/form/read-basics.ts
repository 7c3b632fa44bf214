import { fieldText } from "#trade/fieldwork/public.ts";
import type { Faults } from "#trade/fieldwork/public.tsx";
import { MOST_QUANTITY, readQuantity } from "#platform/money/amounts.ts";
import { readMoney, readSignedMoney } from "#platform/money/money.ts";
import type { BaseLine } from "../rules.ts";

/** What the form of a line says that every line has, and what is wrong with it. */
export function readBasics(
  form: FormData,
  mayBeCredit: boolean,
): { readonly value: Pick<BaseLine, "text" | "quantity" | "unit" | "cents">; readonly faults: Faults } {
  const text = fieldText(form, "text");
  const quantity = readQuantity(fieldText(form, "quantity"));
  const cents = (mayBeCredit ? readSignedMoney : readMoney)(fieldText(form, "price"));
  return {
    value: { text, quantity: quantity ?? 0, unit: fieldText(form, "unit"), cents: cents ?? 0 },
    faults: {
      text: text === "" ? "Enter a description." : undefined,
      quantity:
        quantity === null || quantity === 0
          ? "Enter how many."
          : quantity === undefined
            ? "Enter a number, such as 12, 7.5 or 1 1/2."
            : quantity > MOST_QUANTITY
              ? "That’s more than a million. Check the number."
              : undefined,
      price:
        cents === undefined
          ? mayBeCredit
            ? "Enter an amount, such as 85 or 1,250.50, or -250 for a credit."
            : "Enter an amount, such as 85 or 1,250.50. To take money off, use the discount."
          : cents === null
            ? mayBeCredit
              ? "Enter an amount. 0 is fine."
              : "Enter the unit price. 0 is fine."
            : undefined,
    },
  };
}
