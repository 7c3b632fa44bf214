import { useRecords } from "#ground/sync/public.tsx";
import { firstWritten } from "#trade/fieldwork/public.ts";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { SIGN, type Sign, signOf } from "../rules/talk.ts";

/** The signatures of the job on this device; undefined until loaded. */
export function useSigns(): readonly Sign[] | undefined {
  const { job } = useScreen();
  return useRecords(SIGN, job)?.map(({ id, values, fields }) =>
    signOf(id, values, firstWritten(fields)?.author ?? null),
  );
}
