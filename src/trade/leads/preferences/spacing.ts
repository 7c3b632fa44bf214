/** The email frequency limits that people can choose. */
export const SPACINGS = ["two-weeks", "month"] as const;
export type Spacing = (typeof SPACINGS)[number];
