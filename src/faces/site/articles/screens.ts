import type { ScreenName } from "../pictures/screens.ts";

/** The screen of the demonstration that each article shows at its end, by slug, and its caption. */
export const articleScreens: Readonly<Record<string, readonly [name: ScreenName, caption: string]>> = {
  "avoid-disputes-with-daily-logs": ["change-client", "The change order that came of a log entry"],
  "benefits-of-daily-logs": ["log-entries", "The entries of a day in BuildLog"],
  "how-to-log-weather": ["daily-log", "A day in BuildLog, with the weather at the top"],
  "jobsite-photo-tips": ["photo-roll", "A job’s photos, by day"],
  "photos-vs-notes": ["log-entries", "Notes and photos in one entry, in BuildLog"],
  "seven-essential-daily-log-items": ["daily-log", "A day in BuildLog, on a phone"],
};
