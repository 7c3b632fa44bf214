/** A mail provider whose servers are known, so that people only enter their address and a password. */
interface MailService {
  readonly name: string;
  /** Who asks for the permission when somebody signs in instead. */
  readonly provider: string;
  readonly smtp: string;
  /** Missing where a password no longer opens the mailbox. */
  readonly imap?: string;
  readonly password: string;
  /** Where to get that password, and what to know first. */
  readonly help: { readonly words: string; readonly href: string; readonly link: string };
  /** Why it may have refused the address or password. */
  readonly refused: string;
}

const MAIL_SERVICES = {
  gmail: {
    name: "Gmail",
    provider: "Google",
    smtp: "smtp.gmail.com",
    imap: "imap.gmail.com",
    password: "App password",
    help: {
      words: "Google makes one for this, 16 letters long. You need 2-step verification turned on.",
      href: "https://myaccount.google.com/apppasswords",
      link: "Get an app password",
    },
    refused: "Gmail didn’t accept that address and app password. Your regular password won’t work here.",
  },
  // Exchange Online ended password logins for reading a mailbox in 2022, and for sending turns them off by
  // default at the end of 2026.
  microsoft: {
    name: "Microsoft 365",
    provider: "Microsoft",
    smtp: "smtp.office365.com",
    password: "Password",
    help: {
      words: "Your Microsoft 365 admin has to turn on Authenticated SMTP for your mailbox first.",
      href: "https://learn.microsoft.com/exchange/clients-and-mobile-in-exchange-online/authenticated-client-smtp-submission",
      link: "Show your admin how",
    },
    refused:
      "Microsoft 365 didn’t accept that address and password. Check that your admin turned on Authenticated SMTP for this mailbox.",
  },
} as const satisfies Record<string, MailService>;

type Service = keyof typeof MAIL_SERVICES;
/** What a person connects: a known provider, or any server by its name. */
export type ServiceChoice = Service | "other";

const SERVICES = Object.keys(MAIL_SERVICES) as Service[];

/**
 * The choices for sending, or for reading replies.
 * @param offers names of the providers where people can sign in instead
 */
export const serviceChoices = (
  kind: "smtp" | "imap",
  offers: readonly string[],
): readonly ServiceChoice[] => [
  ...SERVICES.filter(
    (service) => kind in MAIL_SERVICES[service] && !offers.includes(MAIL_SERVICES[service].provider),
  ),
  "other",
];

/** The choice named in an address. */
export const serviceAsked = (text: string | null): ServiceChoice | null =>
  text === "other" ? text : (SERVICES.find((service) => service === text) ?? null);

/** The provider that a server belongs to. */
export const serviceOfHost = (host: string | undefined): Service | undefined =>
  SERVICES.find((service) => (Object.values(MAIL_SERVICES[service]) as unknown[]).includes(host));

export const mailService = (choice: ServiceChoice | null): MailService | null =>
  choice === null || choice === "other" ? null : MAIL_SERVICES[choice];

/** The server settings of a provider, as form values. */
export function serverValues(
  kind: "smtp" | "imap",
  choice: ServiceChoice | null,
): Readonly<Record<string, string>> {
  const host = mailService(choice)?.[kind];
  if (!host) return {};
  return kind === "smtp"
    ? { host, port: "587", security: "starttls", fromAddress: "" }
    : { host, port: "993", security: "tls", folder: "INBOX" };
}
