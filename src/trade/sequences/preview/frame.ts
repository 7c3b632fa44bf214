import type { MailFrame } from "../message/mail-parts.ts";

/**
 * Everything beside the words that a preview is drawn from; it comes with the page and changes with nothing
 * that is typed.
 */
export interface PreviewFrame extends MailFrame {
  /** A link of the kind that somebody passes on; null where no page is open. */
  readonly referralLink: string | null;
  /** Path of the logo here. */
  readonly logoPath: string | null;
  /** The business's color without its mark, and the sheet that says it. */
  readonly look: { readonly name: string; readonly sheet: string } | null;
}
