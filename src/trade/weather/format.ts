import { degrees, distance, rain, snow, wind } from "#platform/measures/format.ts";
import type { Units } from "#platform/measures/units.ts";
import { formatHour } from "#platform/time/format.ts";
import type { ModeledMeasure, Observation, Reading } from "./rules.ts";

const SOURCES: Readonly<Record<Reading["source"], string>> = {
  nws: "National Weather Service",
  "open-meteo": "Open-Meteo",
  "open-meteo-archive": "Open-Meteo archive",
};

/** `Rain in the morning; high 54 °F, low 37 °F; rain 0.55 in; gusts 31 mph`. */
export function readingFigures(
  { words, highC, lowC, rainMm, snowCm, gustMs, windMs, modelled }: Omit<Reading, "hours">,
  units: Units,
): string {
  const by = (measure: ModeledMeasure) => (modelled.includes(measure) ? " (modeled)" : "");
  return [
    words,
    [
      highC === null ? "" : `high ${degrees(highC, units)}`,
      lowC === null ? "" : `low ${degrees(lowC, units)}`,
    ]
      .filter(Boolean)
      .join(", "),
    rainMm ? `rain ${rain(rainMm, units)}${by("rainMm")}` : rainMm === 0 ? `no rain${by("rainMm")}` : "",
    snowCm ? `snow ${snow(snowCm, units)}${by("snowCm")}` : "",
    gustMs ? `gusts ${wind(gustMs, units)}` : windMs ? `wind ${wind(windMs, units)}` : "",
  ]
    .filter(Boolean)
    .join("; ");
}

const MODELLED_LABELS: Readonly<Record<ModeledMeasure, string>> = { rainMm: "rain", snowCm: "snow" };
const LICENSE = " (CC BY 4.0)";

/**
 * `Observed at Boise Air Terminal (KBOI), 3.9 mi away, as of 12:10 PM, National Weather Service; snow
 * modeled by Open-Meteo (CC BY 4.0)`.
 */
export function readingSource(
  { basis, place, distanceM, source, asOf, zone, modelled }: Omit<Reading, "hours">,
  units: Units,
): string {
  const away = distanceM === null ? "" : `, ${distance(distanceM, units)} away`;
  const until = asOf === null ? "" : `, as of ${clockOf(zone).format(Date.parse(asOf))}`;
  const others = modelled.map((measure) => MODELLED_LABELS[measure]).join(" and ");
  return [
    `${basis === "observed" ? "Observed at" : "Modeled for"} ${place === "" || place === "grid cell" ? "a grid cell" : place}${away}${until}, ${SOURCES[source]}${source === "nws" ? "" : LICENSE}`,
    others && `${others} modeled by Open-Meteo${LICENSE}`,
  ]
    .filter(Boolean)
    .join("; ");
}

const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat("en-US", { timeZone: zone, hour: "numeric", minute: "2-digit" });
  clocks.set(zone, clock);
  return clock;
}

export const readingLine = (reading: Reading, units: Units): string =>
  `${readingFigures(reading, units)}. ${readingSource(reading, units)}.`;

/** Empty if it has no values. */
export function observationLine({ words, tempC, rainMm, windMs }: Observation, units: Units): string {
  const parts = [
    words,
    tempC === null ? "" : degrees(tempC, units),
    rainMm === null ? "" : `rain ${rain(rainMm, units)}`,
    windMs === null ? "" : `wind ${wind(windMs, units)}`,
  ].filter(Boolean);
  return parts.length === 0 ? "" : `On site: ${parts.join("; ")}.`;
}

/** Every second hour of the working day, in the job's time zone. */
const SHOWN_HOURS = [6, 8, 10, 12, 14, 16, 18] as const;
const hourHead = (hour: number) => (hour === 12 ? "Noon" : formatHour(hour));

/** Rows of temperature, rain and wind; null without hourly values. */
export function readingHours(
  { hours }: Reading,
  units: Units,
): {
  readonly hours: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly note: string;
} | null {
  // Times have the job's offset, so their hour is local. When clocks are set back, both hours count.
  const at = (hour: number) => hours.filter(({ at: when }) => Number(when.slice(11, 13)) === hour);
  const known = SHOWN_HOURS.filter((hour) => at(hour).length > 0);
  if (known.length < 2) return null;
  const figure = (value: number | null | undefined, most: number, by: (value: number) => number) =>
    value === null || value === undefined
      ? "–"
      : by(value).toLocaleString("en-US", { maximumFractionDigits: most });
  const isUs = units === "us";
  const rainOf = (hour: number) => {
    const amounts = [...at(hour - 1), ...at(hour)].map(({ rainMm }) => rainMm);
    return amounts.includes(null) ? null : amounts.reduce<number>((sum, mm) => sum + (mm ?? 0), 0);
  };
  const rows = [
    [
      isUs ? "°F" : "°C",
      ...known.map((hour) => figure(at(hour)[0]?.tempC, 0, (c) => (isUs ? (c * 9) / 5 + 32 : c))),
    ],
    [
      isUs ? "Rain, in" : "Rain, mm",
      ...known.map((hour) => figure(rainOf(hour), isUs ? 2 : 1, (mm) => (isUs ? mm / 25.4 : mm))),
    ],
    [
      isUs ? "Wind, mph" : "Wind, km/h",
      ...known.map((hour) => figure(at(hour)[0]?.windMs, 0, (ms) => (isUs ? ms * 2.236_936 : ms * 3.6))),
    ],
  ].filter((row) => row.slice(1).some((cell) => cell !== "–"));
  return rows.length === 0
    ? null
    : { hours: known.map(hourHead), rows, note: "Rain over the previous two hours." };
}
