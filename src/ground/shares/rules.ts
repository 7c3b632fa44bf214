export const SHORTEST_PASSCODE = 4;
export const LONGEST_PASSCODE = 64;

/** Wrong passcodes per link and hour; after that, the link is locked for a while. */
export const MOST_WRONG = 10;

/** Lifetimes that an owner can choose, in days. */
export const LIFETIMES = [7, 30, 90, 365] as const;

/** Programs that follow links and identify themselves, with the name shown in the log. */
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
  [/barracuda|proofpoint|mimecast|safelinks|trendmicro|symantec|forcepoint|fireeye/i, "an email scanner"],
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
 * Classifies a visitor by user agent. A browser's name doesn't prove a person, because mail scanners use them
 * too.
 * @param agent the User-Agent header as sent
 */
export function callerOf(agent: string): { readonly isProgram: boolean; readonly device: string } {
  const program = PROGRAMS.find(([shape]) => shape.test(agent));
  if (program || !agent.trim()) return { isProgram: true, device: program?.[1] ?? "a program" };
  return { isProgram: false, device: DEVICES.find(([shape]) => shape.test(agent))?.[1] ?? "browser" };
}

export const DEEDS = [
  "looked",
  "opened",
  "saved",
  "mistyped",
  "signed",
  "declined",
  "approved",
  "refused",
  "asked",
] as const;

/** A line in a link's log. */
export interface Visit {
  readonly did: (typeof DEEDS)[number];
  readonly who: "person" | "program" | "us" | "unknown";
  readonly device: string;
}

const WORDS: Readonly<Record<Visit["did"], string>> = {
  looked: "viewed the page",
  opened: "opened it",
  saved: "downloaded it",
  mistyped: "entered a wrong passcode",
  signed: "signed it",
  declined: "declined to sign it",
  approved: "approved it",
  refused: "declined it",
  asked: "asked about it",
};

/** A form with a name was sent for these, so somebody was there, whatever their browser calls itself. */
const REPLIES: ReadonlySet<Visit["did"]> = new Set(["signed", "declined", "approved", "refused", "asked"]);

/** Describes a visit for the owner. Only a visitor who pressed a button is called a person. */
export function describeVisit({ did, who, device }: Visit): string {
  const what = WORDS[did];
  if (who === "us") return `Someone in your business ${what}`;
  if (who === "person") return `A person ${what} (${device})`;
  if (who === "program" && REPLIES.has(did)) return `Someone ${what}`;
  if (who === "program") return `${device.charAt(0).toUpperCase()}${device.slice(1)} ${what}`;
  return did === "looked"
    ? `Page loaded (${device}), but nothing was tapped: an email scanner, or someone who didn’t continue`
    : `Someone ${what} (${device})`;
}

/**
 * Whether visits are logged. Not for a guide: what a lead does with it is recorded as their deed, and nothing
 * about their device is stored.
 */
export const isLogged = (kind: string): boolean => kind !== GIFT;
/** In place of a file: the link leads to a page of its own without a document behind it. */
export const NO_FILE = "";
export const GIFT = "magnet";
