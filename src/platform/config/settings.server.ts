import path from "node:path";
import { z } from "zod";
import { areResolvers } from "../outside/outside.server.ts";
import { parseS3Address } from "../files/s3-address.ts";
import { type MailProvider, readMailProviders } from "./mail-providers.ts";
import { type OpenIdProvider, readOpenIdProviders, usedOpenIdSettings } from "./openid-settings.ts";

const port = z.coerce.number().int().min(0).max(65535);
const url = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol));

/** One sentence per setting: what it accepts. Shown when a value is refused. */
const SETTINGS = {
  PORT: { schema: port.default(3000), accepts: "a port number from 0 to 65535" },
  HOST: {
    schema: z.string().min(1).default("127.0.0.1"),
    accepts: "an address to listen on, such as 127.0.0.1 or 0.0.0.0",
  },
  PUBLIC_URL: {
    schema: url(["http:", "https:"]).optional(),
    accepts: "the address people use, such as https://example.com",
  },
  DATA_DIR: { schema: z.string().min(1).default("./data"), accepts: "a folder" },
  DATABASE_URL: {
    schema: url(["postgres:", "postgresql:"]).optional(),
    accepts: "a PostgreSQL address, such as postgres://user:password@host:5432/name",
  },
  DATABASE_APP_URL: {
    schema: url(["postgres:", "postgresql:"]).optional(),
    accepts: "a PostgreSQL address for a role that owns no tables",
  },
  DATABASE_POOL_URL: {
    schema: url(["postgres:", "postgresql:"]).optional(),
    accepts: "the address of PgBouncer, such as postgres://host:6432/name",
  },
  ROLE: { schema: z.enum(["all", "web", "worker"]).default("all"), accepts: "all, web or worker" },
  FILES_URL: {
    schema: z
      .string()
      .refine((text) => parseS3Address(text) !== undefined)
      .optional(),
    accepts:
      "a bucket of an S3-compatible service, such as s3://bucket?endpoint=https://s3.example.com&region=us-east-1&prefix=plumbline",
  },
  S3_ACCESS_KEY_ID: {
    schema: z.string().min(1).optional(),
    accepts: "the id of an access key of the service that FILES_URL names",
  },
  S3_SECRET_ACCESS_KEY: { schema: z.string().min(1).optional(), accepts: "the secret of that access key" },
  MEDIA_GB: {
    schema: z.coerce.number().positive().max(1_000_000).default(50),
    accepts: "how many GB of photos and videos an account may store, such as 50",
  },
  MEDIA_UNVERIFIED_MB: {
    schema: z.coerce.number().min(0).max(1_000_000_000).default(200),
    accepts:
      "how many MB of photos and videos an account may store before its owner's email address is verified, such as 200",
  },
  SMTP_URL: {
    schema: url(["smtp:", "smtps:"]).optional(),
    accepts: "a mail server, such as smtp://user:password@host:587",
  },
  IMAP_URL: {
    schema: url(["imap:", "imaps:"]).optional(),
    accepts: "a mailbox, such as imaps://user:password@host:993/INBOX",
  },
  INBOUND_DOMAIN: {
    schema: z
      .string()
      .toLowerCase()
      .regex(/^(?=.{4,180}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/)
      .optional(),
    accepts: "a domain whose email reaches this installation, such as replies.example.com",
  },
  MAIL_FROM: {
    schema: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/)
      .optional(),
    accepts: 'a sender, such as "Plumbline <mail@example.com>"',
  },
  DKIM_KEY: {
    schema: z.string().min(1).optional(),
    accepts: "an RSA private key in PEM, or the path of a file that holds one",
  },
  DKIM_SELECTOR: {
    schema: z
      .string()
      .regex(/^[a-z0-9.-]+$/i)
      .optional(),
    accepts: "a DKIM selector, such as mail2026",
  },
  DNS_SERVERS: {
    schema: z
      .string()
      .default("")
      .refine((text) => !text || areResolvers(list(text))),
    accepts: "addresses of DNS servers separated by commas, such as 9.9.9.9 or 127.0.0.1:5353",
  },
  TWILIO_BASE_URL: {
    schema: url(["http:", "https:"]).default("https://api.twilio.com"),
    accepts: "the address of Twilio's interface, such as https://api.twilio.com",
  },
  OPEN_METEO_URL: {
    schema: url(["http:", "https:"]).optional(),
    accepts: "the address of an Open-Meteo server, such as https://api.open-meteo.com",
  },
  OPEN_METEO_API_KEY: {
    schema: z
      .string()
      .regex(/^[\w-]{8,200}$/)
      .optional(),
    accepts: "the key of an Open-Meteo plan",
  },
  NWS_URL: {
    schema: url(["http:", "https:"]).default("https://api.weather.gov"),
    accepts: "the address of the National Weather Service's interface, such as https://api.weather.gov",
  },
  TWILIO_ACCOUNT_SID: {
    schema: z
      .string()
      .regex(/^AC[0-9a-f]{32}$/i)
      .optional(),
    accepts: "a Twilio account SID: AC and 32 letters and digits",
  },
  TWILIO_AUTH_TOKEN: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{1,200}$/)
      .optional(),
    accepts: "the auth token of that account",
  },
  TWILIO_FROM: {
    schema: z
      .string()
      .transform((text) => text.replaceAll(/[\s().-]/g, ""))
      .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/))
      .optional(),
    accepts: "a number of that account with its country code, such as +13035550142",
  },
  OPERATOR_EMAILS: {
    schema: z
      .string()
      .regex(/^(?:[^\s@,]+@[^\s@,]+[\s,]*)*$/)
      .default(""),
    accepts: "email addresses separated by commas",
  },
  SITE_FILE: { schema: z.string().optional(), accepts: "a JSON file" },
  ANALYTICS_PLAUSIBLE_URL: {
    schema: url(["http:", "https:"]).optional(),
    accepts: "the address of a Plausible server, such as https://plausible.io",
  },
  ANALYTICS_PLAUSIBLE_DOMAIN: {
    schema: z
      .string()
      .regex(/^[\w.:/-]{1,253}$/)
      .optional(),
    accepts: "the domain this site has in Plausible, such as example.com",
  },
  ANALYTICS_UMAMI_URL: {
    schema: url(["http:", "https:"]).optional(),
    accepts: "the address of an Umami server, such as https://cloud.umami.is",
  },
  ANALYTICS_UMAMI_WEBSITE: {
    schema: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional(),
    accepts: "the id this site has in Umami",
  },
  ANALYTICS_GA4_ID: {
    schema: z
      .string()
      .regex(/^[\w-]{2,40}$/)
      .optional(),
    accepts: "a GA4 measurement id, such as G-ABC1234567",
  },
  ANALYTICS_GA4_SECRET: {
    schema: z.string().min(1).max(200).optional(),
    accepts: "an API secret of the Measurement Protocol",
  },
  ANALYTICS_GA4_URL: {
    schema: url(["http:", "https:"]).default("https://www.google-analytics.com"),
    accepts: "the address that takes GA4's Measurement Protocol, such as https://www.google-analytics.com",
  },
  OPENAI_BASE_URL: {
    schema: url(["http:", "https:"]).optional(),
    accepts:
      "the address of a server that speaks OpenAI's chat completions, such as https://api.openai.com/v1",
  },
  OPENAI_API_KEY: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{1,500}$/)
      .optional(),
    accepts: "the key of that server, up to 500 characters without spaces (any word where it asks for none)",
  },
  OPENAI_MODEL: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{1,200}$/)
      .optional(),
    accepts: "the name of a model that this server has",
  },
  METRICS_TOKEN: { schema: z.string().min(16).optional(), accepts: "at least 16 characters" },
  SECRET: {
    schema: z.string().min(32).optional(),
    accepts: "at least 32 characters; it is required when DATABASE_URL is set",
  },
  TRUST_PROXY: {
    schema: z.string().optional(),
    accepts: "proxy addresses or ranges separated by commas, such as 127.0.0.1 or 10.0.0.0/8",
  },
  LOG_LEVEL: {
    schema: z.enum(["debug", "info", "warn", "error"]).default("info"),
    accepts: "debug, info, warn or error",
  },
} as const;

