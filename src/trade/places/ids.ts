import { derivedId } from "#platform/ids/derived-id.ts";
import { PLACES } from "./rules.ts";

/** Derived, so that two phones without a signal write about a job's places in one record. */
export const placesId = (job: string): string => derivedId(PLACES, job);
