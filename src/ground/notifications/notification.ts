import type { MailListItem } from "#platform/mail/compose/layout.ts";
import type { Attachment } from "#platform/mail/message.ts";

/** What a notification says, and where it leads. */
export interface NotificationText {
  /** What happened, in a few words: the title on a phone, the subject of an email. */
  readonly title: string;
  /** One or two sentences. */
  readonly text: string;
  /** What a phone shows in its place, such as what somebody wrote. */
  readonly onPhone?: string | undefined;
  /** A path of ours that shows it: "/account/leads/…". */
  readonly path: string;
  /** On the email's button: "Open the lead". */
  readonly action: string;
  /**
   * What it is about, such as an id: a later notification of the same kind about it takes its place on a
   * phone.
   */
  readonly about: string;
  /** Addresses that have an email about it already, in lower case, and get no second one. */
  readonly emailed?: readonly string[];
  /** More paragraphs, items and closing lines of the email. */
  readonly more?: readonly string[];
  readonly list?: readonly MailListItem[];
  readonly closing?: readonly string[];
  /** Of the email about it alone, such as a calendar’s event. */
  readonly attachments?: readonly Attachment[];
}

const LONGEST_TITLE = 120;
const LONGEST_TEXT = 300;

const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;

/** In one line, at most as long as phones show. */
export const shortTitle = (title: string): string => cut(title.replaceAll(/\s+/g, " ").trim(), LONGEST_TITLE);

/** As much of the text as phones show. */
export const shortText = (text: string): string => cut(text.trim(), LONGEST_TEXT);

/** Whether a path is one of ours: nothing else may be opened by a tap. */
export const isOwnPath = (path: string): boolean => /^\/(?!\/)[\w\-./~?=&%#:]*$/.test(path);
