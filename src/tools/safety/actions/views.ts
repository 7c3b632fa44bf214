import { ISSUE_STATES, STATE_LABELS } from "#trade/issues/public.ts";

export const OVERDUE = "overdue";
/** What the office’s list can be narrowed to. */
export const VIEWS = [OVERDUE, ...ISSUE_STATES] as const;
export type ActionView = (typeof VIEWS)[number];
export const VIEW_LABELS: Readonly<Record<ActionView, string>> = { overdue: "Overdue", ...STATE_LABELS };
