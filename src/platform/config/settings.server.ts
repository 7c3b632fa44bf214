import path from "node:path";
import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65535);
const url = (protocols: string[]) => z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol));

/** One sentence per setting: what it accepts. Shown when a value is refused. */
const SETTINGS = {
  PORT: { schema: port.default(3000), accepts: "a port number from 0 to 65535" },
  HOST: { schema: z.string().min(1).default("127.0.0.1"), accepts: "an address to listen on, such as 127.0.0.1 or 0.0.0.0" },
  PUBLIC_URL: { schema: url(["http:", "https:"]).optional(), accepts: "the address people use, such as https://example.com" },
  DATA_DIR: { schema: z.string().min(1).default("./data"), accepts: "a folder" },
  DATABASE_URL: {
    schema: url(["postgres:", "postgresql:"]).optional(),
    accepts: "a PostgreSQL address, such as postgres://user:password@host:5432/name",
  },
  DATABASE_APP_URL: { schema: url(["postgres:", "postgresql:"]).optional(), accepts: "a PostgreSQL address of a role that owns no tables" },
  ROLE: { schema: z.enum(["all", "web", "worker"]).default("all"), accepts: "all, web or worker" },
  SMTP_URL: { schema: url(["smtp:", "smtps:"]).optional(), accepts: "a mail server, such as smtp://user:password@host:587" },
  MAIL_FROM: {
    schema: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/)
      .optional(),
    accepts: 'a sender, such as "Plumbline <mail@example.com>"',
  },
  DKIM_KEY: { schema: z.string().min(1).optional(), accepts: "an RSA private key in PEM, or the path of a file that holds one" },
  DKIM_SELECTOR: {
    schema: z
      .string()
      .regex(/^[a-z0-9.-]+$/i)
      .optional(),
    accepts: "a DKIM selector, such as mail2026",
  },
  OPERATOR_EMAILS: {
    schema: z
      .string()
      .regex(/^(?:[^\s@,]+@[^\s@,]+[\s,]*)*$/)
      .default(""),
    accepts: "mail addresses separated by commas",
  },
  SITE_FILE: { schema: z.string().optional(), accepts: "a JSON file" },
  METRICS_TOKEN: { schema: z.string().min(16).optional(), accepts: "at least 16 characters" },
  SECRET: { schema: z.string().min(32).optional(), accepts: "at least 32 characters; it is required when DATABASE_URL is set" },
  TRUST_PROXY: { schema: z.string().optional(), accepts: "proxy addresses or ranges separated by commas, such as 127.0.0.1 or 10.0.0.0/8" },
  LOG_LEVEL: { schema: z.enum(["debug", "info", "warn", "error"]).default("info"), accepts: "debug, info, warn or error" },
} as const;

type Values = { [K in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[K]["schema"]> };

/** Every setting, checked. Paths are absolute; the secret is filled in by `withSecret` in the start. */
export interface Settings extends Omit<Values, "PUBLIC_URL" | "DATA_DIR" | "SITE_FILE" | "OPERATOR_EMAILS" | "TRUST_PROXY"> {
  readonly PUBLIC_URL: string | undefined;
  readonly DATA_DIR: string;
  readonly SITE_FILE: string;
  readonly OPERATOR_EMAILS: readonly string[];
  readonly TRUST_PROXY: readonly string[];
}

/** Thrown with one sentence that names the setting and what it accepts. Never repeats the value: it may be a secret. */
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
    if (!result.success) throw new SettingsError(`The setting ${name} is not usable: it accepts ${accepts}.`);
    values[name] = result.data;
  }
  const checked = values as Values;
  const dataDir = path.resolve(root, checked.DATA_DIR);
  if (checked.DATABASE_URL && !checked.SECRET)
    throw new SettingsError("The setting SECRET is missing: it is required when DATABASE_URL is set and accepts at least 32 characters.");
  if (checked.DATABASE_APP_URL && !checked.DATABASE_URL)
    throw new SettingsError("The setting DATABASE_APP_URL is not usable alone: it accepts a second address beside DATABASE_URL.");
  if (checked.DKIM_KEY && !checked.DKIM_SELECTOR)
    throw new SettingsError("The setting DKIM_SELECTOR is missing: DKIM_KEY accepts a key only together with its selector.");
  return {
    ...checked,
    DATA_DIR: dataDir,
    SITE_FILE: path.resolve(root, checked.SITE_FILE ?? path.join(dataDir, "site.json")),
    OPERATOR_EMAILS: list(checked.OPERATOR_EMAILS).map((email) => email.toLowerCase()),
    TRUST_PROXY: list(checked.TRUST_PROXY ?? ""),
    PUBLIC_URL: checked.PUBLIC_URL?.replace(/\/+$/, ""),
  };
}

/** The environment of this process: the only place that looks at it. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
