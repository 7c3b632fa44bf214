import { derivedId } from "#platform/ids/derived-id.ts";

/** Derived, so that two phones without a signal write about the same photo in one record. */
export const photoId = (job: string, sha256: string): string => derivedId("photos.photo", job, sha256);

/** One record for each business. */
export const wordsId = (account: string): string => derivedId("photos.words", account);

/** Derived, so that two phones without a signal start the same list once. @param list its key, or its id */
export const shotsId = (job: string, list: string): string => derivedId("photos.shots", job, list);
