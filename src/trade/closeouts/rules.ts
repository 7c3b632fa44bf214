import type { Contact } from "./content/snapshot.ts";

/** Characters, and lines of contacts. */
export const MOST = { letter: 8_000, contacts: 4_000, lines: 40, manuals: 30, megabytes: 50 } as const;

/** What `{{…}}` in a letter stands for. */
export interface Blanks {
  readonly client: string;
  readonly job: string;
  /** "your place" where nobody typed one. */
  readonly address: string;
  readonly business: string;
  /** "Nov 30, 2026". */
  readonly today: string;
  readonly finished: string;
}
export const BLANKS = [
  "client",
  "job",
  "address",
  "business",
  "today",
  "finished",
] as const satisfies (keyof Blanks)[];

/** The letter that people start from. It promises what most contractors promise, for them to change. */
export const USUAL_LETTER = `{{today}}

Dear {{client}},

Thank you for having {{business}} work at {{address}}. The work was finished on {{finished}}.

We warrant our workmanship for one year from that day. If something fails because of how we built or installed it, call or email us, and we’ll repair it at no charge.

This doesn’t cover normal wear, damage, changes made by others, or a lack of maintenance. Materials and equipment have the warranties of their manufacturers. Their manuals say what to do to keep those valid.

This package has the papers you signed, photos of the work, and who to call. It’s yours to keep.

{{business}}`;

const BLANK = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The blanks of a letter that mean nothing, as they were typed. */
export const unknownBlanks = (letter: string): string[] => [
  ...new Set(
    [...letter.matchAll(BLANK)].flatMap(([typed, name]) =>
      (BLANKS as readonly string[]).includes(name!.toLowerCase()) ? [] : [typed],
    ),
  ),
];

/**
 * A letter by paragraph, with its blanks filled in. A blank without a value takes the space before it along,
 * so that no gap is left.
 */
export const fillLetter = (letter: string, blanks: Blanks): string[] =>
  letter
    .replaceAll("\r\n", "\n")
    .replaceAll(/( ?)\{\{\s*([^{}]*?)\s*\}\}/g, (typed, space: string, name: string) => {
      const value = (blanks as unknown as Readonly<Record<string, string>>)[name.toLowerCase()];
      return value === undefined ? typed : value === "" ? "" : space + value;
    })
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

/** Contacts, one a line: "Crew lead: Ana Paz, (303) 555-0147". What stands before the colon is the role. */
export const readContacts = (text: string): Contact[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, role = "", rest = line] = /^([^:]{1,60}):\s+(.+)$/.exec(line) ?? [];
      return { role: role.trim(), parts: rest.split(",").flatMap((part) => part.trim() || []) };
    });

/** The client's address for their own eyes: a link may be passed on. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return at < 1 ? "" : `${address.slice(0, 1)}…${address.slice(at)}`;
}

/** What the client agrees to. Change `YEARLY_WORDING` with it. */
export const yearlyWording = (business: string): string =>
  `Yes, ${business || "the business"} may email me in about eleven months to ask how the work has held up. I can stop these emails at any time.`;
export const YEARLY_WORDING = "closeout-yearly-2026-11";

/** Why the yearly follow-up couldn’t be started, in words for the client. */
export const WHY_REFUSED = {
  off: "This reminder isn’t offered right now. Please call the business.",
  unsubscribed:
    "You unsubscribed from this business’s emails before, so we can’t send you one. Please call them.",
  unconfirmed:
    "Confirm your email address first: the business’s first email to you has a button for that. Then ask again here.",
} as const;
export type WhyRefused = keyof typeof WHY_REFUSED;
