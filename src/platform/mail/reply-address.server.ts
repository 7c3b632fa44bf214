import { timingSafeEqual } from "node:crypto";
import type { Settings } from "../config/settings.server.ts";
import { sign } from "../config/signing.server.ts";
import { base32, base32Length, fromBase32 } from "../ids/base32.ts";
import { imapServerOfUrl } from "./inbound/imap.server.ts";
import { mailAddress } from "./compose/header-text.ts";

/**
 * Where the installation receives mail under addresses of its own: a whole domain, or one mailbox with plus
 * addresses (RFC 5233).
 */
export interface ReplyMailbox {
  readonly domain: string;
  /** Of the mailbox; null if every address of the domain reaches us. */
  readonly local: string | null;
}

/** Who writes to a reply address: a client who answers us, or an owner who answers a forwarded reply. */
export type ReplyWriter = "client" | "owner";

export interface ReplyAddress {
  readonly writer: ReplyWriter;
  readonly leadId: string;
}

const ID_BYTES = 16;
/**
 * Short, because a local part has at most 64 characters (RFC 5321, 4.5.3.1.1). Guessing 80 bits by email is
 * hopeless: each guess is a message.
 */
const SIGNATURE_BYTES = 10;
const TOKEN_LENGTH = base32Length(ID_BYTES + SIGNATURE_BYTES);
const LONGEST_LOCAL = 64 - "+".length - TOKEN_LENGTH;
const WRITERS = ["client", "owner"] as const;

/**
 * Where replies reach this installation, by its settings; undefined if nowhere. A user name that is no
 * address, or too long for a plus address, can't be used.
 */
export function replyMailboxOf({
  INBOUND_DOMAIN: domain,
  IMAP_URL: url,
}: Pick<Settings, "INBOUND_DOMAIN" | "IMAP_URL">): ReplyMailbox | undefined {
  if (domain) return { domain, local: null };
  const address = url && mailAddress(imapServerOfUrl(url).user.toLowerCase());
  if (!address) return undefined;
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  return local.length > LONGEST_LOCAL || local.includes("+")
    ? undefined
    : { domain: address.slice(at + 1), local };
}

/** The signed address under which a lead's conversation is found. It stays the same for its lifetime. */
export function replyAddress({ domain, local }: ReplyMailbox, { writer, leadId }: ReplyAddress): string {
  const id = Buffer.from(leadId.replaceAll("-", ""), "hex");
  const token = base32(Buffer.concat([id, signatureOf(writer, id)]));
  return `${local === null ? "" : `${local}+`}${token}@${domain}`;
}

/** Parses an address in any case; undefined unless we signed it. */
export function readReplyAddress(mailbox: ReplyMailbox, address: string): ReplyAddress | undefined {
  const token = tokenOf(mailbox, address) ?? "";
  const bytes = token.length === TOKEN_LENGTH ? fromBase32(token) : undefined;
  if (!bytes) return undefined;
  const id = bytes.subarray(0, ID_BYTES);
  const writer = WRITERS.find((one) => timingSafeEqual(signatureOf(one, id), bytes.subarray(ID_BYTES)));
  return writer && { writer, leadId: idOf(id) };
}

/** Whether mail to an address reaches this installation instead of a person, signed or not. */
export function isOurAddress(mailbox: ReplyMailbox, address: string): boolean {
  return tokenOf(mailbox, address) !== undefined;
}

/** The token in an address of ours, maybe empty; undefined if the address is elsewhere. */
function tokenOf({ domain, local }: ReplyMailbox, address: string): string | undefined {
  const lower = address.trim().toLowerCase();
  const at = lower.lastIndexOf("@");
  if (lower.slice(at + 1) !== domain) return undefined;
  const name = lower.slice(0, at);
  if (local === null) return name;
  if (name === local) return "";
  return name.startsWith(`${local}+`) ? name.slice(local.length + 1) : undefined;
}

const signatureOf = (writer: ReplyWriter, id: Buffer) =>
  sign(`reply address of ${writer}`, id).subarray(0, SIGNATURE_BYTES);

const idOf = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
