/** Characters of a passcode. */
export const SHORTEST_PASSCODE = 4;
export const LONGEST_PASSCODE = 64;

/** Wrong passcodes at one link in an hour, after which nobody is let in for a while. */
export const MOST_WRONG = 10;

/** How long a link lives that its owner gives another time, in days. */
export const LIFETIMES = [7, 30, 90, 365] as const;

/** Programs that follow links by themselves and say so; what they are called in the log. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/slack/i, "Slack’s preview"],
  [/whatsapp/i, "WhatsApp’s preview"],
  [/facebookexternalhit|facebot|meta-externalagent/i, "Facebook’s preview"],
  [/telegram/i, "Telegram’s preview"],
  [/discord/i, "Discord’s preview"],
  [/skypeuripreview|teams/i, "Teams’ preview"],
  [/linkedin/i, "LinkedIn’s preview"],
  [/twitterbot/i, "X’s preview"],
  [/googleimageproxy|google-safety|googlebot|google-read-aloud/i, "Google’s scanner"],
  [/barracuda|proofpoint|mimecast|safelinks|trendmicro|symantec|forcepoint|fireeye/i, "a mail scanner"],
  [
    /bot\b|crawler|spider|preview|scanner|python|curl|wget|java\/|go-http|headless|httpclient|okhttp|axios|node/i,
    "a program",
  ],
];

const DEVICES: readonly (readonly [RegExp, string])[] = [
  [/ipad/i, "iPad"],
  [/iphone/i, "iPhone"],
  [/android.*mobile/i, "Android phone"],
  [/android/i, "Android tablet"],
  [/cros/i, "Chromebook"],
  [/macintosh|mac os/i, "Mac"],
  [/windows/i, "Windows computer"],
  [/linux/i, "Linux computer"],
];

/**
 * What came, by the name it gives itself. A browser's name proves no person: scanners in front of mailboxes
 * carry them too.
 * @param agent the User-Agent header, as it was sent
 */
export function callerOf(agent: string): { readonly isProgram: boolean; readonly device: string } {
  const program = PROGRAMS.find(([shape]) => shape.test(agent));
  if (program || !agent.trim()) return { isProgram: true, device: program?.[1] ?? "a program" };
  return { isProgram: false, device: DEVICES.find(([shape]) => shape.test(agent))?.[1] ?? "browser" };
}

/** What can be done at a link. */
export const DEEDS = ["looked", "opened", "saved", "mistyped", "signed", "declined"] as const;

/** One line of the log of a link. */
export interface Visit {
  readonly did: (typeof DEEDS)[number];
  readonly who: "person" | "program" | "us" | "unknown";
  readonly device: string;
}

const WORDS: Readonly<Record<Visit["did"], string>> = {
  looked: "looked at its page",
  opened: "opened it",
  saved: "saved it",
  mistyped: "typed a wrong passcode",
  signed: "signed it",
  declined: "declined to sign it",
};

/** What happened at a link, for its owner. Nothing is called a person that no hand pressed a button for. */
export function describeVisit({ did, who, device }: Visit): string {
  const what = WORDS[did];
  if (who === "us") return `Somebody of your business ${what}`;
  if (who === "person") return `A person ${what} (${device})`;
  if (who === "program") return `${device.charAt(0).toUpperCase()}${device.slice(1)} ${what}`;
  return did === "looked"
    ? `Its page was loaded (${device}), and no button was pressed: a mail scanner, or somebody who did not read on`
    : `Somebody ${what} (${device})`;
}

/**
 * Whether visits are noted: of a guide that somebody asked for, what they did is a deed of theirs and nothing
 * of their device is kept.
 */
export const isLogged = (kind: string): boolean => kind !== GIFT;
export const GIFT = "magnet";
