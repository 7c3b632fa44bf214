import { z } from "zod";

const LONGEST = 500;
const WRONG = "Please give a whole https link, such as https://g.page/r/your-business/review.";

/** An https address of somewhere else, as people paste it; empty takes it away. */
export const reviewLinkField = z
  .string()
  .transform((text) => {
    const typed = text.trim();
    // Copied from the bar of a browser that leaves the beginning out.
    return typed === "" || /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`;
  })
  .pipe(z.string().max(LONGEST, `Please keep the link under ${LONGEST} characters.`).refine(isUsable, WRONG));

/** The form that asks for nothing else. */
export const reviewLinkSchema = z.object({
  reviewLink: z
    .string({ error: WRONG })
    .pipe(reviewLinkField)
    .refine((link) => link !== "", WRONG),
});

function isUsable(text: string): boolean {
  if (text === "") return true;
  // White space would end the link in the middle of a mail.
  if (/[\s<>"]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === "https:" && /^[^.]+(?:\.[^.]+)+$/.test(hostname) && !username && !password;
}
