import type { LeadsOfDay, RepliesNote } from "#trade/leads/public.server.ts";
import type { FollowUpOfDay, PausedFollowUp } from "#trade/sequences/public.server.ts";

/** Connecting a mailbox, so that we read replies. */
export const CONNECT_REPLIES = "/account/settings/sending?open=imap";

/** Where the address is that replies are forwarded to. */
export const CHANGE_REPLIES = "/account/settings#field-replyAddress";

/** A decision that only the business can make, with a link. */
export interface Decision {
  readonly key: string;
  readonly title: string;
  readonly why: string;
  readonly href: string;
  readonly act: string;
  /** The value that one tap posts to `href`; without it, `href` is a link. */
  readonly does?: string;
}

const CHANNELS: Readonly<Record<string, string>> = {
  smtp: "Your mail server isn’t accepting email",
  imap: "We can’t read your mailbox",
  twilio: "Your texts aren’t going out",
  grant: "Your email isn’t connected anymore",
};

const people = (count: number) => (count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`);

/** Open decisions, the one that blocks the most first. */
export function decisionsOf(known: {
  /** How many turned-off things the owner can turn on again; 0 for everyone else. */
  readonly turnedOff: number;
  readonly postalAddress: string | null;
  readonly broken: readonly { readonly kind: string; readonly problem: string }[];
  readonly leads: Pick<LeadsOfDay, "heldBack" | "bounced" | "unconfirmed">;
  readonly followUp: Pick<FollowUpOfDay, "byHand" | "byHandCount" | "aheadCount">;
  readonly paused: readonly PausedFollowUp[];
  /** Where replies go, for the owner, who can have us read them; null if that isn't theirs to decide. */
  readonly replies: RepliesNote | null;
  /** Whether they have a page; before that, no address is needed. */
  readonly hasPage: boolean;
}): Decision[] {
  const { leads, followUp } = known;
  const [byHand] = followUp.byHand;
  return [
    ...(known.turnedOff > 0
      ? [
          {
            key: "turned-off",
            title:
              known.turnedOff === 1 ? "1 thing is turned off" : `${known.turnedOff} things are turned off`,
            why:
              known.turnedOff === 1
                ? "It was set up before your email address was verified, maybe by someone else. Turn it on only if it’s yours."
                : "They were set up before your email address was verified, maybe by someone else. Turn on only what’s yours.",
            href: "/account/settings/turned-off",
            act: "See what",
          },
        ]
      : []),
    ...known.broken.map(({ kind, problem }) => ({
      key: `channel-${kind}`,
      title: CHANNELS[kind] ?? "A connection isn’t working",
      why: `${problem} Nothing is lost. We’ll keep trying.`,
      href: "/account/settings/sending",
      act: "Fix it",
    })),
    ...(known.postalAddress === null && known.hasPage
      ? [
          {
            key: "address",
            title: "No mailing address yet",
            why: "The law requires one in every marketing email, so follow-up can’t go out without it.",
            href: "/account/settings",
            act: "Add your address",
          },
        ]
      : []),
    ...(known.replies && !known.replies.areSeen && known.hasPage
      ? [
          {
            key: "replies",
            title: "We don’t see replies by email",
            why: `${known.replies.words} Until it’s connected, tap “They replied” when someone writes.`,
            href: CONNECT_REPLIES,
            act: "Connect it",
          },
        ]
      : []),
    ...(known.replies?.trouble
      ? [
          {
            key: "forwards",
            title: "A reply couldn’t be forwarded to you",
            why: known.replies.trouble,
            href: CHANGE_REPLIES,
            act: "Use another address",
          },
        ]
      : []),
    ...known.paused.map(({ id, name, people: inside }) => ({
      key: `paused-${id}`,
      title: `“${name}” is paused`,
      why: `${inside > 0 ? `${people(inside)} ${inside === 1 ? "is" : "are"} waiting in it. ` : ""}Nothing goes out until you resume it.`,
      href: `/account/sequences/${id}`,
      act: "Resume",
      does: "resume",
    })),
    ...(byHand
      ? [
          {
            key: "by-hand",
            title:
              followUp.byHandCount === 1
                ? "1 message is ready for you to send"
                : `${followUp.byHandCount} messages are ready for you to send`,
            why: `We can’t send ${byHand.kind === "text" ? "texts" : "email"} for you yet. The oldest: “${byHand.title}”${byHand.name ? ` for ${byHand.name}` : ""}.`,
            href: `/account/leads/${byHand.leadId}#by-hand`,
            act: "Send it",
          },
        ]
      : []),
    ...(leads.bounced.count > 0
      ? [
          {
            key: "bounced",
            title: `Email to ${people(leads.bounced.count)} bounced`,
            why: `${leads.bounced.names.join(", ")}${leads.bounced.count > leads.bounced.names.length ? " and others" : ""}: ${leads.bounced.count === 1 ? "the address doesn’t" : "these addresses don’t"} work. Call them, or mark them lost.`,
            href: "/account/leads?status=unreachable",
            act: "See who",
          },
        ]
      : []),
    ...(leads.unconfirmed > 0
      ? [
          {
            key: "unconfirmed",
            title: `${people(leads.unconfirmed)} ${leads.unconfirmed === 1 ? "hasn’t" : "haven’t"} confirmed their address`,
            why: "We won’t send anything until they do. You can ask again, or delete them.",
            href: "/account/leads?status=unconfirmed",
            act: "See who",
          },
        ]
      : []),
  ];
}
