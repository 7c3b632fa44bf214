import { type SQL, sql } from "drizzle-orm";
import pg from "pg";
import { database } from "./scope.server.ts";

/**
 * Called with the notice's text, or with an empty text after a lost connection, when notices may have been
 * missed.
 */
type Listener = (says: string) => void;

const CHANNEL = "plumbline";
const AGAIN_MS = 1_000;

const listeners = new Map<string, Set<Listener>>();
let connection: Promise<pg.Client | undefined> | undefined;
let again: NodeJS.Timeout | undefined;

/**
 * A statement that notifies every process of the installation when its transaction commits.
 * @param about whom it concerns, such as an account's id; without a space
 * @param text a few words, none of them personal
 */
export function notice(about: string, text: string): SQL {
  return sql`select pg_notify(${CHANNEL}, ${`${about} ${text}`})`;
}

/**
 * Listens for notices from any process. One connection per process, opened by the first listener and closed
 * after the last.
 * @returns a function that stops listening
 */
export function listenFor(about: string, listener: Listener): () => void {
  const ownListeners = listeners.get(about) ?? new Set();
  listeners.set(about, ownListeners.add(listener));
  connection ??= connect();
  return () => {
    ownListeners.delete(listener);
    if (ownListeners.size === 0 && listeners.get(about) === ownListeners) listeners.delete(about);
    if (listeners.size === 0) close();
  };
}

async function connect(): Promise<pg.Client | undefined> {
  const client = new pg.Client(database().appSettings);
  let isLost = false;
  const lost = () => {
    if (isLost) return;
    isLost = true;
    void client.end().catch(() => {});
    if (listeners.size === 0) return;
    connection = undefined;
    again ??= setTimeout(() => {
      again = undefined;
      if (listeners.size > 0) connection ??= connect();
    }, AGAIN_MS).unref();
  };
  client.on("error", lost);
  client.on("end", lost);
  client.on("notification", ({ payload = "" }) => {
    const at = payload.indexOf(" ");
    for (const listener of listeners.get(payload.slice(0, at)) ?? []) listener(payload.slice(at + 1));
  });
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    for (const ownListeners of listeners.values()) for (const listener of ownListeners) listener("");
    return client;
  } catch {
    lost();
    return undefined;
  }
}

function close(): void {
  const open = connection;
  connection = undefined;
  void open?.then((client) => client?.end()).catch(() => {});
}
