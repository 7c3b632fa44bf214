import { formatIfPresent, formatTypedDate, type KindLabels } from "#trade/fieldwork/public.tsx";
import { observationLine } from "./format.ts";
import { weatherOf } from "./rules.ts";

/**
 * Labels of a day's weather.
 * @param pageOf where the tool that shows it has the day
 */
export const weatherLabels = (pageOf: KindLabels["pageOf"]): readonly KindLabels[] => [
  {
    kind: "logs.weather",
    name: "Weather",
    pageOf,
    fields: {
      date: formatTypedDate("Day"),
      "readings.*": {
        label: "Weather reading",
        say: (value, { rest }) =>
          formatIfPresent(
            weatherOf({ [`readings.${rest}`]: value }).readings[0]?.place,
            (place) => `Reading from ${place || "a weather service"}`,
          ) ?? "Reading from a weather service",
      },
      manual: {
        label: "Weather seen on site",
        say: (manual, { units }) =>
          formatIfPresent(weatherOf({ manual }).manual, (seen) => observationLine(seen, units)),
      },
    },
  },
];
