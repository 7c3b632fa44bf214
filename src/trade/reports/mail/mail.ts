import type { PaperWords } from "#ground/papers/public.server.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import { formatContents, formatPeriod } from "../rules.ts";

/** To a schedule's owner, when a report couldn't be made or sent. */
export function troubleMail(words: {
  readonly brand: string;
  readonly jobName: string;
  readonly period: string;
  readonly what: "unmade" | "unsent";
  /** A full sentence. */
  readonly why: string;
  readonly link: string;
}): { subject: string; text: string; html: string } {
  const { brand, jobName, period, what, why, link } = words;
  const isMade = what === "unsent";
  return {
    subject: `${jobName}: a scheduled report wasn’t ${isMade ? "emailed" : "created"}`.slice(0, 200),
    ...layOutMail({
      brand,
      paragraphs: [
        isMade
          ? `Your scheduled report for ${jobName}, ${period}, is ready, but wasn’t emailed to anyone. ${why}`
          : `Your scheduled report for ${jobName}, ${period}, couldn’t be created. ${why}`,
        isMade ? "Open it to send it yourself or share a link." : "Nothing is lost. Open it to try again.",
      ],
      action: { label: "Open the report", url: link },
      closing: ["The schedule continues, and the next report runs at its usual time."],
    }),
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
  readonly entries: number;
  readonly photos: number;
}): PaperWords {
  const { business, jobName, entries, photos } = report;
  const period = formatPeriod(report.from, report.to);
  const what = report.what.toLowerCase();
  return {
    subject: `${report.what}: ${jobName}, ${period}`,
    what,
    about: `Here’s the ${what} for ${jobName}, ${period}, with ${formatContents(entries, photos)}.`,
    reason: `You’re getting this because ${business} works on this job.`,
  };
}
