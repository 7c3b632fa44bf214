import { readFile } from "node:fs/promises";
import { z } from "zod";
import { SettingsError } from "./settings.server.ts";

// One line of visible text: no control characters, not only spaces.
const line = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);
const quote = z.strictObject({ quote: line(500), name: line(80), role: line(120) });

/** Per field: its schema, and the error text for a refused value. */
const FIELDS = {
  // Used in titles, structured data, the manifest and mail headers, each with its own escaping: so only
  // characters that need none anywhere.
  brand: {
    schema: line(40)
      .transform((text) => text.replaceAll("'", "’"))
      .refine((text) => /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N} ’.,+!-]*[\p{L}\p{M}\p{N}.+!])?$/u.test(text)),
    accepts: "the name of this place, up to 40 letters, digits, spaces and ' . , + ! -",
  },
  legalName: {
    schema: line(200),
    accepts: "the name of the person or company that runs this site, up to 200 characters in one line",
  },
  address: {
    schema: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .regex(/^(?:[^\p{Cc}\p{Zl}\p{Zp}]|\n)*$/u),
    accepts: "a mailing address of up to 500 characters, its lines separated by \\n",
  },
  email: {
    schema: z.email().max(254),
    accepts: "one email address, such as office@example.com",
  },
  profileUrl: {
    schema: z
      .url({ protocol: /^https$/ })
      .max(500)
      .refine((text) => !new URL(text).username && !new URL(text).password),
    accepts: "an address that begins with https://",
  },
  profileName: { schema: line(80), accepts: "what the profile link says, up to 80 characters in one line" },
  testimonials: {
    schema: z.tuple([quote, quote, quote]),
    accepts:
      "exactly three quotes, each with quote (up to 500 characters), name (80) and role (120), all in one line",
  },
  founderStory: {
    schema: z.array(line(2000)).min(1).max(12),
    accepts: "a list of 1 to 12 paragraphs, each of up to 2000 characters in one line",
  },
} as const;

type Fields = { readonly [K in keyof typeof FIELDS]?: z.output<(typeof FIELDS)[K]["schema"]> | undefined };

/** The operator's details. Pages omit missing ones or use general wording. */
export type SiteDetails = Fields;

const known = (key: string): key is keyof typeof FIELDS => Object.hasOwn(FIELDS, key);

/**
 * Reads SITE_FILE. A missing file is empty.
 * @param operatorEmails the first is the default address
 * @throws SettingsError with one sentence that names the field and what it accepts
 */
export async function readSiteFile(file: string, operatorEmails: readonly string[]): Promise<SiteDetails> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new SettingsError(
      "The setting SITE_FILE is not valid: it accepts a JSON file, and this one can't be read.",
      { cause: error },
    );
  }
  const site = parseSite(text);
  return { ...site, email: site.email ?? operatorEmails[0] };
}

function parseSite(text: string): SiteDetails {
  let content: unknown;
  try {
    // Some editors write a byte order mark first.
    content = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new SettingsError(
      "The setting SITE_FILE is not valid: it accepts a JSON file, and this one does not parse.",
      { cause },
    );
  }
  if (typeof content !== "object" || content === null || Array.isArray(content))
    throw new SettingsError(
      'The setting SITE_FILE is not valid: it accepts one JSON object, such as { "legalName": "Example LLC" }.',
    );
  const site: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(content)) {
    if (!known(key))
      // Only print an unknown key if it looks like one: the file may contain anything.
      throw new SettingsError(
        `SITE_FILE has a field ${/^\w{1,40}$/.test(key) ? `${key} ` : ""}that is not known: it accepts ${Object.keys(FIELDS).join(", ")}.`,
      );
    const { schema, accepts } = FIELDS[key];
    const result = schema.safeParse(value);
    if (!result.success)
      throw new SettingsError(`The field ${key} of SITE_FILE is not valid: it accepts ${accepts}.`);
    site[key] = result.data;
  }
  if (site["profileUrl"] === undefined && site["profileName"] !== undefined)
    throw new SettingsError(
      "The field profileUrl of SITE_FILE is missing: profileName accepts a name only together with its address.",
    );
  if (site["profileUrl"] !== undefined && site["profileName"] === undefined)
    throw new SettingsError(
      "The field profileName of SITE_FILE is missing: profileUrl accepts an address only together with what the link says.",
    );
  return site;
}
