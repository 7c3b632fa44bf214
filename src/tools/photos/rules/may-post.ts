import { type Consent, mayUse } from "../consent/rules.ts";

/**
 * Whether a photo may be shown in posts: one client who doesn't agree is enough for a no.
 * @param consents what clients said of it, on any of its jobs
 */
export function mayPost(consents: readonly Consent[]): "yes" | "ask" | "no" {
  const said = consents.filter(({ is }) => is !== "asked");
  if (said.some((consent) => !mayUse(consent, "posts"))) return "no";
  return said.length > 0 ? "yes" : "ask";
}

/** What the owner is told before photos without a yes are posted. */
export const ASK_FIRST =
  "Your client hasn’t said yes to posts of this photo. It may be their home, and people may recognize it.";

/** Why a picture to post isn't made. */
export const CLIENT_REFUSED = "Your client doesn’t want this photo in posts.";
