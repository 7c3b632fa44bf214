/** What a business should know about its clients' replies. */
export interface RepliesNote {
  /** Whether a reply by email stops follow-up by itself. */
  readonly areSeen: boolean;
  readonly words: string;
  /** Why forwards don’t arrive; null while nobody reported it. */
  readonly trouble: string | null;
}

/**
 * Says where replies by email go, and whether we see them.
 * @param address where the business reads them; null if it gave none
 * @param returned an address that refused a forward lately, and what it said
 */
export function describeRoute({
  by,
  address,
  returned = null,
}: {
  readonly by: "mailbox" | "ours" | "unseen";
  readonly address: string | null;
  readonly returned?: { readonly address: string; readonly said: string } | null;
}): RepliesNote {
  const inbox = address === null ? "your own inbox" : address;
  const words = {
    ours: `Clients reply to an address of ours. A reply stops their follow-up, shows up here, and is forwarded to ${inbox}. You can reply from there like to any email.`,
    mailbox: "We read the inbox your clients reply to. A reply stops their follow-up and shows up here.",
    unseen: `Clients reply to ${inbox}. We don’t see those replies, so they don’t stop follow-up by themselves.`,
  }[by];
  const said = returned?.said ? ` Its mail server said: “${returned.said}”` : "";
  const trouble = returned
    ? `${returned.address} refused a reply that we forwarded, so the next ones could be lost too. All of them are in your inbox here.${said}`
    : null;
  return { areSeen: by !== "unseen", words, trouble };
}
