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
} from "./rules/change.ts";
import { formatDirected } from "./rules/sheet.ts";
import { numberOf, standingOf, STATE_RULES } from "./rules/states.ts";
import { formatMailed, formatNoticeOutcome, formatNoticeTo, NOTICE, readNoticeTo } from "./notice/given.ts";
import { OUTCOME_LABELS, WORD, wordOf } from "./word/word.ts";
import { TERMS, termsOf } from "./rules/terms.ts";

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
    kind: WORD,
    name: "Question about what was said",
    pageOf: (job) => `/account/job/${job}/changes`,
    fields: {
      asked: {
        label: "Asked",
        none: "Erased",
        say: (asked) => formatIfPresent(wordOf({ asked })?.asked, ({ by, said }) => `${by}: “${said}”`),
      },
      outcome: {
        label: "Answer",
        none: "None",
        say: (outcome) =>
          formatIfPresent(wordOf({ asked: {}, outcome })?.outcome, ({ is, words }) =>
            [OUTCOME_LABELS[is], words].filter(Boolean).join(": "),
          ),
      },
      leadId: { label: "Client", say: () => "One of your clients", none: "No client" },
    },
  },
  {
    kind: NOTICE,
    name: "Notice of a change",
    pageOf: (job) => `/account/job/${job}/changes`,
    fields: {
      given: {
        label: "To",
        none: "Erased",
        say: (given) => formatIfPresent(readNoticeTo(given), formatNoticeTo),
      },
      mailed: {
        label: "Postmarked",
        none: "Not yet",
        say: (mailed) => formatMailed(mailed),
      },
      outcome: {
        label: "What became of it",
        none: "Nothing yet",
        say: (outcome) => formatNoticeOutcome(outcome),
      },
      leadId: { label: "Client", say: () => "One of your clients", none: "No client" },
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
      hourCents: {
        label: "An hour of labor costs",
        none: "Not entered",
        say: (cents, { currency }) => (typeof cents === "number" ? formatAmount(cents, currency) : null),
      },
      noticeDays: {
        label: "Days for notice",
        none: "No notice",
        say: (days) => (typeof days === "number" ? `${days} day${days === 1 ? "" : "s"}` : null),
      },
      leadId: { label: "Client", say: () => "One of your clients", none: "No client" },
      noticeTo: {
        label: "Notice goes to",
        none: "Not entered",
        say: (noticeTo) => formatIfPresent(readNoticeTo(noticeTo), formatNoticeTo),
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
