/** How a person came to a business, as far as what is sent to them depends on it. */
export type Arrival =
  /**
   * They asked on a page or a form. `title` is what they asked for, `place` the page of another site where
   * the form stood.
   */
  | { readonly kind: "asked"; readonly title: string | null; readonly place: string | null }
  /** The business brought them with a list; `list` is where they come from, in its words. */
  | { readonly kind: "list"; readonly list: string | null }
  /** Another program handed them over; `source` is where they agreed, in its words. */
  | { readonly kind: "given"; readonly source: string }
  /** Nothing is known but that they are here. */
  | { readonly kind: "known" };

/** Somebody who asks on the page right now: whom previews are for. */
export const ASKS_NOW: Arrival = { kind: "asked", title: null, place: null };

/** Why somebody gets a mail, as it says so at its end. */
export function arrivalReason(arrival: Arrival, business: string): string {
  switch (arrival.kind) {
    case "asked": {
      const what = arrival.title ? `“${arrival.title}”` : "it";
      return `You get this because you asked ${business} for ${what}${arrival.place ? ` on ${arrival.place}` : ""}.`;
    }
    case "list":
      return arrival.list
        ? `You get this because you are on a list of ${business}: ${withoutEnd(arrival.list)}.`
        : `You get this because you are on a list of people who agreed to email from ${business}.`;
    case "given":
      return `You get this because you agreed to email from ${business}: ${withoutEnd(arrival.source)}.`;
    case "known":
      return `You get this because you are in touch with ${business}.`;
  }
}

/** What a first mail says instead of that it was asked for; null where they did ask. */
export function arrivalIntro(arrival: Arrival): string | null {
  if (arrival.kind === "asked" || arrival.kind === "given") return null;
  const from =
    arrival.kind === "list" && arrival.list
      ? `I have your address from our list: ${withoutEnd(arrival.list)}. `
      : "";
  return `${from}I thought this might help you.`;
}

const withoutEnd = (text: string) => text.replace(/[\s.]+$/, "");
