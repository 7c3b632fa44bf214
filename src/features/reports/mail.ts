import { layOutMail, type MailParts } from "#platform/mail/layout.ts";
import { counted, periodWords } from "./rules.ts";

/** What the mail with a report says. */
export interface ReportMail {
  readonly business: string;
  readonly postalAddress: string | null;
  readonly jobName: string;
  readonly from: string;
  readonly to: string;
  /** What it is called: `Report`, `Daily log`. */
  readonly what: string;
  readonly entries: number;
  readonly photos: number;
  /** What its sender adds. */
  readonly words: string;
  readonly url: string;
  /** The last day of the link. */
  readonly expires: string;
  readonly hasPasscode: boolean;
  readonly asksSignature: boolean;
  readonly colors: MailParts["colors"];
}

/** A mail that brings somebody a link to a report, in the name of the business. */
export function reportMail(mail: ReportMail): { subject: string; text: string; html: string } {
  const { business, jobName, postalAddress, entries, photos, what } = mail;
  const period = periodWords(mail.from, mail.to);
  const holds = [counted(entries, "entry", "entries"), ...(photos ? [counted(photos, "photo", "photos")] : [])].join(" and ");
  return {
    subject: `${what}: ${jobName}, ${period}`.slice(0, 200),
    ...layOutMail({
      paragraphs: [
        ...mail.words.split(/\n{2,}/).filter((part) => part.trim()),
        `Here is the ${what.toLowerCase()} of ${jobName}, ${period}, with ${holds}.`,
      ],
      action: { label: mail.asksSignature ? `Read and sign the ${what.toLowerCase()}` : `Read the ${what.toLowerCase()}`, url: mail.url },
      closing: [
        ...(mail.hasPasscode ? [`It asks for a passcode, which ${business} tells you.`] : []),
        `The link opens until ${mail.expires}. Keep it to yourself: whoever has it can read the report.`,
      ],
      signature: [business],
      colors: mail.colors,
      footer: { reason: `You get this because ${business} works on this job.`, postalAddress: `${business}\n${postalAddress ?? ""}` },
    }),
  };
}
