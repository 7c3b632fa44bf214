import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { ContactMessage } from "./schema.server.ts";

/** The email that brings a message to the operator. A reply goes to the writer. */
export function contactMail({ name, email, message }: ContactMessage): {
  subject: string;
  text: string;
  html: string;
} {
  return {
    subject: shortened(`Message from ${name}`),
    ...layOutMail({
      paragraphs: [`${name} (${email}) wrote on the contact page:`, ...message.split(/\n{2,}/)],
      closing: [`Reply to this email to reach ${email}.`],
      footer: {
        reason: "You’re getting this because your address is listed in OPERATOR_EMAILS for this site.",
      },
    }),
  };
}

// Cuts whole characters only.
const shortened = (subject: string) =>
  subject.replace(/^(.{49}).{2,}$/su, (_, kept: string) => `${kept.trimEnd()}…`);
