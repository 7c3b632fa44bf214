import { readNumber, readRecord, readTextOrNull } from "#ground/sync/public.ts";
import { formatTyped, type KindLabels } from "#trade/fieldwork/public.tsx";
import { PLAN } from "./rules.ts";

export const planLabels: readonly KindLabels[] = [
  {
    kind: PLAN,
    name: "Plan",
    fields: {
      title: formatTyped("Name"),
      level: formatTyped("Level"),
      "versions.*": {
        label: "Version",
        say(value) {
          const { count, file } = readRecord(value) ?? {};
          const pages = readNumber(count) ?? 0;
          return value === null || value === undefined
            ? null
            : [readTextOrNull(file), pages === 1 ? "1 page" : `${pages} pages`].filter(Boolean).join(", ");
        },
        none: "Removed",
      },
      "pages.*": { label: "Page", say: () => "A page of a plan" },
    },
  },
];
