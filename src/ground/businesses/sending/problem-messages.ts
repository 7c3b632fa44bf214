import type { Trouble } from "#platform/mail/smtp/connection-error.ts";
import { mailProviderName } from "#platform/config/mail-providers.ts";
import type { TwilioTrouble } from "#platform/sms/twilio/twilio.server.ts";
import { mailService, serviceOfHost } from "./services.ts";

/** Names of connections, as shown. */
export const CHANNEL_NAMES = {
  smtp: "Email connection",
  dkim: "DKIM key",
  imap: "Reply inbox",
  twilio: "Texts",
} as const;
export type ChannelKind = keyof typeof CHANNEL_NAMES;
/** As CHANNEL_NAMES, with what isn't shown as a connection of its own. */
export const STORED_NAMES = { ...CHANNEL_NAMES, grant: "Email sign-in" } as const;

export interface Tried {
  readonly host: string;
  readonly port: string;
  readonly from?: string;
  /** The provider that was signed in at for it. */
  readonly provider?: string | undefined;
}

/** What is wrong and what to do about it, and which field it is about. */
export interface Complaint {
  readonly field: string;
  readonly sentence: string;
}

/** The message about a mail server or mailbox. */
export function complaintAbout(
  kind: "smtp" | "imap",
  trouble: Trouble,
  { host, port, from = "", provider }: Tried,
): Complaint {
  const name = mailProviderName(provider) ?? host;
  const [tls, starttls] = kind === "smtp" ? ["465", "587"] : ["993", "143"];
  const usual = `TLS uses port ${tls}, STARTTLS uses ${starttls}.`;
  const complaints: Record<Trouble, Complaint> = {
    "unknown-host": {
      field: "host",
      sentence: `There is no server named ${host}. Check for typos.`,
    },
    private: {
      field: "host",
      sentence: `${host} isn’t on the public internet. Use the name your provider gives you.`,
    },
    plain: {
      field: "security",
      sentence: "Only a server on your own network can skip encryption. Choose TLS or STARTTLS.",
    },
    refused: { field: "port", sentence: `${host} isn’t responding on port ${port}. ${usual}` },
    timeout: {
      field: "port",
      sentence: `${host} didn’t respond within 10 seconds on port ${port}. Check the port, or try again in a minute.`,
    },
    certificate: {
      field: "host",
      sentence: `The certificate of ${host} isn’t trusted, or is for another name. Use the name your provider gives you.`,
    },
    "no-encryption": {
      field: "security",
      sentence: `${host} doesn’t offer STARTTLS on port ${port}. ${usual}`,
    },
    "wrong-security": {
      field: "security",
      sentence: `Port ${port} of ${host} uses a different kind of encryption. ${usual}`,
    },
    password: {
      field: "password",
      sentence: provider
        ? `${name} didn’t let us sign in as ${from}, though you gave us permission. Connect again. If that doesn’t help, ask the person who manages your email to allow ${kind.toUpperCase()}.`
        : (mailService(serviceOfHost(host) ?? null)?.refused ??
          "The server refused the username or password. Some providers need an app password."),
    },
    "grant-over": {
      field: "form",
      sentence: `${name} no longer lets us send as ${from} or read replies there. Connect again.`,
    },
    "grant-away": {
      field: "form",
      sentence: `${name} isn’t responding, so we can’t sign in as ${from} right now.`,
    },
    "grant-refused": {
      field: "form",
      sentence: `${name} doesn’t accept this site right now, so we can’t sign in as ${from}. The person who runs this site has to check its settings.`,
    },
    "sending-off": {
      field: "user",
      sentence: `Microsoft 365 doesn’t let ${from} send through other services. Ask your Microsoft 365 admin to turn on Authenticated SMTP for this mailbox.`,
    },
    sender: {
      field: "fromAddress",
      sentence: `The server doesn’t let you send as ${from}. Use an address this login can send from.`,
    },
    folder: {
      field: "folder",
      sentence: "The mailbox has no folder with that name. Check the spelling, or use INBOX.",
    },
    "hung-up": { field: "host", sentence: `${host} disconnected partway through. Try again in a minute.` },
    unreadable: {
      field: "password",
      sentence: "We can’t read the saved password anymore. Please enter it again.",
    },
    odd: {
      field: "host",
      sentence: `${host} didn’t respond like a mail server. Check the name and port.`,
    },
  };
  return complaints[trouble];
}

const TWILIO: Record<TwilioTrouble, Complaint> = {
  credentials: {
    field: "token",
    sentence:
      "Twilio doesn’t recognize this account SID and auth token. Copy both again from your Twilio console.",
  },
  suspended: { field: "sid", sentence: "Twilio has suspended or closed this account. Contact Twilio." },
  "not-its-number": {
    field: "number",
    sentence: "This number isn’t in the Twilio account. Enter one of its numbers.",
  },
  "no-texts": { field: "number", sentence: "This number can’t send texts. Choose one with SMS in Twilio." },
  away: { field: "form", sentence: "Twilio didn’t respond. Try again in a minute." },
};

/** The message about a Twilio account. */
export const complaintAboutTwilio = (trouble: TwilioTrouble): Complaint => TWILIO[trouble];
