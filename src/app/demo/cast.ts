/**
 * The business of the demonstration. Names and addresses are made up; `.example` is a reserved domain, so
 * mail can't reach anyone.
 */
export const BUSINESS = {
  owner: "dana@summit-deck.example",
  ownerName: "Dana Whitfield",
  foreman: "luis@summit-deck.example",
  foremanName: "Luis Ortega",
  name: "Summit Deck & Fence",
  postalAddress: "1200 Example Street (an example address)\nDenver, CO 80202",
  zone: "America/Denver",
  replyAddress: "dana@summit-deck.example",
  /** The lead whose job is told from beginning to end. */
  storyOf: "Ines Fowler",
} as const;

/** The two guides it gives away, with the owner's input. */
export const GUIDES = [
  {
    name: "Dana Whitfield",
    email: "dana@summit-deck.example",
    company: "Summit Deck & Fence",
    product: "Cedar and composite decks for sloped yards",
    targetAudience: "Homeowners in Denver with a sloped yard",
    goal: "Book a free site visit",
    tone: "Friendly",
    topic: "9 questions to ask before you hire a deck builder",
  },
  {
    name: "Dana Whitfield",
    email: "dana@summit-deck.example",
    company: "Summit Deck & Fence",
    product: "Privacy fences and gates",
    targetAudience: "Families in Denver and Aurora",
    goal: "Ask for a fence estimate",
    tone: "Plain",
    topic: "Privacy fences that still stand after ten winters",
  },
] as const;

/**
 * What a lead does, or what happens to mail sent to them. `day` and `hour` count from their first visit,
 * in the business's zone.
 */
export type Turn =
  | {
      readonly is: "replies";
      readonly day: number;
      readonly hour: number;
      readonly subject: string;
      readonly body: string;
    }
  | { readonly is: "reported"; readonly day: number; readonly hour: number }
  | { readonly is: "unsubscribes"; readonly day: number; readonly hour: number }
  | { readonly is: "asks again"; readonly day: number; readonly hour: number }
  | {
      /** What the owner does about them. */
      readonly is: "worth" | "booked" | "won" | "lost" | "noted" | "answered";
      readonly day: number;
      readonly hour: number;
      /** In dollars, for `worth`. */
      readonly dollars?: number;
      /** Why it was won or lost, or what is noted. */
      readonly words?: string;
    };

/** A person who asked for a guide. */
export interface Visitor {
  readonly name: string;
  readonly email: string;
  /** Days before today, and the hour of that day. */
  readonly daysAgo: number;
  readonly hour: number;
  readonly minute: number;
  readonly guide: 0 | 1;
  readonly source: Readonly<Record<string, string>>;
  /** The address of the client whose personal link they came by. */
  readonly referredBy?: string;
  readonly turns?: readonly Turn[];
  /** What happened to the mail of a step. A demonstration has no mail server, so it makes this up. */
  readonly mishap?: { readonly step: number; readonly is: "unknown" | "bad address" | "put off" };
}

const card = { utm_source: "card" };
const signature = { utm_source: "signature", utm_medium: "email" };
const neighbours = { referrer: "nextdoor.com" };
/** The client whose job is told from her visit to the friend she sends (`thread.ts`). */
export const THREAD = {
  client: "ines.fowler@mail.example",
  job: "Fowler steps",
  address: "14 Example Way, Littleton, CO",
} as const;

const search = { referrer: "www.google.com" };

