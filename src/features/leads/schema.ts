import { z } from "zod";

// Control and line separators are taken out: they must not reach a mail header.
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim();

/** What a client leaves on a personal page. `submission` is made with the form, so that a double submit is recognised. */
export const captureSchema = z.object({
  name: z
    .string({ error: "Please tell us your name." })
    .transform(oneLine)
    .pipe(z.string().min(1, "Please tell us your name.").max(120, "Please keep your name under 120 characters.")),
  email: z
    .string({ error: "Please give your email address." })
    .trim()
    .min(1, "Please give your email address.")
    .max(254, "That address is too long to be one.")
    .pipe(z.email("Please give an address like you@example.com."))
    .transform((text) => text.toLowerCase()),
  consent: z.literal("yes", { error: "Please tick the box so that we may write to you." }),
  submission: z.uuid().optional().catch(undefined),
});

/** A checked capture. */
export type Capture = z.output<typeof captureSchema>;

/** The version of the consent wording; a changed wording gets a new one. */
export const CONSENT_VERSION = "2026-11";

/** What the box says, and what is recorded when it is ticked. */
export function consentWording(offer: { title: string }, business: string): string {
  return `Email me "${offer.title}" and a few follow-up notes from ${business}. I can unsubscribe at any time.`;
}

/** Which parts of the address of a visit are kept with a touch. Everything else in it may be personal. */
export function sourceOf(url: URL, referrer: string | null): Record<string, string> {
  const source: Record<string, string> = {};
  for (const name of ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"]) {
    const value = url.searchParams.get(name);
    if (value) source[name] = oneLine(value).slice(0, 120);
  }
  if (referrer && URL.canParse(referrer)) source["referrer"] = new URL(referrer).hostname.slice(0, 120);
  return source;
}

/** Where the visit came from, as the form carried it. It is only ever shown to the owner, and only these few short words are taken. */
export function sourceFrom(text: string | undefined): Record<string, string> {
  try {
    const given: unknown = JSON.parse(text ?? "{}");
    if (typeof given !== "object" || given === null) return {};
    return Object.fromEntries(
      Object.entries(given)
        .filter(
          (entry): entry is [string, string] =>
            /^(utm_(source|medium|campaign|term|content)|referrer)$/.test(entry[0]) && typeof entry[1] === "string",
        )
        // Cut between the halves of a sign, or with a NUL in it, the database would refuse it, and the capture with it.
        .map(([name, value]) => [name, oneLine(value).slice(0, 120).toWellFormed()]),
    );
  } catch {
    return {};
  }
}
