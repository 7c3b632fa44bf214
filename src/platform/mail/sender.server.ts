import addressparser from "nodemailer/lib/addressparser";
import { type Settings, SettingsError } from "../config/settings.server.ts";
import { SYSTEM_ACCOUNT } from "../db/scope.server.ts";
import { headerText, mailAddress } from "./compose/header-text.ts";
import type { Mailbox } from "./message.ts";

export interface Sender {
  readonly mailbox: Required<Mailbox>;
  /** The right half of every Message-ID. */
  readonly host: string;
}

/**
 * The product's sender: MAIL_FROM, or an address at the host of PUBLIC_URL.
 * @param productName the displayed name if MAIL_FROM has none
 * @throws SettingsError if MAIL_FROM is not exactly one address
 */
export function mailSender(
  settings: Pick<Settings, "MAIL_FROM" | "PUBLIC_URL">,
  productName: string,
): Sender {
  const publicHost = settings.PUBLIC_URL ? new URL(settings.PUBLIC_URL).hostname : "localhost";
  if (!settings.MAIL_FROM) {
    const address = mailAddress(`mail@${publicHost}`) ?? "mail@localhost";
    return { mailbox: { name: headerText(productName), address }, host: hostOf(address) };
  }
  const [first, ...more] = addressparser(settings.MAIL_FROM);
  const address = mailAddress((first && "address" in first && first.address) || "");
  if (!first || more.length > 0 || !address)
    throw new SettingsError(
      'The setting MAIL_FROM is not valid: it accepts one sender, such as "Plumbline <mail@example.com>".',
    );
  return { mailbox: { name: headerText(first.name || productName), address }, host: hostOf(address) };
}

/**
 * `<account.message@host>`: identifies the message in bounces and replies, and is the same each time the
 * message is built.
 */
export function messageIdHeader(accountId: string, id: string, host: string): string {
  return `<${accountId.replaceAll("-", "")}.${id.replaceAll("-", "")}@${host}>`;
}

/** Whether mail belongs to the installation rather than to a business. */
export function isSystemMail(message: { readonly accountId: string }): boolean {
  return message.accountId === SYSTEM_ACCOUNT;
}

const hostOf = (address: string) => address.slice(address.lastIndexOf("@") + 1);
