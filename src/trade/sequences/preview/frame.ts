import type { MailFrame } from "../message/mail-parts.ts";

/** What a preview needs besides the step; typing doesn't change it. */
export interface PreviewFrame extends MailFrame {
  /** An example; null if no page is open. */
  readonly referralLink: string | null;
  readonly logoPath: string | null;
  readonly look: { readonly name: string; readonly sheet: string } | null;
}
