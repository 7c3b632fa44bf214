import {
  formatIfPresent,
  formatTyped,
  formatTypedDate,
  type KindLabels,
  PHOTO_LABELS,
  yesOrNo,
} from "#trade/fieldwork/public.tsx";
import { SOLD_AT_LABELS } from "#trade/law/public.ts";
import { formatMoney } from "#platform/money/money.ts";
import { formatTaxes } from "#trade/lines/public.ts";
import { formatPart, formatPayments } from "./rules/format.ts";
import { quantityLine } from "./rules/changes.ts";
import { hiddenOf, soldAtOf } from "./law/reminders.ts";
import { ESTIMATE, estimateOf, forReusableTexts, forTexts, TEMPLATE } from "./rules/estimate.ts";
import { standingOf, STATE_RULES } from "./rules/states.ts";
import { TRADES } from "./templates/trades.ts";

const reusable: KindLabels["fields"] = {
  ...forReusableTexts((_, { label }) => formatTyped(label)),
  "lines.*": {
    label: "Line",
    none: "Removed",
    say(value, { currency }) {
      const [line] = estimateOf({ "lines.x": value }).lines;
      return formatIfPresent(line, (one) =>
        one.needsPrice
          ? `${one.text}, ${quantityLine(one)}, needs a price`
          : `${one.text}, ${quantityLine(one)} at ${formatMoney(one.cents, currency)}`,
      );
    },
  },
  options: {
    label: "Options",
    none: "No options",
    say: (options) => estimateOf({ options }).options.join(", ") || "No options",
  },
};

/** The fields of estimates and templates, for conflicts, changes and what was refused. */
export const estimateLabels: readonly KindLabels[] = [
  {
    kind: ESTIMATE,
    name: "Estimate",
    pageOf: (job) => `/account/job/${job}/estimates`,
    fields: {
      ...reusable,
      ...forTexts((_, { label }) => formatTyped(label)),
      "photos.*": PHOTO_LABELS,
      startedFrom: {
        label: "Started from",
        say: (trade) => (typeof trade === "string" ? `${TRADES[trade] ?? "Your own"} template` : null),
      },
      discount: {
        label: "Discount",
        none: "No discount",
        say: (discount, { currency }) =>
          formatIfPresent(estimateOf({ discount }).discount, (one) => formatPart(one, currency)),
      },
      taxes: {
        label: "Tax",
        none: "No tax",
        say: (taxes) => formatTaxes(estimateOf({ taxes }).taxes),
      },
      deposit: {
        label: "Deposit",
        none: "No deposit",
        say: (deposit, { currency }) =>
          formatIfPresent(estimateOf({ deposit }).deposit, (one) => formatPart(one, currency)),
      },
      payments: {
        label: "Payments",
        none: "No payments along the way",
        say: (payments, { currency }) => formatPayments(estimateOf({ payments }).payments, currency),
      },
      validUntil: { ...formatTypedDate("Valid until"), none: "No end" },
      soldAt: {
        label: "Who it’s for, and where they agree",
        none: "Not decided",
        say: (value) => formatIfPresent(soldAtOf({ soldAt: value }), (one) => SOLD_AT_LABELS[one]),
      },
      hiddenReminders: {
        label: "Legal reminders",
        none: "Shown",
        say: (value) => (hiddenOf({ hiddenReminders: value }).length > 0 ? "Some hidden" : "Shown"),
      },
      showsPrices: yesOrNo("What the client sees", "A price at each line", "Only the total"),
      standing: {
        label: "Status",
        say(value) {
          const standing = standingOf({ standing: value });
          return [STATE_RULES[standing.state].label, standing.number].filter(Boolean).join(", ");
        },
      },
    },
  },
  { kind: TEMPLATE, name: "Estimate template", pageOf: () => "/account/jobs", fields: reusable },
];