type Values = { [K in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[K]["schema"]> };

/** All settings, checked. Paths are absolute; the secret is filled in by `withSecret` at start. */
export interface Settings extends Omit<
  Values,
  "PUBLIC_URL" | "DATA_DIR" | "SITE_FILE" | "OPERATOR_EMAILS" | "DNS_SERVERS" | "TRUST_PROXY"
> {
  readonly PUBLIC_URL: string | undefined;
  readonly DATA_DIR: string;
  readonly SITE_FILE: string;
  readonly OPERATOR_EMAILS: readonly string[];
  readonly DNS_SERVERS: readonly string[];
  readonly TRUST_PROXY: readonly string[];
  /** Sign-in providers, from OIDC_PROVIDERS and the settings of each. */
  readonly OIDC_PROVIDERS: readonly OpenIdProvider[];
  /** Providers whose mailboxes businesses can connect, from GOOGLE_… and MICROSOFT_…. */
  readonly MAIL_PROVIDERS: readonly MailProvider[];
}

/** Settings that are only valid together. */
const PAIRS = [
  ["ANALYTICS_PLAUSIBLE_URL", "ANALYTICS_PLAUSIBLE_DOMAIN"],
  ["ANALYTICS_UMAMI_URL", "ANALYTICS_UMAMI_WEBSITE"],
  ["ANALYTICS_GA4_ID", "ANALYTICS_GA4_SECRET"],
] as const;

/** The model and the texting account need all three each. */
const TRIPLES = [
  ["OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL"],
  ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
] as const;

/** One sentence that names the setting and what it accepts. Never contains the value: it may be a secret. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

const list = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * Reads the settings from the environment. An empty value counts as not set.
 * @throws SettingsError for the first setting that is refused
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>, root: string): Settings {
  const values = {} as Record<string, unknown>;
  for (const [name, { schema, accepts }] of Object.entries(SETTINGS)) {
    const raw = env[name]?.trim();
    const result = schema.safeParse(raw === "" ? undefined : raw);
    if (!result.success) throw new SettingsError(`The setting ${name} is not valid: it accepts ${accepts}.`);
    values[name] = result.data;
  }
  const checked = values as Values;
  const dataDir = path.resolve(root, checked.DATA_DIR);
  if (checked.DATABASE_URL && !checked.SECRET)
    throw new SettingsError(
      "The setting SECRET is missing: it is required when DATABASE_URL is set and accepts at least 32 characters.",
    );
  if (checked.DATABASE_APP_URL && !checked.DATABASE_URL)
    throw new SettingsError(
      "The setting DATABASE_APP_URL can't be used alone: it accepts a second address alongside DATABASE_URL.",
    );
  if (checked.DATABASE_POOL_URL && !checked.DATABASE_URL)
    throw new SettingsError(
      "The setting DATABASE_POOL_URL can't be used alone: it accepts the address of a pooler alongside DATABASE_URL.",
    );
  const refuse = (sentence: string): never => {
    throw new SettingsError(sentence);
  };
  const keysInAddress =
    checked.FILES_URL !== undefined && parseS3Address(checked.FILES_URL)?.keys !== undefined;
  for (const name of ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const) {
    if (checked.FILES_URL && !keysInAddress && !checked[name])
      throw new SettingsError(
        `The setting ${name} is missing: with FILES_URL it is required, and it accepts ${SETTINGS[name].accepts}.`,
      );
    if (checked[name] && (!checked.FILES_URL || keysInAddress))
      throw new SettingsError(
        `The setting ${name} can't be used ${keysInAddress ? "with a FILES_URL that has its own keys" : "without FILES_URL"}: leave it out.`,
      );
  }
  if (checked.DKIM_KEY && !checked.DKIM_SELECTOR)
    throw new SettingsError(
      "The setting DKIM_SELECTOR is missing: DKIM_KEY accepts a key only together with its selector.",
    );
  for (const [one, other] of [...PAIRS, ...PAIRS.map(([a, b]) => [b, a] as const)])
    if (checked[one] && !checked[other])
      throw new SettingsError(
        `The setting ${other} is missing: with ${one} it is required, and it accepts ${SETTINGS[other].accepts}.`,
      );
  for (const together of TRIPLES) {
    const present = together.find((name) => checked[name]);
    for (const name of together)
      if (present && !checked[name])
        throw new SettingsError(
          `The setting ${name} is missing: with ${present} it is required, and it accepts ${SETTINGS[name].accepts}.`,
        );
  }
  return {
    ...checked,
    DATA_DIR: dataDir,
    SITE_FILE: path.resolve(root, checked.SITE_FILE ?? path.join(dataDir, "site.json")),
    OPERATOR_EMAILS: list(checked.OPERATOR_EMAILS).map((email) => email.toLowerCase()),
    DNS_SERVERS: list(checked.DNS_SERVERS),
    TWILIO_BASE_URL: checked.TWILIO_BASE_URL.replace(/\/+$/, ""),
    TRUST_PROXY: list(checked.TRUST_PROXY ?? ""),
    OIDC_PROVIDERS: readOpenIdProviders(env, refuse),
    MAIL_PROVIDERS: readMailProviders(env, refuse),
    OPENAI_BASE_URL: checked.OPENAI_BASE_URL?.replace(/\/+$/, ""),
    PUBLIC_URL: checked.PUBLIC_URL?.replace(/\/+$/, ""),
  };
}

/** Settings of the contract that this version ignores. */
const NOT_YET = /^OIDC_\w+$/;

/** Names of settings that have no effect yet, to warn about. */
export function unusedSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  const used = usedOpenIdSettings(env);
  return Object.keys(env).filter((name) => NOT_YET.test(name) && !used.has(name) && env[name]?.trim());
}

/** The environment of this process. Nothing else reads process.env. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
