import type { LeadLinks } from "../message/lead-links.ts";
import type { MailFrame } from "../message/mail-parts.ts";

/** What a preview needs besides the step, with examples of links; typing doesn't change it. */
export interface PreviewFrame extends MailFrame, LeadLinks {
  readonly logoPath: string | null;
  readonly look: { readonly name: string; readonly sheet: string } | null;
}
