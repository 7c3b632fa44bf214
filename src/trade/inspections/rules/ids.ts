import { derivedId } from "#platform/ids/derived-id.ts";

/** Derived, so that two phones without a signal write about the same item in one record. */
export const answerId = (run: string, item: string): string => derivedId("checklists.answer", run, item);

/** One day of a schedule; the same on every device. @param due.on "2026-11-23" */
export const dueId = ({ schedule, on }: { readonly schedule: string; readonly on: string }): string =>
  derivedId("checklists.due", schedule, on);
