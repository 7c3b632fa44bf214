import { derivedId } from "#platform/ids/derived-id.ts";

/**
 * Derived, so that two phones without a signal create the same Day.
 * @param date "2026-11-20"
 * @param company the account's id, or the guest's own
 */
export const dayId = (job: string, date: string, company: string): string =>
  derivedId("logs.day", job, date, company);
