import { createContext, useContext } from "react";
import { useRecord } from "#ground/sync/public.tsx";
import { jobOf } from "./rules.ts";

/** Null if unknown. */
export const BusinessZone = createContext<string | null>(null);

/** The job's own zone, or else the business's, or else this device's. */
export function useJobZone(job: string | null): string {
  const record = useRecord("jobs.job", job ?? "");
  const ofBusiness = useContext(BusinessZone);
  const ownZone = record && job ? jobOf(job, record.values).zone : null;
  return ownZone ?? ofBusiness ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
