import { ImportedEntry } from "#trade/imports/public.tsx";
import { importedOf, importedTitle } from "#trade/imports/public.ts";
import { useRecords } from "#ground/sync/public.tsx";
import { Section } from "#ui/layout.tsx";
import { IMPORTED } from "../move-in/kind.ts";

/** What another product says of this day. It isn’t part of the log that is signed here. */
export function ImportedOn({ job, date }: { job: string; date: string }) {
  const records = (useRecords(IMPORTED, job) ?? []).filter(({ values }) => importedOf(values).date === date);
  if (records.length === 0) return null;
  return (
    <Section title="Imported" id="imported">
      <ul className="mt-4 grid gap-6">
        {records.map((record) => (
          <li key={record.id} className="grid gap-2">
            <strong>{importedTitle(importedOf(record.values))}</strong>
            <ImportedEntry record={record} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
