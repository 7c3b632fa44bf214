/** WMO weather codes, as Open-Meteo lists them. */
const WORDS: readonly (readonly [readonly number[], string])[] = [
  [[0], "clear"],
  [[1, 2], "partly cloudy"],
  [[3], "cloudy"],
  [[45, 48], "fog"],
  [[51, 53, 55], "drizzle"],
  [[56, 57], "freezing drizzle"],
  [[61, 63], "rain"],
  [[65], "heavy rain"],
  [[66, 67], "freezing rain"],
  [[71, 73, 77], "snow"],
  [[75], "heavy snow"],
  [[80, 81], "showers"],
  [[82], "heavy showers"],
  [[85, 86], "snow showers"],
  [[95, 96, 99], "thunderstorms"],
];

/** The text for a code; undefined for an unknown one. */
export const describeSky = (code: number | null): string | undefined =>
  WORDS.find(([codes]) => codes.includes(code ?? -1))?.[1];

/** The parts of a working day, by their first hour. */
const PARTS = [
  [0, "overnight"],
  [6, "in the morning"],
  [12, "in the afternoon"],
  [18, "in the evening"],
] as const;

/**
 * A day's sky in a few words: "Rain in the morning, then cloudy".
 * @param seen observations by hour of the local day, in order
 */
export function dayWords(seen: readonly { readonly hour: number; readonly sky: string }[]): string {
  const parts = PARTS.map(([from, name], at) => {
    const to = PARTS[at + 1]?.[0] ?? 24;
    return {
      name,
      sky: mostFrequent(seen.filter(({ hour }) => hour >= from && hour < to).map(({ sky }) => sky)),
    };
  });
  // Describe the daylight hours; the night only if there is nothing else.
  const day = parts.filter(({ name, sky }) => sky !== undefined && name !== "overnight");
  const described = (day.length > 0 ? day : parts.filter(({ sky }) => sky !== undefined)).reduce<
    { name: string; sky: string }[]
  >((all, { name, sky }) => (all.at(-1)?.sky === sky ? all : [...all, { name, sky: sky! }]), []);
  const [first, ...rest] = described;
  if (!first) return "";
  const words = [
    rest.length > 0 ? `${first.sky} ${first.name}` : first.sky,
    ...rest.map(({ sky, name }) => `${sky} ${name}`),
  ].join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Precipitation matters more than clouds. */
const RANK = [
  "thunderstorms",
  "freezing rain",
  "heavy snow",
  "heavy rain",
  "snow",
  "snow showers",
  "heavy showers",
  "rain",
  "freezing drizzle",
  "showers",
  "drizzle",
  "fog",
];

function mostFrequent(skies: readonly string[]): string | undefined {
  const counted = Map.groupBy(skies, (sky) => sky);
  const wet = RANK.find((sky) => (counted.get(sky)?.length ?? 0) * 4 >= skies.length && skies.length > 0);
  return wet ?? [...counted].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}
