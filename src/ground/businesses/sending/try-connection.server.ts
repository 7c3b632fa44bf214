import { now, type Person } from "#platform/db/scope.server.ts";
import { createLimiter, type Verdict } from "#platform/http/limits/limits.server.ts";
import { type DkimFinding, findDkimRecord } from "#platform/mail/domain/dkim-key.server.ts";
import { endOfMailbox, type ImapServer, type Position } from "#platform/mail/inbound/imap.server.ts";
import type { SmtpServer } from "#platform/mail/smtp/smtp-server.server.ts";
import { checkSmtp } from "#platform/mail/smtp/smtp-check.server.ts";
import { type ConnectionError, troubleOf } from "#platform/mail/smtp/connection-error.ts";
import { checkTwilio } from "#platform/sms/twilio/twilio.server.ts";
import type { ChannelSecrets } from "./secrets.server.ts";
import { complaintAbout, complaintAboutTwilio, type Complaint } from "./problem-messages.ts";

const perPerson = createLimiter({ name: "connection checks", limit: 20, windowSeconds: 600 });

export class TooManyChecksError extends Error {
  override name = "TooManyChecksError";
  readonly verdict: Verdict;

  constructor(verdict: Verdict) {
    super("too many checks");
    this.verdict = verdict;
  }
}

/**
 * Counts a check, because each one connects to a server of the person's choice.
 * @throws TooManyChecksError
 */
export function countCheck(person: Person): void {
  const verdict = perPerson.check(person.id, now());
  if (!verdict.ok) throw new TooManyChecksError(verdict);
}

/** Checks a mail server. @returns the problem, if any */
export async function tryMailServer(
  server: SmtpServer & Pick<ChannelSecrets["smtp"], "fromAddress" | "provider">,
): Promise<Complaint | undefined> {
  const { host, port, fromAddress: from, provider } = server;
  const trouble = await checkSmtp(server, from);
  return trouble && complaintAbout("smtp", trouble, { host, port: String(port), from, provider });
}

/** Checks a mailbox. @returns its end position, or the problem */
export async function tryMailbox(
  server: ImapServer & Pick<ChannelSecrets["imap"], "provider">,
): Promise<Position | Complaint> {
  try {
    return await endOfMailbox(server);
  } catch (error) {
    return complaintAbout("imap", troubleOf(error as ConnectionError), {
      host: server.host,
      port: String(server.port),
      from: server.user,
      provider: server.provider,
    });
  }
}

/** Checks a Twilio account. @returns the problem, if any */
export async function tryTwilio(account: ChannelSecrets["twilio"]): Promise<Complaint | undefined> {
  const trouble = await checkTwilio(account);
  return trouble && complaintAboutTwilio(trouble);
}

const DKIM: Record<Exclude<DkimFinding, "there">, string> = {
  missing: "The record isn’t there yet. It can take anywhere from minutes to a day to show up.",
  another: "There’s a record with this name and a different key. Replace it, or choose another selector.",
  "no-answer": "DNS didn’t respond. Try again in a minute.",
};

/** Checks DNS for a key's record. @returns the problem, or null */
export async function tryRecord(key: {
  domain: string;
  selector: string;
  publicKey: string;
}): Promise<string | null> {
  const found = await findDkimRecord(key);
  return found === "there" ? null : DKIM[found];
}
