import { installation } from "#platform/config/installation.server.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { Attachment } from "#platform/mail/message.ts";
import type { NotificationText } from "./notification.ts";

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[];
}

const SETTINGS = "/account/settings/notifications";

const settingsLine = () => `Change what we email you about: ${installation().publicUrl}${SETTINGS}`;

/** The email about one thing. @param label of its kind */
export function notificationMail(
  { title, text, path, action, more = [], list, closing = [], attachments }: NotificationText,
  label: string,
): Mail {
  const { brand, publicUrl } = installation();
  return {
    subject: title,
    ...(attachments ? { attachments } : {}),
    ...layOutMail({
      brand,
      paragraphs: [text, ...more],
      ...(list ? { list } : {}),
      action: { label: action, url: `${publicUrl}${path}` },
      closing,
      footer: {
        reason: `You get this email because “${label}” is on in your notifications. ${settingsLine()}`,
      },
    }),
  };
}

const MOST_LINES = 4;
const MOST_LISTED = 30;

/** Several things in a few lines, for a phone. */
export function summaryOf(
  texts: readonly NotificationText[],
  business: string,
): { readonly title: string; readonly lines: readonly string[] } {
  const shown = texts.slice(0, texts.length > MOST_LINES ? MOST_LINES - 1 : MOST_LINES);
  const more = texts.length - shown.length;
  return {
    title: `${texts.length} things happened at ${business}`,
    lines: [...shown.map(({ title }) => title), ...(more > 0 ? [`And ${more} more.`] : [])],
  };
}

/** The email about several things. @param texts at least two */
export function summaryMail(texts: readonly NotificationText[], business: string): Mail {
  const { brand, publicUrl } = installation();
  const more = texts.length - MOST_LISTED;
  return {
    subject: summaryOf(texts, business).title,
    ...layOutMail({
      brand,
      paragraphs: [summaryOf(texts, business).title + "."],
      list: texts.slice(0, MOST_LISTED).map(({ title, text, path, action }) => ({
        title,
        text,
        links: [{ label: action, url: `${publicUrl}${path}` }],
      })),
      action: { label: "Open Today", url: `${publicUrl}/account/dashboard` },
      closing: more > 0 ? [`And ${more} more.`] : [],
      footer: { reason: settingsLine() },
    }),
  };
}
