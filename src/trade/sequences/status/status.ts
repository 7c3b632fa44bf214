/** With the label and mark that every screen shows. */
export interface FollowUpStatus {
  /** `waiting`: live, but nothing can go out yet. `finishing`: no one new enters. */
  readonly state: "draft" | "live" | "waiting" | "paused" | "finishing" | "ended";
  readonly words: string;
  /** What that means for new leads; null if it runs normally. */
  readonly why: string | null;
  readonly mark: "now" | "stopped" | "waiting" | "done";
}

export interface SendingSetup {
  /** The owner's address is verified and the account is active. */
  readonly mayMail: boolean;
  readonly hasAddress: boolean;
  /** Its own, or the installation's. */
  readonly hasMailServer: boolean;
}

/**
 * A follow-up's status.
 * @param one.people leads in all its versions
 */
export function followUpStatus(
  one: {
    readonly isDraft?: boolean;
    readonly retiredAt: Temporal.Instant | null;
    readonly isPageClosed?: boolean;
    readonly pausedAt: Temporal.Instant | null;
    /** The page that it starts from, whose guide goes out in any case. */
    readonly pageId?: string | null;
    readonly people?: number;
  },
  setup: SendingSetup,
): FollowUpStatus {
  if (one.isDraft) return { state: "draft", words: "Draft", why: "Not live yet.", mark: "waiting" };
  if (one.retiredAt !== null || one.isPageClosed)
    return one.people
      ? {
          state: "finishing",
          words: "Finishing",
          why: "No new people start. People already in it get the rest.",
          mark: "waiting",
        }
      : { state: "ended", words: "Ended", why: "No one gets it.", mark: "done" };
  if (one.pausedAt !== null)
    return {
      state: "paused",
      words: "Paused",
      why: one.pageId
        ? "Only the guide itself goes out, to people who ask for it, until you resume."
        : "Nothing goes out until you resume.",
      mark: "stopped",
    };
  const lacks = !setup.mayMail
    ? "Nothing goes out until you verify your email address."
    : !setup.hasAddress
      ? "No email goes out until you add your mailing address in Settings. The law requires one."
      : setup.hasMailServer
        ? null
        : "Your email isn’t connected, so you send each one yourself.";
  return lacks === null
    ? { state: "live", words: "Live", why: null, mark: "now" }
    : {
        state: "waiting",
        words: setup.mayMail && setup.hasAddress ? "Live, sent by you" : "Live, but on hold",
        why: lacks,
        mark: "waiting",
      };
}
