import { formatTyped, formatTypedDate, type KindLabels } from "#trade/fieldwork/public.tsx";
import { importedOf } from "./sealed.ts";

/** Labels of a kind that `defineImported` made. @param name "Imported daily log" */
export const importedLabels = (kind: string, name: string): KindLabels => ({
  kind,
  name,
  pageOf: (job) => `/account/job/${job}`,
  fields: {
    program: formatTyped("Imported from"),
    date: formatTypedDate("Day"),
    title: formatTyped("Title"),
    by: formatTyped("Written by"),
    text: formatTyped("Text"),
    paper: { label: "PDF", say: (paper) => importedOf({ paper }).paper?.name ?? null },
  },
});
