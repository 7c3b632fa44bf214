import { readRecord, readText, readTextOrNull } from "#ground/sync/public.ts";
import type { KindLabels } from "#trade/fieldwork/public.tsx";
import { PLACES, placeWords } from "./rules.ts";

export const placesLabels: readonly KindLabels[] = [
  {
    kind: PLACES,
    name: "Places of a job",
    fields: {
      "places.*": {
        label: "Place",
        say(value) {
          const { name, level } = readRecord(value) ?? {};
          return readText(name) ? placeWords({ name: readText(name), level: readTextOrNull(level) }) : null;
        },
      },
    },
  },
];
