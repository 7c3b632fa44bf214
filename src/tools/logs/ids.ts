import { derivedId } from "#platform/ids/derived-id.ts";

/**
 * The id of a Day, derived from job, date and company, so that two phones without a signal create the same
 * one.
 * @param date "2026-11-20" @param company the account's id, or the guest's own
 */
export const dayId = (job: string, date: string, company: string): string =>
  derivedId("logs.day", job, date, company);

/** The id of a job's weather on a date. */
export const weatherId = (job: string, date: string): string => derivedId("logs.weather", job, date);

/** The id of a job's plan (limits, expected days, reminder): one per job. */
export const planId = (job: string): string => derivedId("logs.plan", job);
