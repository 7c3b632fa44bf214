import type { ImapFlow } from "imapflow";
import { isIP } from "node:net";
import { resolveOutside, Unreachable } from "../../outside/outside.server.ts";
import { cutMail, HEAD_BYTES, LONGEST_MAIL } from "./cut-mail.ts";
import { CHECK_MS } from "../smtp/smtp-check.server.ts";
import type { AccessToken, Security } from "../smtp/smtp-server.server.ts";

export interface ImapServer {
  readonly host: string;
  readonly port: number;
  readonly security: Security;
  readonly user: string;
  readonly password: string;
  /** Signs in with it instead of the password. */
  readonly accessToken?: AccessToken | undefined;
  readonly folder: string;
  /** Set by the operator, so its address is not restricted. */
  readonly trusted?: boolean;
}

/**
 * How far a mailbox has been read: UIDs only grow while its UIDVALIDITY stays the same (RFC 9051, 2.3.1.1).
 */
export interface Position {
  readonly validity: string;
  readonly uid: number;
}

const MAX_AT_ONCE = 200;
const MAX_LISTED = 10_000;
const SOCKET_MS = 30_000;

/** Parses `imap[s]://user:password@host:port/FOLDER`. */
export function imapServerOfUrl(text: string): ImapServer {
  const url = new URL(text);
  const tls = url.protocol === "imaps:";
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port) || (tls ? 993 : 143),
    // Without TLS in the operator's URL, STARTTLS is used if the server offers it.
    security: tls ? "tls" : "none",
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.slice(1)) || "INBOX",
    trusted: true,
  };
}

/**
 * Opens the mailbox read-only and returns its current end.
 * @throws the error of the connection (see `troubleOf`)
 */
export function endOfMailbox(server: ImapServer, withinMs = CHECK_MS): Promise<Position> {
  return inMailbox(server, { withinMs }, (_client, end) => Promise.resolve(end));
}

/**
 * Reads mail that arrived since a position, oldest first. Marks, moves and deletes nothing.
 * @param since undefined, or of another UIDVALIDITY: reads nothing, since everything there counts as old
 * @param accept gets each message and the position after it; its errors end the reading
 * @returns the position to continue from, at most 200 messages further
 * @throws the error of the connection (see `troubleOf`), or the error of `accept`
 */
export function readNewMail(
  server: ImapServer,
  since: Position | undefined,
  accept: (raw: Buffer, behind: Position) => Promise<void>,
  { withinMs = 120_000, signal }: { withinMs?: number; signal?: AbortSignal } = {},
): Promise<Position> {
  return inMailbox(server, { withinMs, signal }, async (client, end) => {
    if (since?.validity !== end.validity) return end;
    if (end.uid <= since.uid) return since;
    let fresh: { uid: number; size: number }[] = [];
    let isMore = false;
    // `n:*` always includes the last message, new or not.
    for await (const { uid, size } of client.fetch(
      `${since.uid + 1}:*`,
      { uid: true, size: true },
      { uid: true },
    ))
      if (uid > since.uid && fresh.push({ uid, size: size ?? 0 }) >= MAX_LISTED) {
        // However many a server lists, keep only this turn's in memory.
        fresh = oldestOf(fresh);
        isMore = true;
      }
    const turn = oldestOf(fresh);
    let at = since;
    for (const { uid, size } of turn) {
      const next = { validity: end.validity, uid };
      const isWhole = size <= LONGEST_MAIL;
      const message = await client.fetchOne(
        String(uid),
        { uid: true, source: isWhole ? true : { start: 0, maxLength: HEAD_BYTES } },
        { uid: true },
      );
      // Undefined if it is gone meanwhile.
      if (message && message.source)
        await accept(isWhole ? message.source : cutMail(message.source, size), next);
      at = next;
    }
    return isMore || fresh.length > turn.length
      ? at
      : { validity: end.validity, uid: Math.max(at.uid, end.uid) };
  });
}

/** Servers end an IDLE after half an hour (RFC 2177, 3). */
const WATCH_MS = 25 * 60_000;

/**
 * Holds a mailbox open and reports news as it arrives (RFC 2177), and once when it is open.
 * @returns whether the server reports news; false at once if it can't, else true after 25 minutes
 * @throws the error of the connection (see `troubleOf`)
 */
export function watchMailbox(
  server: ImapServer,
  onNews: () => void,
  { signal, forMs = WATCH_MS }: { signal?: AbortSignal; forMs?: number } = {},
): Promise<boolean> {
  return inMailbox(server, { withinMs: forMs + CHECK_MS, signal }, async (client) => {
    if (!client.capabilities.has("IDLE")) return false;
    client.on("exists", onNews);
    onNews();
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, forMs);
    signal?.addEventListener("abort", () => resolve(), { once: true });
    // Ends by itself only if the server ends it.
    await Promise.race([over, client.idle()]).finally(() => clearTimeout(timer));
    return true;
  });
}

const oldestOf = <One extends { readonly uid: number }>(messages: readonly One[]): One[] =>
  messages.toSorted((a, b) => a.uid - b.uid).slice(0, MAX_AT_ONCE);

interface Limits {
  readonly withinMs: number;
  readonly signal?: AbortSignal | undefined;
}

type Work<T> = (client: ImapFlow, end: Position) => Promise<T>;

/**
 * Signs in and opens the mailbox. An access token may be refused before its time: then once more with a new
 * one.
 */
async function inMailbox<T>(server: ImapServer, limits: Limits, work: Work<T>): Promise<T> {
  const { accessToken, password } = server;
  if (!accessToken) return await converseIn(server, { pass: password }, limits, work);
  const token = await accessToken();
  try {
    return await converseIn(server, { accessToken: token }, limits, work);
  } catch (error) {
    if (!(error as { authenticationFailed?: boolean }).authenticationFailed) throw error;
    const renewed = await accessToken(token);
    if (renewed === token) throw error;
    return await converseIn(server, { accessToken: renewed }, limits, work);
  }
}

type Credentials = { readonly pass: string } | { readonly accessToken: string };

async function converseIn<T>(
  server: ImapServer,
  credentials: Credentials,
  { withinMs, signal }: Limits,
  work: Work<T>,
): Promise<T> {
  const client = await clientOf(server, credentials, Math.min(withinMs, CHECK_MS));
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
  { host, port, security, user, trusted = false }: ImapServer,
  credentials: Credentials,
  connectMs: number,
): Promise<ImapFlow> {
  const { address, isPublic } = trusted ? { address: host, isPublic: false } : await resolveOutside(host);
  if (security === "none" && isPublic) throw new Unreachable("EPLAIN");
  // Loaded with the first mailbox: it takes 35 MB.
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
    auth: { user, ...credentials },
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
