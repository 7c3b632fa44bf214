/**
 * Whether the client has agreed that a photo is shown in public. Nothing records that yet, so the owner has
 * to ask first.
 */
export const mayPost = (_photo: { readonly sha256: string }): "yes" | "ask" => "ask";

/** What the owner is told before photos without that consent are posted. */
export const ASK_FIRST =
  "Make sure your client has said yes to showing this in public. It may be their home, and people may recognize it.";
