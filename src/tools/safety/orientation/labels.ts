import { formatTyped, type KindLabels } from "#trade/fieldwork/public.tsx";
import { orientationWordsPath } from "../paths.ts";
import { ORIENTATION } from "./orientation.ts";

/** The fields of what new people are told, for conflicts, changes and what was refused. */
export const orientationLabels: KindLabels = {
  kind: ORIENTATION,
  name: "Words for new people",
  pageOf: () => orientationWordsPath,
  fields: {
    en: { ...formatTyped("In English"), none: "The usual words" },
    es: { ...formatTyped("In Spanish"), none: "The usual words" },
  },
};
