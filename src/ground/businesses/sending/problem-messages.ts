import type { Trouble } from "#platform/mail/smtp/connection-error.ts";
import type { TwilioTrouble } from "#platform/sms/twilio/twilio.server.ts";

/** Names of connections, as shown. */
export const CHANNEL_NAMES = {
  smtp: "Mail server",
  dkim: "Signature",
  imap: "Mailbox",
  twilio: "Twilio",
} as const;
export type ChannelKind = keyof typeof CHANNEL_NAMES;

export interface Tried {
  readonly host: string;
  readonly port: string;
  readonly from?: string;
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
  { host, port, from = "" }: Tried,
): Complaint {
  const [tls, starttls] = kind === "smtp" ? ["465", "587"] : ["993", "143"];
  const usual = `TLS goes with port ${tls}, STARTTLS with ${starttls}.`;
  const complaints: Record<Trouble, Complaint> = {
    "unknown-host": {
      field: "host",
      sentence: `There is no server named ${host}. Look for a typing mistake.`,
    },
    private: {
      field: "host",
      sentence: `${host} is not on the public internet. Give the name your provider names.`,
    },
    plain: {
      field: "security",
      sentence: "Only a server in your own network may go without encryption. Choose TLS or STARTTLS.",
    },
    refused: { field: "port", sentence: `${host} does not answer on port ${port}. ${usual}` },
    timeout: {
      field: "port",
      sentence: `${host} did not answer within 10 seconds on port ${port}. Check the port, or try again in a minute.`,
    },
    certificate: {
      field: "host",
      sentence: `The certificate of ${host} is not trusted, or is for another name. Give the name your provider names.`,
    },
    "no-encryption": {
      field: "security",
      sentence: `${host} does not offer STARTTLS on port ${port}. ${usual}`,
    },
    "wrong-security": {
      field: "security",
      sentence: `Port ${port} of ${host} uses another kind of encryption. ${usual}`,
    },
    password: {
      field: "password",
      sentence:
        "The server refused the user name or the password. Some providers want an app password made for this.",
    },
    sender: { field: "fromAddress", sentence: `The server does not let you send as ${from}.` },
    folder: { field: "folder", sentence: "The mailbox has no folder of that name." },
    "hung-up": { field: "host", sentence: `${host} hung up in the middle. Try again in a minute.` },
    unreadable: {
      field: "password",
      sentence: "The stored password can't be read any more. Please type it again.",
    },
    odd: {
      field: "host",
      sentence: `${host} answered something that is not right for a mail server. Check name and port.`,
    },
  };
  return complaints[trouble];
}

const TWILIO: Record<TwilioTrouble, Complaint> = {
  credentials: { field: "token", sentence: "Twilio does not know this account SID with this auth token." },
  suspended: { field: "sid", sentence: "Twilio has suspended or closed this account." },
  "not-its-number": { field: "number", sentence: "This number does not belong to the Twilio account." },
  "no-texts": { field: "number", sentence: "This number can't send texts. Choose one with SMS in Twilio." },
  away: { field: "form", sentence: "Twilio did not answer. Please try again in a minute." },
};

/** The message about a Twilio account. */
export const complaintAboutTwilio = (trouble: TwilioTrouble): Complaint => TWILIO[trouble];
