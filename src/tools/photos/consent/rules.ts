import { readOneOf, readRecord } from "#ground/sync/public.ts";
import { possessive } from "#platform/names/possessive.ts";
import { beforeFirst, type PairHalf } from "../rules/pairs.ts";

/** The paper that a client is sent, and the last part of its page's address, `/s/{token}/consent`. */
export const CONSENT = "consent";

/** What photos may be used for. A yes to one says nothing about another. */
export const USES = ["page", "emails", "posts"] as const;
export type Use = (typeof USES)[number];

/** In a list: "Client said yes: page, posts". */
const SHORT: Readonly<Record<Use, string>> = { page: "page", emails: "emails", posts: "posts" };

/** Where the office chooses what the page shows. */
export const RECENT_PATH = "/account/photos/recent";

/** A hundred years: a client can take back a yes as long as it counts. */
export const OPENS_DAYS = 36_500;
/** Photos in one request. */
export const MOST_ASKED = 24;
/** Characters. */
export const LONGEST = { name: 120, credit: 80, caption: 120, note: 300 } as const;
/** Works of a job or several on the business's page. */
export const MOST_RECENT = 12;

/** What a client is asked, word for word. Saved with each request, so that a later wording changes no yes. */
export interface Wording {
  /** From 1; another text is another version. */
  readonly version: number;
  readonly intro: string;
  readonly uses: Readonly<Record<Use, { readonly label: string; readonly hint: string }>>;
  readonly notShown: string;
  readonly change: string;
}

/** @param business its name */
export const wordingOf = (business: string): Wording => ({
  version: 1,
  intro: `${business} would like to show photos of the work at your place to other people. You decide where, and you can say no. Your project doesn’t depend on it.`,
  uses: {
    page: {
      label: `On ${possessive(business)} page`,
      hint: "A page on the internet that anyone can open, under “Recent work.”",
    },
    emails: {
      label: `In ${possessive(business)} emails`,
      hint: "Emails to people who asked about similar work.",
    },
    posts: {
      label: "In social media posts",
      hint: `Pictures that ${business} posts on its own accounts, such as Facebook or Instagram.`,
    },
  },
  notShown:
    "Your address, your name, and where and when the photos were taken are never shown with them. You can add a name yourself if you like.",
  change: `You can change your mind at any time, on this page or by calling ${business}. The photos are then gone from the page and from emails right away, and nothing new is posted. Ask ${business} to delete posts that are already out. We can’t delete copies that other people saved.`,
});

/** One answer to a request. The last one counts; to withdraw is to answer with no use. */
export interface Answer {
  readonly askId: string;
  readonly uses: readonly Use[];
  /** SHA-256 of those that may be shown. */
  readonly photos: readonly string[];
  /** Shown with them: "Maria, Maple Grove"; empty for nothing. */
  readonly credit: string;
  /** Whether the link it was given at still works: a yes lasts as long as it can be withdrawn. */
  readonly isOpen: boolean;
}

/** Whether an answer is a yes that still counts. */
export const isYes = ({ uses, isOpen }: Pick<Answer, "uses" | "isOpen">): boolean =>
  uses.length > 0 && isOpen;

export const CONSENTS = ["asked", "yes", "no", "withdrawn"] as const;

/** What a client said of one photo. */
export interface Consent {
  readonly is: (typeof CONSENTS)[number];
  readonly uses: readonly Use[];
  readonly credit: string;
}

const NOTHING = { uses: [], credit: "" } as const;

/** Whether an answer allows something with a photo. */
const allows = ({ uses, photos }: Pick<Answer, "uses" | "photos">, sha256: string): boolean =>
  uses.length > 0 && photos.includes(sha256);

/**
 * What a client said of a photo; undefined if nobody was asked. The last answer to a request with the photo
 * counts, so that a no at one link isn't undone by an earlier yes at another.
 * @param asks the requests that show it
 * @param answers to these and other requests, the first first
 */
export function consentFrom(
  sha256: string,
  asks: ReadonlySet<string>,
  answers: readonly Answer[],
): Consent | undefined {
  if (asks.size === 0) return undefined;
  const own = answers.filter(({ askId }) => asks.has(askId));
  const last = own.at(-1);
  if (!last) return { is: "asked", ...NOTHING };
  if (allows(last, sha256) && last.isOpen) return { is: "yes", uses: last.uses, credit: last.credit };
  return { is: own.some((one) => allows(one, sha256)) ? "withdrawn" : "no", ...NOTHING };
}

export const mayUse = (consent: Consent | undefined, use: Use): boolean =>
  consent?.is === "yes" && consent.uses.includes(use);

/** "Client said yes: page, posts". */
export function describeConsent({ is, uses }: Pick<Consent, "is" | "uses">): string {
  switch (is) {
    case "asked":
      return "Client was asked";
    case "yes":
      return `Client said yes: ${uses.map((use) => SHORT[use]).join(", ")}`;
    case "no":
      return "Client said no";
    case "withdrawn":
      return "Client no longer agrees";
  }
}

/** What a record says of a photo's consent, as the server wrote it; null for nothing. */
export function readConsent(value: unknown): Pick<Consent, "is" | "uses"> | null {
  const read = readRecord(value);
  const is = readOneOf(CONSENTS, read?.["is"]);
  const uses = read?.["uses"];
  if (is === null) return null;
  return { is, uses: Array.isArray(uses) ? USES.filter((use) => uses.includes(use)) : [] };
}

/** A photo that can be one half of a before and after. */
export interface Half extends PairHalf {
  /** The other half. */
  readonly pair: string | null;
}

/** Photos one by one, and pairs of which both halves are there, the before first. */
export function groupPairs<T extends Half>(photos: readonly T[]): (readonly [T] | readonly [T, T])[] {
  const byHash = new Map(photos.map((photo) => [photo.sha256, photo]));
  const done = new Set<string>();
  return photos.flatMap((photo): (readonly [T] | readonly [T, T])[] => {
    if (done.has(photo.sha256)) return [];
    done.add(photo.sha256);
    const other = photo.pair === null ? undefined : byHash.get(photo.pair);
    if (!other || other.pair !== photo.sha256 || done.has(other.sha256)) return [[photo]];
    done.add(other.sha256);
    return [beforeFirst(photo, other) < 0 ? [photo, other] : [other, photo]];
  });
}

/** "Photo 2, after: the new tub wall". */
export const captionOf = (number: number, half: "before" | "after" | null, caption: string): string =>
  [half ? `Photo ${number}, ${half}` : `Photo ${number}`, caption].filter(Boolean).join(": ");

/** "On Hill Brothers’s page; in social media posts". */
export const describeUses = (uses: readonly Use[], wording: Wording): string =>
  USES.filter((use) => uses.includes(use))
    .map((use, at) => (at === 0 ? wording.uses[use].label : lowerFirst(wording.uses[use].label)))
    .join("; ");

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
