import type { RecentWorkBlock } from "./recent-work.ts";

/** A lead's own links that emails and texts can have. */
export interface LeadLinks {
  /** To pass on; null if no page is open. */
  readonly referralLink: string | null;
  /** To book a visit; null if the business takes none online. */
  readonly visitLink: string | null;
  /** Photos whose clients agree to it; null for none. The same for all leads. */
  readonly recentWork: RecentWorkBlock | null;
}
