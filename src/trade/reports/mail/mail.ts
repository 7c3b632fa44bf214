import type { PaperWords } from "#ground/papers/public.server.ts";
import { formatPeriod } from "../rules.ts";

/** To a schedule's owner, when a report couldn't be made or sent. */
export function troubleText(words: {
  readonly jobName: string;
  readonly period: string;
  readonly what: "unmade" | "unsent";
  /** A full sentence. */
  readonly why: string;
}) {
  const { jobName, period, what, why } = words;
  const isMade = what === "unsent";
  return {
    title: `${jobName}: a scheduled report wasn’t ${isMade ? "emailed" : "created"}`,
    text: isMade
      ? `Your scheduled report for ${jobName}, ${period}, is ready, but wasn’t emailed to anyone. ${why}`
      : `Your scheduled report for ${jobName}, ${period}, couldn’t be created. ${why}`,
    more: [
      isMade ? "Open it to send it yourself or share a link." : "Nothing is lost. Open it to try again.",
    ],
    action: "Open the report",
    closing: ["The schedule continues, and the next report runs at its usual time."],
  };
}

/** What the email that brings a report says of it. */
export function reportWords(report: {
  readonly business: string;
  readonly jobName: string;
  readonly from: string;
  readonly to: string;
  /** `Report`, `Daily log`. */
  readonly what: string;
  /** `3 entries and 2 photos`. */
  readonly contents: string;
}): PaperWords {
  const { business, jobName, contents } = report;
  const period = formatPeriod(report.from, report.to);
  const what = report.what.toLowerCase();
  return {
    subject: `${report.what}: ${jobName}, ${period}`,
    what,
    about: `Here’s the ${what} for ${jobName}, ${period}, with ${contents}.`,
    reason: `You’re getting this because ${business} works on this job.`,
  };
}
