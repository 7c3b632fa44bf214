import type { ImapFlow } from "imapflow";
import { isIP } from "node:net";
import { resolveOutside, Unreachable } from "../../outside/outside.server.ts";
import { CHECK_MS } from "../smtp/smtp-check.server.ts";
import type { Security } from "../smtp/smtp-server.server.ts";

/** A mailbox that is read. */
export interface ImapServer {
  readonly host: string;
  readonly port: number;
  readonly security: Security;
  readonly user: string;
  readonly password: string;
  readonly folder: string;
  /** Named by the operator: it may be anywhere. */
  readonly trusted?: boolean;
}

/**
 * How far a mailbox has been read: UIDs grow for as long as its UIDVALIDITY stays the same (RFC 9051,
 * 2.3.1.1).
 */
export interface Position {
  readonly validity: string;
  readonly uid: number;
}

/** Mail longer than this is passed over, as the webhook refuses it. */
export const LONGEST_MAIL = 25 * 1024 * 1024;
const MOST_AT_ONCE = 200;
const MOST_LISTED = 10_000;
const SOCKET_MS = 30_000;

/** The mailbox that `imap[s]://user:password@host:port/FOLDER` names. */
export function imapServerOfUrl(text: string): ImapServer {
  const url = new URL(text);
  const tls = url.protocol === "imaps:";
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port) || (tls ? 993 : 143),
    // What the operator writes without TLS is upgraded where the server offers it.
    security: tls ? "tls" : "none",
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.slice(1)) || "INBOX",
    trusted: true,
  };
}

/**
 * Opens the mailbox for reading only and says where it ends now.
 * @throws the error of the connection (see `troubleOf`)
 */
export function endOfMailbox(server: ImapServer, withinMs = CHECK_MS): Promise<Position> {
  return inMailbox(server, { withinMs }, (_client, end) => Promise.resolve(end));
}

/**
 * Reads what arrived since a position, oldest first. Nothing is marked, moved or removed.
 * @param since undefined, or of another UIDVALIDITY: nothing is read, everything there counts as old
 * @param take gets each message and the position behind it; what it throws ends the reading
 * @returns the position to go on from, at most 200 messages further
 * @throws the error of the connection (see `troubleOf`), or what `take` threw
 */
export function readNewMail(
  server: ImapServer,
  since: Position | undefined,
  take: (raw: Buffer, behind: Position) => Promise<void>,
  { withinMs = 120_000, signal }: { withinMs?: number; signal?: AbortSignal } = {},
): Promise<Position> {
  return inMailbox(server, { withinMs, signal }, async (client, end) => {
    if (since?.validity !== end.validity) return end;
    if (end.uid <= since.uid) return since;
    let fresh: { uid: number; size: number }[] = [];
    let isMore = false;
    // `n:*` always names the last message, new or not.
    for await (const { uid, size } of client.fetch(
      `${since.uid + 1}:*`,
      { uid: true, size: true },
      { uid: true },
    ))
      if (uid > since.uid && fresh.push({ uid, size: size ?? 0 }) >= MOST_LISTED) {
        // However many a server names, only those of this turn are kept in memory.
        fresh = oldestOf(fresh);
        isMore = true;
      }
    const turn = oldestOf(fresh);
    let at = since;
    for (const { uid, size } of turn) {
      const behind = { validity: end.validity, uid };
      const message =
        size <= LONGEST_MAIL &&
        (await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true }));
      // Gone meanwhile, or too long: passed over.
      if (message && message.source && message.source.length <= LONGEST_MAIL)
        await take(message.source, behind);
      at = behind;
    }
    return isMore || fresh.length > turn.length
      ? at
      : { validity: end.validity, uid: Math.max(at.uid, end.uid) };
  });
}

const oldestOf = <One extends { readonly uid: number }>(messages: readonly One[]): One[] =>
  messages.toSorted((a, b) => a.uid - b.uid).slice(0, MOST_AT_ONCE);

async function inMailbox<T>(
  server: ImapServer,
  { withinMs, signal }: { withinMs: number; signal?: AbortSignal | undefined },
  work: (client: ImapFlow, end: Position) => Promise<T>,
): Promise<T> {
  const client = await clientOf(server, Math.min(withinMs, CHECK_MS));
  const { promise: cut, reject } = Promise.withResolvers<never>();
  cut.catch(() => {});
  client.on("error", reject);
  const stop = (message: string, code: string) => {
    reject(Object.assign(new Error(message), { code }));
    client.close();
  };
  const limit = setTimeout(() => stop("no answer in time", "ETIMEDOUT"), withinMs);
  const abort = () => stop("the connection was cut on our side", "EABORTED");
  signal?.addEventListener("abort", abort, { once: true });
  const converse = async () => {
    await client.connect();
    const box = await client
      .mailboxOpen(server.folder, { readOnly: true })
      .catch((error: { responseStatus?: string }) => {
        throw error.responseStatus === "NO"
          ? Object.assign(new Error("there is no such folder"), { code: "EFOLDER" })
          : error;
      });
    return await work(client, { validity: String(box.uidValidity), uid: Number(box.uidNext) - 1 });
  };
  try {
    signal?.throwIfAborted();
    const result = await Promise.race([converse(), cut]);
    await Promise.race([client.logout(), cut]).catch(() => {});
    return result;
  } finally {
    clearTimeout(limit);
    signal?.removeEventListener("abort", abort);
    client.close();
  }
}

async function clientOf(
  { host, port, security, user, password, trusted = false }: ImapServer,
  connectMs: number,
): Promise<ImapFlow> {
  const { address, isPublic } = trusted ? { address: host, isPublic: false } : await resolveOutside(host);
  if (security === "none" && isPublic) throw new Unreachable("EPLAIN");
  // Loaded by the first mailbox: it is 35 MB.
  const { ImapFlow } = await import("imapflow");
  return new ImapFlow({
    host: address,
    ...(isIP(host) ? {} : { servername: host }),
    port,
    secure: security === "tls",
    ...(security === "starttls"
      ? { doSTARTTLS: true }
      : security === "none" && !trusted
        ? { doSTARTTLS: false }
        : {}),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: SOCKET_MS,
    maxLiteralSize: LONGEST_MAIL + 1024,
    maxResponseSize: LONGEST_MAIL + 64 * 1024,
    maxLineLength: 1024 * 1024,
  });
}
