import {
  formatIfPresent,
  formatMoment,
  formatPlace,
  formatTyped,
  formatTypedDate,
  type KindLabels,
  oneOf,
  PHOTO_LABELS,
} from "#trade/fieldwork/public.tsx";
import { formatTaxes, quantityLine } from "#trade/lines/public.ts";
import { formatRate } from "#platform/money/amounts.ts";
import { formatAmount, formatMoney } from "#platform/money/money.ts";
import {
  CATEGORY_LABELS,
  CHANGE,
  changeOf,
  costLinesOf,
  formatDays,
  REASON_LABELS,
  SHOWS_LABELS,
} from "./rules.ts";
import { formatDirected } from "./sheet.ts";
import { numberOf, standingOf, STATE_RULES } from "./states.ts";
import { TERMS, termsOf } from "./terms.ts";

/** The fields of changes, for conflicts, changes and what was refused. */
export const changeLabels: readonly KindLabels[] = [
  {
    kind: CHANGE,
    name: "Change",
    pageOf: (job) => `/account/job/${job}/changes`,
    fields: {
      title: formatTyped("Title"),
      description: formatTyped("What changes"),
      reason: oneOf("Reason", REASON_LABELS),
      where: formatTyped("Where"),
      askedBy: formatTyped("Asked for by"),
      directed: {
        label: "Verbal direction",
        none: "Nobody",
        say: (directed) => formatIfPresent(changeOf({ directed }).directed, formatDirected),
      },
      knownAt: formatMoment("First known"),
      from: { label: "Began with", say: () => "A photo or an entry" },
      place: formatPlace("Where it was"),
      "photos.*": PHOTO_LABELS,
      "lines.*": {
        label: "Cost line",
        none: "Removed",
        say(value, { currency }) {
          const [line] = costLinesOf({ "lines.x": value });
          return formatIfPresent(
            line,
            (one) =>
              `${CATEGORY_LABELS[one.category]}: ${one.text}, ${quantityLine(one)} at ${formatMoney(one.cents, currency)}`,
          );
        },
      },
      days: { label: "Days", say: (days) => formatDays(changeOf({ days }).days), none: "No change" },
      shows: oneOf("What the client sees", SHOWS_LABELS),
      covered: {
        label: "Paid from an allowance",
        none: "Nothing",
        say: (covered, { currency }) =>
          formatIfPresent(changeOf({ covered }).covered, ({ cents }) => formatAmount(cents, currency)),
      },
      answerBy: { ...formatTypedDate("Reply by"), none: "No end" },
      leadId: { label: "Client", say: () => "One of your clients", none: "No client" },
      standing: {
        label: "Where it stands",
        say(value) {
          const standing = standingOf({ standing: value });
          return [STATE_RULES[standing.state].label, numberOf(standing)].filter(Boolean).join(", ");
        },
      },
    },
  },
  {
    kind: TERMS,
    name: "Terms for changes",
    pageOf: (job) => `/account/job/${job}/changes/terms`,
    fields: {
      "markup.*": {
        label: ({ rest }) => `Markup: ${CATEGORY_LABELS[rest as keyof typeof CATEGORY_LABELS] ?? rest}`,
        none: "No markup",
        say: (rate) => (typeof rate === "number" ? formatRate(rate) : null),
      },
      taxes: { label: "Tax", none: "No tax", say: (taxes) => formatTaxes(termsOf({ taxes }).taxes) },
      noticeDays: {
        label: "Days for notice",
        none: "No notice",
        say: (days) => (typeof days === "number" ? `${days} day${days === 1 ? "" : "s"}` : null),
      },
      "allowances.*": {
        label: "Allowance",
        none: "Removed",
        say: (value, { currency }) =>
          formatIfPresent(
            termsOf({ "allowances.x": value }).allowances[0],
            ({ name, cents }) => `${name}, ${formatAmount(cents, currency)}`,
          ),
      },
    },
  },
];
