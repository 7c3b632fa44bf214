import { z } from "zod";

/** Opening and closing time of a day, `HH:MM` in the business's zone. */
export interface DayHours {
  readonly from: string;
  readonly to: string;
}

/** Monday to Sunday; null for a closed day. */
export type OpeningHours = readonly (DayHours | null)[];

export interface TaxRate {
  readonly name: string;
  /** Thousandths of a percent: 8.875 % is 8875. */
  readonly milliPercent: number;
}

const ZONES = new Set(Intl.supportedValuesOf("timeZone"));

/** Whether the text names a time zone that `Intl` can compute with. */
export function isZone(text: string): boolean {
  if (ZONES.has(text)) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return /^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)*$/.test(text);
  } catch {
    return false;
  }
}

/**
 * Replaces control characters, except line feeds, with spaces. They could end up in an email header or a
 * document.
 */
// oxlint-disable-next-line no-control-regex -- the very characters that are taken out
export const clean = (text: string) => text.replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, " ").trim();

/** Business details. The postal address may be empty, but email to clients waits for one. */
export const businessDetailsSchema = z.object({
  businessName: z
    .string()
    .transform((text) => clean(text).replaceAll("\n", " "))
    .pipe(
      z
        .string()
        .min(1, "Enter the name your clients know you by.")
        .max(120, "Keep the name under 120 characters."),
    ),
  postalAddress: z
    .string()
    .transform((text) => clean(text.replaceAll("\r\n", "\n")))
    .pipe(z.string().max(300, "Keep the address under 300 characters."))
    .default(""),
  zone: z.string({ error: "Choose a time zone." }).refine(isZone, "Choose a time zone from the list."),
  replyAddress: z
    .union([z.literal(""), z.email("Enter an email address like you@example.com.").max(254)])
    .optional(),
});

export type BusinessDetails = z.output<typeof businessDetailsSchema>;

/** Listed first, because most users of the first release work in the US. */
const COMMON_ZONES = [
  ["America/New_York", "Eastern"],
  ["America/Chicago", "Central"],
  ["America/Denver", "Mountain"],
  ["America/Phoenix", "Arizona, no daylight saving"],
  ["America/Los_Angeles", "Pacific"],
  ["America/Anchorage", "Alaska"],
  ["Pacific/Honolulu", "Hawaii"],
] as const;

interface ZoneChoice {
  readonly value: string;
  readonly label: string;
}

/** The usual zones only. A page with every zone takes much longer to render. */
export const USUAL_ZONE_CHOICES: readonly ZoneChoice[] = COMMON_ZONES.map(([value, label]) => ({
  value,
  label: `${label} (${value})`,
}));

/** Every zone, the usual ones first. */
export const ZONE_CHOICES: readonly ZoneChoice[] = [
  ...USUAL_ZONE_CHOICES,
  ...["UTC", ...ZONES]
    .filter((zone, at, all) => all.indexOf(zone) === at && !COMMON_ZONES.some(([common]) => common === zone))
    .map((value) => ({ value, label: value })),
];
