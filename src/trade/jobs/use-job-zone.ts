import { createContext, useContext } from "react";
import { useRecord } from "#ground/sync/public.tsx";
import { jobOf } from "./rules.ts";

/** IANA zone of the business; null where nobody said. */
export const BusinessZone = createContext<string | null>(null);

/** The zone that decides the days of a job: its own, else that of the business, else that of this device. */
export function useJobZone(job: string | null): string {
  const record = useRecord("jobs.job", job ?? "");
  const ofBusiness = useContext(BusinessZone);
  const ownZone = record && job ? jobOf(job, record.values).zone : null;
  return ownZone ?? ofBusiness ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
