import type { DueText } from "#ground/due/public.server.ts";
import { formatHour } from "#platform/time/format.ts";

/** A missing log, in words. @param words.hour at which it is asked for, 0–23, in the job's time zone */
export function missingLogText(words: {
  readonly business: string;
  readonly job: { readonly id: string; readonly name: string };
  /** "2026-11-20". */
  readonly date: string;
  readonly hour: number;
}): DueText {
  const { business, job, date, hour } = words;
  const day = Temporal.PlainDate.from(date).toLocaleString("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
  });
  return {
    title: `Daily log, ${day}`,
    job: job.name,
    path: `/account/job/${job.id}/logs?day=${date}`,
    action: "Write the log",
    mail: {
      subject: `${job.name}: your daily log for ${day} is missing`,
      paragraphs: [
        `You haven’t logged anything for ${job.name} on ${day} yet.`,
        "A photo and who worked is enough. Log it now so no one has to guess later.",
      ],
      reason: `${business} wants this job’s log by ${formatHour(hour)} on weekdays.`,
      closing: [
        "This email goes out once a day, only to people who haven’t logged. An owner or manager can change the hour or turn it off in Logs, under Weather and delays.",
      ],
    },
  };
}
