import { z } from "zod";

const MAX_LENGTH = 500;
const INVALID_LINK = "Enter a full https link, such as https://g.page/r/your-business/review.";

/** An external https link, as people paste it; empty removes it. */
export const reviewLinkField = z
  .string()
  .transform((text) => {
    const typed = text.trim();
    // Some browsers copy the address without its scheme.
    return typed === "" || /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`;
  })
  .pipe(
    z
      .string()
      .max(MAX_LENGTH, `Keep the link under ${MAX_LENGTH} characters.`)
      .refine(isUsable, INVALID_LINK),
  );

/** A form with only this field. */
export const reviewLinkSchema = z.object({
  reviewLink: z
    .string({ error: INVALID_LINK })
    .pipe(reviewLinkField)
    .refine((link) => link !== "", INVALID_LINK),
});

function isUsable(text: string): boolean {
  if (text === "") return true;
  // White space would break the link in an email.
  if (/[\s<>"]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === "https:" && /^[^.]+(?:\.[^.]+)+$/.test(hostname) && !username && !password;
}
