import type { MailFrame } from "../message/mail-parts.ts";

/** Everything a preview needs besides the step. It comes with the page, and typing doesn't change it. */
export interface PreviewFrame extends MailFrame {
  /** An example of a link to pass on; null if no page is open. */
  readonly referralLink: string | null;
  /** Path of the logo on this site. */
  readonly logoPath: string | null;
  /** The name and style sheet of the business's color. */
  readonly look: { readonly name: string; readonly sheet: string } | null;
}
