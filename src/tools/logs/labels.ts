import {
  dateTyped,
  type KindWords,
  momentTyped,
  oneOf,
  PHOTO_WORDS,
  placeSaid,
  typedWords,
  yesOrNo,
} from "#trade/jobs/public.tsx";
import { PLAN_WORDS, planVersionWords } from "./claim/plan-labels.ts";
import {
  crewWords,
  dayOf,
  delayWords,
  entryOf,
  itemWords,
  refuseState,
  STATE_WORDS,
  TYPE_WORDS,
} from "./rules.ts";
import { observationLine } from "./weather/format.ts";
import { planOf, weatherOf } from "./weather/rules.ts";

/** What the fields of a day's log are called, and their values. */
export const logWords: readonly KindWords[] = [
  {
    kind: "logs.day",
    fields: {
      date: dateTyped("Day"),
      // The id of a business or of a guest: what people know them by is the name beside it.
      company: { label: "Whose log", say: () => "A company on this job" },
      companyName: typedWords("Company"),
      state: {
        label: "State of the day",
        say: (value) => {
          const { state, why } = dayOf({ state: value });
          return `${STATE_WORDS[state]}${why === null ? "" : `: ${why}`}`;
        },
      },
      handedIn: yesOrNo("Handed in"),
    },
    mayKeep(record, field, value, isManager) {
      if (field !== "state") return null;
      const versions = record.fields[field]?.values ?? [];
      const to = dayOf({ state: value }).state;
      const standing = { isManager, isOwn: true };
      return versions.reduce<string | null>(
        (why, one) => why ?? refuseState(dayOf({ state: one.value }).state, to, standing),
        null,
      );
    },
  },
  {
    kind: "logs.entry",
    fields: {
      date: dateTyped("Day"),
      company: { label: "Whose log", say: () => "A company on this job" },
      type: oneOf("Kind of entry", TYPE_WORDS),
      text: typedWords("Words"),
      crew: { label: "Crew", say: (crew) => said(entryOf("", { crew }).crew, crewWords) },
      item: { label: "What it was", say: (item) => said(entryOf("", { item }).item, itemWords) },
      delay: { label: "Delay", say: (delay) => said(entryOf("", { delay }).delay, delayWords) },
      occurredAt: momentTyped("When it happened"),
      place: placeSaid("Where it was"),
      "photos.*": PHOTO_WORDS,
      "captions.*": typedWords("Photo caption"),
      "tags.*": yesOrNo(({ rest }) => `Tag “${rest.replaceAll("-", " ")}”`, "Tagged", "Not tagged"),
      corrects: { label: "Correction", say: () => "Corrects an earlier entry", none: "Corrects nothing" },
      approved: yesOrNo("Approval", "Approved", "Left out"),
    },
  },
  {
    kind: "logs.weather",
    fields: {
      date: dateTyped("Day"),
      "readings.*": {
        label: "Weather reading",
        say: (value, { rest }) =>
          said(
            weatherOf({ [`readings.${rest}`]: value }).readings[0]?.place,
            (place) => `Reading from ${place || "a weather service"}`,
          ) ?? "Reading from a weather service",
      },
      manual: {
        label: "Weather seen on site",
        say: (manual, { units }) =>
          said(weatherOf({ manual }).manual, (seen) => observationLine(seen, units)),
      },
    },
  },
  {
    kind: "logs.plan",
    fields: {
      threshold: {
        label: PLAN_WORDS.threshold,
        say: (threshold, { units }) => planVersionWords("threshold", planOf({ threshold }), units),
      },
      anticipated: {
        label: PLAN_WORDS.anticipated,
        say: (anticipated, { units }) => planVersionWords("anticipated", planOf({ anticipated }), units),
      },
      remindAt: {
        label: PLAN_WORDS.remindAt,
        say: (remindAt, { units }) => planVersionWords("remindAt", planOf({ remindAt }), units),
        none: "Nobody is reminded",
      },
    },
  },
];

const said = <T>(value: T | null | undefined, words: (value: T) => string): string | null =>
  value === null || value === undefined ? null : words(value);
