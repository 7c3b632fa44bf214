import { type Consent, mayUse } from "../consent/rules.ts";

/** Whether a photo may be shown in posts: nobody asked its client yet, or they didn't agree. */
export const mayPost = (consent: Consent | undefined): "yes" | "ask" | "no" =>
  consent === undefined || consent.is === "asked" ? "ask" : mayUse(consent, "posts") ? "yes" : "no";

/** What the owner is told before photos without a yes are posted. */
export const ASK_FIRST =
  "Your client hasn’t said yes to posts of this photo. It may be their home, and people may recognize it.";

/** Why a picture to post isn't made. */
export const CLIENT_REFUSED = "Your client doesn’t want this photo in posts.";
