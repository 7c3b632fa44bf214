import { readNumber, readRecord, type Values } from "#ground/sync/public.ts";

/** Null means no limit. */
export interface Threshold {
  readonly rainMm: number | null;
  readonly snowCm: number | null;
  readonly windMs: number | null;
  readonly gustMs: number | null;
  readonly lowC: number | null;
  readonly highC: number | null;
  /** Hours lost that count as a lost day. */
  readonly hoursLost: number | null;
}

export interface Plan {
  readonly threshold: Threshold;
  /** By month 1 to 12. */
  readonly anticipated: Readonly<Record<number, number>>;
  /** Hour in the job's time zone; null for no reminder. */
  readonly remindAt: number | null;
}

/**
 * Most outside work stops at 0.5 in of rain, 1 in of snow, gusts of 40 mph, 20 °F or 100 °F; and half of an
 * eight-hour day is lost.
 */
export const USUAL_THRESHOLD: Threshold = {
  ...{ rainMm: 12.7, snowCm: 2.54, windMs: null, gustMs: 17.8816 },
  ...{ lowC: -20 / 3, highC: 340 / 9, hoursLost: 4 },
};

export function planOf(values: Values): Plan {
  const fields = readRecord(values["threshold"]);
  const days = readRecord(values["anticipated"]) ?? {};
  const limit = (name: keyof Threshold) => (fields ? readNumber(fields[name]) : USUAL_THRESHOLD[name]);
  const remindAt = readNumber(values["remindAt"]);
  return {
    threshold: {
      rainMm: limit("rainMm"),
      snowCm: limit("snowCm"),
      windMs: limit("windMs"),
      gustMs: limit("gustMs"),
      lowC: limit("lowC"),
      highC: limit("highC"),
      hoursLost: limit("hoursLost"),
    },
    anticipated: Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [at + 1, readNumber(days[String(at + 1)]) ?? 0]),
    ),
    remindAt:
      remindAt !== null && Number.isInteger(remindAt) && remindAt >= 0 && remindAt < 24 ? remindAt : null,
  };
}
