import { readRecord, readText } from "#ground/sync/public.ts";
import { formatTyped, type KindLabels, PHOTO_LABELS, oneOf } from "#trade/fieldwork/public.tsx";
import { cardsPath, needsPath } from "../paths.ts";
import { CARD, CARD_PAPER, CARD_TYPES, cardOf, describeState } from "./card.ts";
import { NEEDS, needsOf } from "./needs.ts";

/** The fields of cards, for conflicts, changes and what was refused. */
export const cardLabels: readonly KindLabels[] = [
  {
    kind: CARD,
    name: "Card",
    pageOf: () => cardsPath(),
    fields: {
      holder: { label: "Whose card", say: (value) => readText(readRecord(value)?.["name"]) || null },
      type: oneOf("Kind of card", CARD_TYPES),
      title: formatTyped("What it is for"),
      issuer: formatTyped("Issued by"),
      dates: {
        label: "Dates",
        say: (dates) => {
          const card = cardOf("", { holder: { name: "-" }, dates });
          const issued = card?.issued ? `Issued ${card.issued}` : "";
          return card ? [issued, describeState(card, "1970-01-01")].filter(Boolean).join(", ") : null;
        },
      },
    },
  },
  {
    kind: CARD_PAPER,
    name: "Number and photos of a card",
    pageOf: () => cardsPath(),
    fields: {
      card: { label: "Card", say: () => "A card of the business" },
      holder: {
        label: "Whose card",
        say: () => "A person of the business",
        none: "Not a person of the business",
      },
      number: formatTyped("Number"),
      "photos.*": PHOTO_LABELS,
    },
  },
  {
    kind: NEEDS,
    name: "Tasks that need a card",
    pageOf: () => needsPath,
    fields: {
      "needs.*": {
        label: "Task",
        none: "Removed",
        say: (value) => {
          const { words, type } = needsOf({ "needs.-": value }).find(({ key }) => key === "-") ?? {};
          return words && type ? `${words}: ${CARD_TYPES[type]}` : null;
        },
      },
    },
  },
];
