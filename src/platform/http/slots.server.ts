/** What pages leave open for the server: the year and the public address. */
export interface Slots {
  readonly year: string;
  readonly publicUrl: string;
}

/** Who looks at a page: picks the navigation. Says nothing about permission. */
export type Viewer = "guest" | "member";

/** The non-secret cookie that picks the navigation variant. */
export const HINT_COOKIE = "signed-in";

const OTHERS = {
  guest: /<viewer-member>.*?<\/viewer-member>/gs,
  member: /<viewer-guest>.*?<\/viewer-guest>/gs,
};

/** Fills the slots of a page and leaves only what is meant for this viewer. */
export function fillSlots(html: string, slots: Slots, viewer: Viewer): string {
  return html.replace(OTHERS[viewer], "").replaceAll("__YEAR__", slots.year).replaceAll("__PUBLIC_URL__", slots.publicUrl);
}

/** Which navigation a request's cookies ask for. */
export function viewerOf(cookies: string | undefined | null): Viewer {
  return cookies && new RegExp(`(?:^|;\\s*)${HINT_COOKIE}=1(?:;|$)`).test(cookies) ? "member" : "guest";
}
