import { type KindLabels, oneOf, formatTyped, formatTypedDate } from "#trade/fieldwork/public.tsx";
import { STATE_WORDS } from "./rules.ts";

/** Labels of a delivery's fields and values. */
export const deliveryLabels: readonly KindLabels[] = [
  {
    kind: "deliveries.delivery",
    name: "Delivery",
    fields: {
      what: formatTyped("What comes"),
      count: {
        label: "Count",
        say: (value) => (typeof value === "number" ? value.toLocaleString("en-US") : null),
      },
      state: oneOf("State", STATE_WORDS),
      day: formatTypedDate("Day"),
      photo: { label: "Photo", say: () => "With a photo", none: "Without a photo" },
      leadId: { label: "Ordered by", say: () => "One of your clients", none: "Nobody named" },
    },
  },
];
