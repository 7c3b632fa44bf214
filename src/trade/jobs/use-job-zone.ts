import { createContext, useContext } from "react";
import { useRecord } from "#ground/sync/public.tsx";
import { jobOf } from "./rules.ts";

/** IANA zone of the business; null if unknown. */
export const BusinessZone = createContext<string | null>(null);

/** The time zone that a job's days are in: its own, or else that of the business, or else this device's. */
export function useJobZone(job: string | null): string {
  const record = useRecord("jobs.job", job ?? "");
  const ofBusiness = useContext(BusinessZone);
  const ownZone = record && job ? jobOf(job, record.values).zone : null;
  return ownZone ?? ofBusiness ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
