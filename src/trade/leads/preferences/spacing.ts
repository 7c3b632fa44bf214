/** How far apart somebody may ask mails to be. */
export const SPACINGS = ["two-weeks", "month"] as const;
export type Spacing = (typeof SPACINGS)[number];
