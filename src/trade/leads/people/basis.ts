/** Why a business may contact a person it added by hand. `private` allows no automatic message. */
export const BASES = ["asked", "client", "private"] as const;
export type Basis = (typeof BASES)[number];

/** How a person that the business added by hand came to it. */
export const WAYS = ["called", "met", "referral", "walked-in", "other"] as const;
export type Way = (typeof WAYS)[number];

/** As the form asks, and as the person's page shows. */
export const WAY_LABELS: Readonly<Record<Way, string>> = {
  called: "They called",
  met: "Met at a job",
  referral: "Referral",
  "walked-in": "Walked in",
  other: "Other",
};

/** How they came, within a line: `they called`. */
export const describeWay = (way: string): string =>
  ({
    called: "they called",
    met: "met at a job",
    referral: "a referral",
    "walked-in": "they walked in",
  })[way] ?? "by hand";

export const BASIS_LABELS: Readonly<Record<Basis, string>> = {
  asked: "They asked us to contact them",
  client: "They’re a client of ours",
  private: "Only for me, no automatic messages",
};

/** The choices as a form asks them. */
export const BASIS_CHOICES = [
  {
    value: "asked",
    label: BASIS_LABELS.asked,
    hint: "You can start a follow-up for them.",
  },
  {
    value: "client",
    label: BASIS_LABELS.client,
    hint: "You can start a follow-up. Emails say they’re a client of yours.",
  },
  { value: "private", label: BASIS_LABELS.private, hint: "You can still call, write, and take notes." },
] as const satisfies readonly { value: Basis; label: string; hint: string }[];

/** For people who agreed on a form or whose list said so; a form may switch them to no messages, and back. */
export const OWN_CHOICE = {
  value: "own",
  label: "They agreed to get email from us",
  hint: "On your page, or through a list you imported.",
} as const;

/** Beside a yes to texts that the business notes. 47 CFR 64.1200(f)(9) asks for writing for telemarketing. */
export const TEXTS_HINT =
  "Tick this only if they told you so. The law wants a yes in writing for texts that advertise.";

/** Whether automatic follow-up may go to a person. @param basis null if they agreed themselves */
export const allowsFollowUp = (basis: Basis | null): boolean => basis !== "private";
