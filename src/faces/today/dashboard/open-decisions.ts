import type { LeadsOfDay } from "#trade/leads/public.server.ts";
import type { FollowUpOfDay, PausedFollowUp } from "#trade/sequences/public.server.ts";

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
  smtp: "Your mail server does not take mail",
  imap: "Your mailbox can’t be read",
  twilio: "Your texts can’t be sent",
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
            why: "They were set up before your email address was verified, maybe by someone else. Turn on only what’s yours.",
            href: "/account/settings/turned-off",
            act: "See what",
          },
        ]
      : []),
    ...known.broken.map(({ kind, problem }) => ({
      key: `channel-${kind}`,
      title: CHANNELS[kind] ?? "A connection does not work",
      why: `${problem} Nothing is lost: what is due is tried again.`,
      href: "/account/settings/sending",
      act: "Mend it",
    })),
    ...(known.postalAddress === null && known.hasPage
      ? [
          {
            key: "address",
            title: "No postal address yet",
            why: "Mail law asks for one in every mail, so no follow-up goes out without it.",
            href: "/account/settings",
            act: "Add your address",
          },
        ]
      : []),
    ...known.paused.map(({ id, name, people: inside }) => ({
      key: `paused-${id}`,
      title: `“${name}” is paused`,
      why: `${inside > 0 ? `${people(inside)} ${inside === 1 ? "waits" : "wait"} inside. ` : ""}Nothing goes out until you resume it.`,
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
                ? "1 message waits for you to send it"
                : `${followUp.byHandCount} messages wait for you to send them`,
            why: `Nobody is set up to send ${byHand.kind === "text" ? "texts" : "mail"} for you. The oldest: “${byHand.title}”${byHand.name ? ` for ${byHand.name}` : ""}.`,
            href: `/account/leads/${byHand.leadId}#by-hand`,
            act: "Send it",
          },
        ]
      : []),
    ...(leads.bounced.count > 0
      ? [
          {
            key: "bounced",
            title: `Mail to ${people(leads.bounced.count)} came back`,
            why: `${leads.bounced.names.join(", ")}${leads.bounced.count > leads.bounced.names.length ? " and others" : ""}: the address does not work. Call them, or mark them lost.`,
            href: "/account/leads?status=unreachable",
            act: "See who",
          },
        ]
      : []),
    ...(leads.unconfirmed > 0
      ? [
          {
            key: "unconfirmed",
            title: `${people(leads.unconfirmed)} did not confirm their address`,
            why: "Nothing is sent to them until they do. You can ask once more, or delete them.",
            href: "/account/leads?status=unconfirmed",
            act: "See who",
          },
        ]
      : []),
  ];
}
