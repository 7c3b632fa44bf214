import { derivedId } from "#platform/ids/derived-id.ts";

/** Derived, so that two phones without a signal write about the same item in one record. */
export const answerId = (run: string, item: string): string => derivedId("checklists.answer", run, item);
