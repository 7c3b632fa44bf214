import type { Basis, Way } from "../people/basis.ts";

/** How a person came to a business, as far as emails to them mention it. */
export type Arrival =
  /** They filled in a form. `title` is the offer, `place` the page of another site that has the form. */
  | { readonly kind: "asked"; readonly title: string | null; readonly place: string | null }
  /** The business imported them; `list` is the origin the owner typed. */
  | { readonly kind: "list"; readonly list: string | null }
  /** Another program created them; `source` is where it says they agreed. */
  | { readonly kind: "given"; readonly source: string }
  /** The business added them by hand. */
  | { readonly kind: "typed"; readonly way: Way; readonly basis: Basis | null }
  /** No touch is known. */
  | { readonly kind: "known" };

/** The arrival that previews use: a person who just submitted the form. */
export const ASKS_NOW: Arrival = { kind: "asked", title: null, place: null };

/** Whether they asked for something themselves, so that an email may say so. */
export const isAsked = ({ kind }: Arrival): boolean => kind !== "list" && kind !== "typed";

/** The sentence at the end of an email that says why the person gets it. */
export function arrivalReason(arrival: Arrival, business: string): string {
  switch (arrival.kind) {
    case "asked": {
      const what = arrival.title ? `“${arrival.title}”` : "it";
      return `You’re getting this because you asked ${business} for ${what}${arrival.place ? ` on ${arrival.place}` : ""}.`;
    }
    case "list":
      return arrival.list
        ? `You’re getting this because you’re on a list from ${business}: ${withoutFinalDot(arrival.list)}.`
        : `You’re getting this because you agreed to email from ${business}.`;
    case "given":
      return `You’re getting this because you agreed to email from ${business}: ${withoutFinalDot(arrival.source)}.`;
    case "typed":
      return `You’re getting this because ${typedReason(arrival, business)}.`;
    case "known":
      return `You’re getting this because you’ve been in touch with ${business}.`;
  }
}

/** The opening of a first email to a person who did not ask for it; null if they did. */
export function arrivalIntro(arrival: Arrival): string | null {
  if (arrival.kind === "asked" || arrival.kind === "given") return null;
  const from =
    arrival.kind === "list" && arrival.list ? `You’re on our list: ${withoutFinalDot(arrival.list)}. ` : "";
  return `${from}I thought this might help.`;
}

function typedReason({ way, basis }: Extract<Arrival, { kind: "typed" }>, business: string): string {
  if (basis === "client") return `you’re a client of ${business}`;
  switch (way) {
    case "called":
      return `you called ${business}`;
    case "met":
      return `you talked with ${business} at a job`;
    case "referral":
      return `you were referred to ${business}`;
    case "walked-in":
      return `you stopped by ${business}`;
    case "other":
      return `you’ve been in touch with ${business}`;
  }
}

const withoutFinalDot = (text: string) => text.replace(/[\s.]+$/, "");
