import { derivedId } from "#platform/ids/derived-id.ts";

/**
 * One record per job and day. Derived, so that a phone without a signal and the server name the same record.
 * @param date "2026-11-20"
 */
export const weatherId = (job: string, date: string): string => derivedId("logs.weather", job, date);

/** One per job. */
export const planId = (job: string): string => derivedId("logs.plan", job);
