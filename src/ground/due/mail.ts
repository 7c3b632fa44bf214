import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { DueText } from "./kinds.server.ts";

/** The reminder of everything that one person must do. @param words.texts at least one */
export function dueMail(words: {
  readonly brand: string;
  readonly business: string;
  readonly publicUrl: string;
  readonly texts: readonly DueText[];
}): { subject: string; text: string; html: string } {
  const { brand, business, publicUrl, texts } = words;
  const [first, ...others] = texts;
  if (!first) throw new Error("nobody is reminded of nothing");
  const urlOf = ({ path }: DueText) => `${publicUrl}${path}`;
  const { mail } = first;
  if (others.length === 0)
    return {
      subject: mail.subject,
      ...layOutMail({
        brand,
        paragraphs: mail.paragraphs,
        action: { label: first.action, url: urlOf(first) },
        closing: [mail.reason, ...mail.closing],
      }),
    };
  return {
    subject: `${texts.length} items are due: ${first.title} and ${others.length === 1 ? "another" : `${others.length} others`}`,
    ...layOutMail({
      brand,
      paragraphs: [`${texts.length} items are due in ${business}.`],
      list: texts.map((one) => ({
        title: `${one.job}: ${one.title}`,
        text: one.mail.reason,
        links: [{ label: one.action, url: urlOf(one) }],
      })),
      closing: [...new Set(texts.flatMap((one) => one.mail.closing))],
    }),
  };
}
