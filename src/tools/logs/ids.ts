import { derivedId } from "#platform/ids/derived-id.ts";

/**
 * The id of a Day: of one job, one date and one company, so that two phones without a signal make the same
 * one.
 * @param date "2026-11-20" @param company the account's id, or a guest's own
 */
export const dayId = (job: string, date: string, company: string): string =>
  derivedId("logs.day", job, date, company);

/** The id of a job's weather on a date. */
export const weatherId = (job: string, date: string): string => derivedId("logs.weather", job, date);

/** The id of what a job's log is held to: one per job. */
export const planId = (job: string): string => derivedId("logs.plan", job);
