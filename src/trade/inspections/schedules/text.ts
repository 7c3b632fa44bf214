import type { DueText } from "#ground/due/public.server.ts";
import { formatHour } from "#platform/time/format.ts";
import { describeRhythm, nameOfSchedule, type Schedule } from "./rules.ts";

/** Where the list of a schedule is started or continued. @param on the day it counts for: "2026-11-23" */
export const pathOfSchedule = (jobId: string, id: string, on?: string): string =>
  `/account/job/${jobId}/checklists/due/${id}${on ? `?on=${on}` : ""}`;

/** "Monday, November 23". @param on "2026-11-23" */
export const formatDueDay = (on: string): string =>
  Temporal.PlainDate.from(on).toLocaleString("en-US", { weekday: "long", month: "long", day: "numeric" });

/** A list that is due, in words. */
export function scheduledText(words: {
  readonly business: string;
  readonly job: { readonly jobId: string; readonly name: string };
  readonly id: string;
  readonly schedule: Schedule;
  readonly on: string;
}): DueText {
  const { business, job, id, schedule, on } = words;
  const [name, day] = [nameOfSchedule(schedule), formatDueDay(on)];
  return {
    title: `${name}, ${day}`,
    job: job.name,
    path: pathOfSchedule(job.jobId, id, on),
    action: "Open the list",
    mail: {
      subject: `${job.name}: ${name} is due`,
      paragraphs: [
        `“${name}” at ${job.name} was due by ${formatHour(schedule.by)} on ${day}, and nobody has finished it yet.`,
        "Walk the list on your phone. It works without a signal.",
      ],
      reason: `${business} scheduled this list: ${describeRhythm(schedule).toLowerCase()}, by ${formatHour(schedule.by)}.`,
      closing: [
        "This email goes out once for each list that’s due, and never at night. People of the business can change or pause the schedule in the job’s checklists.",
      ],
    },
  };
}
