export interface OpenIdProvider {
  /** Its name in OIDC_PROVIDERS and in URLs: lower case. */
  readonly id: string;
  readonly name: string;
  /** Without a trailing slash unless the provider has one. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const ID = /^[a-z][a-z0-9-]{0,29}$/;
const MAX_PROVIDERS = 8;
const PARTS = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "NAME"] as const;

const idsOf = (env: Environment) =>
  (env["OIDC_PROVIDERS"] ?? "")
    .split(",")
    .map((id) => id.trim())
    .filter(Boolean);
const settingOf = (id: string, part: (typeof PARTS)[number]) =>
  `OIDC_${id.toUpperCase().replaceAll("-", "_")}_${part}`;

/** Hosts that no one else can listen in on. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether an issuer's URL is allowed: HTTPS, or plain HTTP on this machine. */
export function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.search || url.hash) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname));
}

/**
 * The sign-in providers of OIDC_PROVIDERS, in its order.
 * @param refuse gets one sentence about the first missing or wrong setting; never its value
 */
export function readOpenIdProviders(env: Environment, refuse: (sentence: string) => never): OpenIdProvider[] {
  const ids = idsOf(env);
  if (ids.length > MAX_PROVIDERS || new Set(ids).size < ids.length || !ids.every((id) => ID.test(id)))
    refuse(
      `The setting OIDC_PROVIDERS is not valid: it accepts up to ${MAX_PROVIDERS} different words in lower case, such as google,acme.`,
    );
  return ids.map((id) => {
    const value = (part: (typeof PARTS)[number], accepts: string, fits: (text: string) => boolean) => {
      const name = settingOf(id, part);
      const text = env[name]?.trim();
      if (!text)
        return refuse(
          `The setting ${name} is missing: OIDC_PROVIDERS names ${id}, and it accepts ${accepts}.`,
        );
      return fits(text) ? text : refuse(`The setting ${name} is not valid: it accepts ${accepts}.`);
    };
    const name = env[settingOf(id, "NAME")]?.trim();
    return {
      id,
      issuer: value(
        "ISSUER",
        "the issuer's https address (http on this machine only), such as https://accounts.google.com",
        isIssuer,
      ),
      clientId: value(
        "CLIENT_ID",
        "the client id that the provider gave this site",
        (text) => text.length <= 500,
      ),
      clientSecret: value(
        "CLIENT_SECRET",
        "the client secret that the provider gave this site",
        (text) => text.length <= 2000,
      ),
      name: name
        ? value("NAME", "the provider's name on the button, up to 40 characters", isName)
        : nameOf(id),
    };
  });
}

// oxlint-disable-next-line no-control-regex -- the very characters that are refused
const isName = (text: string) => text.length <= 40 && !/[\u0000-\u001f\u007f]/.test(text);

/** `google` as a name: `Google`. */
const nameOf = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);

/** The OIDC settings that have an effect, given OIDC_PROVIDERS. */
export function usedOpenIdSettings(env: Environment): ReadonlySet<string> {
  return new Set(["OIDC_PROVIDERS", ...idsOf(env).flatMap((id) => PARTS.map((part) => settingOf(id, part)))]);
}
