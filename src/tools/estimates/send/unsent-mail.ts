import { layOutMail } from "#platform/mail/compose/layout.ts";

/** The email that says why a scheduled estimate wasn't sent. */
export const unsentMail = ({
  brand,
  title,
  to,
  why,
  link,
}: {
  readonly brand: string;
  readonly title: string;
  readonly to: readonly string[];
  /** A full sentence. */
  readonly why: string;
  readonly link: string;
}): { subject: string; text: string; html: string } => ({
  subject: `Not sent: ${title}`.slice(0, 200),
  ...layOutMail({
    brand,
    paragraphs: [
      `Your estimate “${title}” was scheduled for ${to.join(", ")}. We didn’t send it. ${why}`,
      "Review it, then send it or schedule it again.",
    ],
    action: { label: "Open the estimate", url: link },
  }),
});
