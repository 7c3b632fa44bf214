import { formatIfPresent, formatTyped, formatTypedDate, type KindLabels } from "#trade/fieldwork/public.tsx";
import { formatQuantity, formatRate } from "#platform/money/amounts.ts";
import { formatMoney } from "#platform/money/money.ts";
import { itemOf, KIT, kitOf, RAISE, raisesOf, SHELF } from "./rules.ts";

const day = formatTypedDate("Day");

/** The fields of the price book, for conflicts, changes and what was refused. */
export const priceLabels: readonly KindLabels[] = [
  {
    kind: SHELF,
    name: "Price book",
    fields: {
      "items.*": {
        label: "Item",
        none: "Removed",
        say: (value, { currency }) =>
          formatIfPresent(itemOf(value), ({ text, cents, unit, category }) =>
            [`${text}, ${formatMoney(cents, currency)}${unit ? ` per ${unit}` : ""}`, category]
              .filter(Boolean)
              .join(", "),
          ),
      },
      "used.*": { ...formatTypedDate("Last used"), none: "Never" },
    },
  },
  {
    kind: KIT,
    name: "Kit",
    fields: {
      name: formatTyped("Name"),
      lines: {
        label: "Lines",
        say: (lines) =>
          formatIfPresent(kitOf({ id: "", values: { name: "Kit", lines } }), (kit) =>
            kit.lines.map(({ text, quantity }) => `${formatQuantity(quantity)} × ${text}`).join("; "),
          ) ?? "No lines",
      },
    },
  },
  {
    kind: RAISE,
    name: "Price raise",
    fields: {
      raise: {
        label: "Price raise",
        say: (value, around) =>
          formatIfPresent(
            raisesOf([{ id: "", values: { raise: value } }])[0],
            ({ rate, category, from }) =>
              `${formatRate(rate)} on ${category ?? "everything"} from ${day.say(from, around)}`,
          ),
      },
    },
  },
];