/** Three weeks of visitors. The first two came before the owner had entered a postal address. */
export const VISITORS: readonly Visitor[] = [
  {
    name: "Marcus Bell",
    email: "marcus.bell@mail.example",
    daysAgo: 21,
    hour: 9,
    minute: 12,
    guide: 0,
    source: card,
  },
  {
    name: "Aisha Rahman",
    email: "aisha.rahman@mail.example",
    daysAgo: 20,
    hour: 18,
    minute: 41,
    guide: 0,
    source: signature,
    turns: [
      { is: "reported", day: 1, hour: 9 },
      { is: "worth", day: 3, hour: 15, dollars: 12_600 },
      { is: "won", day: 6, hour: 10, words: "Came recommended" },
    ],
  },
  {
    name: "Tom and Ellen Vogel",
    email: "vogels@home.example",
    daysAgo: 18,
    hour: 10,
    minute: 27,
    guide: 0,
    source: neighbours,
    turns: [
      {
        is: "replies",
        day: 1,
        hour: 8,
        subject: "Re: your guide",
        body: "Hi Dana,\n\nquestion 4 about the ledger board got us. Ours is nailed, not bolted. Could you come take a look next week? Any afternoon works.\n\nEllen",
      },
      { is: "booked", day: 1, hour: 9 },
      {
        is: "noted",
        day: 4,
        hour: 17,
        words:
          "Ledger is nailed, sheathing soft. Quoted a new ledger with flashing, composite boards, wide stairs.",
      },
      { is: "worth", day: 4, hour: 17, dollars: 18_400 },
      { is: "won", day: 8, hour: 9, words: "We replied first" },
      // The deck and the privacy screen, whose estimate alone was counted when they approved it.
      { is: "worth", day: 17, hour: 12, dollars: 21_518 },
    ],
  },
  {
    name: "Priya Natarajan",
    email: "priya.n@studio.example",
    daysAgo: 17,
    hour: 13,
    minute: 5,
    guide: 0,
    source: search,
    turns: [
      { is: "worth", day: 2, hour: 10, dollars: 7_900 },
      { is: "lost", day: 9, hour: 16, words: "Chose someone else" },
    ],
  },
  {
    name: "Jorge Castillo",
    email: "jorge@castillo-hvac.example",
    daysAgo: 15,
    hour: 7,
    minute: 48,
    guide: 1,
    source: card,
    turns: [{ is: "unsubscribes", day: 1, hour: 12 }],
  },
  {
    name: "Hannah Lindqvist",
    email: "hannah.lindqvist@mail.example",
    daysAgo: 14,
    hour: 20,
    minute: 16,
    guide: 1,
    source: search,
    mishap: { step: 1, is: "unknown" },
  },
  {
    name: "Ray Okafor",
    email: "ray.okafor@mail.example",
    daysAgo: 12,
    hour: 11,
    minute: 33,
    guide: 0,
    source: signature,
    turns: [
      { is: "asks again", day: 3, hour: 19 },
      {
        is: "replies",
        day: 5,
        hour: 17,
        subject: "Composite or cedar",
        body: "I read it twice. We face southwest and it gets hot out there. Would you still go with cedar? Happy to send pictures.",
      },
      { is: "worth", day: 6, hour: 8, dollars: 14_200 },
    ],
  },
  {
    name: "Chloe Mercer",
    email: "chloe.mercer@tpyo.example",
    daysAgo: 11,
    hour: 15,
    minute: 2,
    guide: 1,
    source: neighbours,
    mishap: { step: 0, is: "bad address" },
  },
  {
    name: "Sam Whitehorse",
    email: "sam@whitehorse.example",
    daysAgo: 9,
    hour: 12,
    minute: 20,
    guide: 0,
    source: card,
    turns: [
      { is: "reported", day: 1, hour: 9 },
      { is: "worth", day: 3, hour: 12, dollars: 9_625 },
      { is: "won", day: 5, hour: 8, words: "Came recommended" },
    ],
  },
  {
    name: "Beatriz Alves",
    email: "beatriz.alves@mail.example",
    daysAgo: 7,
    hour: 8,
    minute: 55,
    guide: 1,
    source: search,
  },
  {
    name: "Noah Feldman",
    email: "noah.feldman@law.example",
    daysAgo: 6,
    hour: 21,
    minute: 37,
    guide: 0,
    source: search,
    turns: [
      { is: "worth", day: 3, hour: 11, dollars: 22_500 },
      { is: "booked", day: 3, hour: 11 },
    ],
  },
  {
    name: "Grace Kim",
    email: "grace.kim@mail.example",
    daysAgo: 4,
    hour: 16,
    minute: 9,
    guide: 1,
    source: neighbours,
  },
  {
    name: "Olu Adeyemi",
    email: "olu@adeyemi.example",
    daysAgo: 1,
    hour: 10,
    minute: 44,
    guide: 0,
    source: signature,
  },
  {
    name: "Wendy Tran",
    email: "wendy.tran@mail.example",
    daysAgo: 0,
    hour: 0,
    minute: 0,
    guide: 0,
    source: card,
    mishap: { step: 0, is: "put off" },
  },
];

/** The client of the thread, and the friend she sent. */
export const THREAD_VISITORS: readonly Visitor[] = [
  {
    name: "Ines Fowler",
    email: THREAD.client,
    daysAgo: 26,
    hour: 16,
    minute: 20,
    guide: 0,
    source: search,
    turns: [
      {
        is: "replies",
        day: 23,
        hour: 18,
        subject: "Re: How did we do?",
        body: "Hi Dana,\n\nthe steps are solid, and they look like they were always there. I wrote you a review last night. My friend Carla needs stairs too, so I sent her your page.\n\nInes",
      },
      { is: "answered", day: 23, hour: 19 },
    ],
  },
  {
    name: "Carla Nguyen",
    email: "carla.nguyen@mail.example",
    daysAgo: 1,
    hour: 17,
    minute: 35,
    guide: 0,
    source: {},
    referredBy: THREAD.client,
  },
];

/** Days before today on which the owner entered the postal address that follow-ups need. */
export const ADDRESS_GIVEN_DAYS_AGO = 19;
