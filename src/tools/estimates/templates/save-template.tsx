import { type Json, newLocalId, type ShownRecord } from "#ground/sync/public.tsx";
import { useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { linesOf, TEMPLATE } from "../rules/estimate.ts";
import { templateValues } from "./template-values.ts";

/** Makes an estimate's lines, options and terms a template of the business, with today's prices. */
export function SaveTemplate({ record: { values } }: { record: ShownRecord }) {
  const { tell } = useScreen();
  const { write, line } = useWrite();
  if (linesOf(values).length === 0) return null;
  const save = async () => {
    const record = newLocalId();
    const set = (sets: Readonly<Record<string, Json>>) => write({ kind: TEMPLATE, record, job: null, sets });
    if (await set(templateValues(values) as Record<string, Json>))
      tell.done("Saved as a template with its prices. You’ll find it under “Start from a template”.", () =>
        set({ removed: true }),
      );
  };
  return (
    <>
      <Button type="button" kind="quiet" onClick={() => void save()}>
        Save as a template
      </Button>
      {line}
    </>
  );
}
