import { layOutMail } from "#platform/mail/compose/layout.ts";

const formatHour = (hour: number): string => `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? "AM" : "PM"}`;

/** The email to someone who hasn't logged a day yet. @param hour 0–23, in the job's time zone */
export function reminderMail(words: {
  readonly brand: string;
  readonly business: string;
  readonly publicUrl: string;
  readonly job: { readonly id: string; readonly name: string };
  readonly date: string;
  readonly hour: number;
}): { subject: string; text: string; html: string } {
  const { brand, business, publicUrl, job, date, hour } = words;
  const day = Temporal.PlainDate.from(date).toLocaleString("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
  });
  return {
    subject: `${job.name}: your log of ${day} is missing`,
    ...layOutMail({
      brand,
      paragraphs: [
        `You have not written anything in the log of ${job.name} on ${day} yet.`,
        "A photo and who worked is enough. What you remember now nobody has to guess later.",
      ],
      action: { label: "Write the log", url: `${publicUrl}/account/job/${job.id}/logs?day=${date}` },
      closing: [
        `${business} asks for the log of this job at ${formatHour(hour)} on weekdays. This mail goes once a day, and only to those who have not written.`,
        "An owner or manager can change the hour, or turn it off, in Logs under Weather and delays.",
      ],
    }),
  };
}
