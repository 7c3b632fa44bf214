import { layOutMail, type MailParts } from "#platform/mail/compose/layout.ts";
import { formatCount, formatPeriod } from "../rules.ts";

export interface ReportMail {
  readonly business: string;
  readonly postalAddress: string | null;
  readonly jobName: string;
  readonly from: string;
  readonly to: string;
  /** `Report`, `Daily log`. */
  readonly what: string;
  readonly entries: number;
  readonly photos: number;
  readonly words: string;
  readonly url: string;
  /** The last day on which the link works. */
  readonly expires: string;
  readonly hasPasscode: boolean;
  readonly asksSignature: boolean;
  readonly colors: MailParts["colors"];
}

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
    subject: `${jobName}: a scheduled report was not ${isMade ? "mailed" : "made"}`.slice(0, 200),
    ...layOutMail({
      brand,
      paragraphs: [
        isMade
          ? `Your scheduled report of ${jobName}, ${period}, is made, but it has not been mailed to anybody. ${why}`
          : `Your scheduled report of ${jobName}, ${period}, could not be made. ${why}`,
        isMade
          ? "Open it to send it by hand, or to share a link."
          : "Nothing of the job is lost. Open it to have it made again.",
      ],
      action: { label: "Open the report", url: link },
      closing: ["The schedule goes on: its next report is made at its next turn."],
    }),
  };
}

/** The email with a link to a report, in the business's name. */
export function reportMail(mail: ReportMail): { subject: string; text: string; html: string } {
  const { business, jobName, postalAddress, entries, photos, what } = mail;
  const period = formatPeriod(mail.from, mail.to);
  const holds = [
    formatCount(entries, "entry", "entries"),
    ...(photos ? [formatCount(photos, "photo", "photos")] : []),
  ].join(" and ");
  return {
    subject: `${what}: ${jobName}, ${period}`.slice(0, 200),
    ...layOutMail({
      paragraphs: [
        ...mail.words.split(/\n{2,}/).filter((part) => part.trim()),
        `Here is the ${what.toLowerCase()} of ${jobName}, ${period}, with ${holds}.`,
      ],
      action: {
        label: mail.asksSignature
          ? `Read and sign the ${what.toLowerCase()}`
          : `Read the ${what.toLowerCase()}`,
        url: mail.url,
      },
      closing: [
        ...(mail.hasPasscode ? [`It asks for a passcode, which ${business} tells you.`] : []),
        `The link opens until ${mail.expires}. Keep it to yourself: whoever has it can read the report.`,
      ],
      signature: [business],
      colors: mail.colors,
      footer: {
        reason: `You get this because ${business} works on this job.`,
        postalAddress: `${business}\n${postalAddress ?? ""}`,
      },
    }),
  };
}
