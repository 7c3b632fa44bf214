import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isStorageAway } from "../errors/app-error.ts";
import type { Settings } from "../config/settings.server.ts";
import {
  APP_ROLE,
  asAppRole,
  appRolePassword,
  appRoleUrl,
  type ConnectionSettings,
  connectionFromUrl,
} from "./database.server.ts";
import { startEmbedded } from "./embedded/start.ts";
import type { AppRole } from "./migrate.server.ts";
import { refuseMoved } from "./moved-database.server.ts";

/** A PostgreSQL server: the embedded one or the operator's. */
export interface Server {
  readonly owner: ConnectionSettings;
  readonly app: ConnectionSettings;
  /** The app role through PgBouncer, for transactions; absent without one. */
  readonly pooled?: ConnectionSettings;
  /** How migrations set up the app role. */
  readonly appRole: AppRole;
  stop(): Promise<void>;
}

const OLDEST_VERSION = 150_000;
const TIMEOUT_MS = 60_000;

/**
 * Starts the embedded server, or connects to the one in DATABASE_URL. Waits up to a minute for a server that
 * is starting.
 * @throws Error with one sentence for the operator; never the address, which contains a password
 */
export async function connectServer(
  settings: Settings & { SECRET: string },
  announce: (line: string) => void,
): Promise<Server> {
  if (!settings.DATABASE_URL) {
    await refuseMoved(settings.DATA_DIR);
    const server = await startEmbedded({ dataDir: settings.DATA_DIR, announce });
    return {
      owner: server.owner,
      app: { ...server.owner, user: APP_ROLE },
      // No password needed: the socket's folder is private.
      appRole: { name: APP_ROLE, password: undefined, create: true },
      stop: () => server.stop(),
    };
  }
  const owner = connectionFromUrl(settings.DATABASE_URL);
  await waitForServer(owner);
  if (settings.DATABASE_APP_URL) {
    const app = connectionFromUrl(settings.DATABASE_APP_URL);
    return {
      owner,
      app,
      ...pooledSettings(settings, settings.DATABASE_APP_URL),
      appRole: { name: await roleOf(app), password: undefined, create: false },
      stop: async () => {},
    };
  }
  const app = asAppRole(settings.DATABASE_URL, settings.SECRET);
  return {
    owner,
    app,
    ...pooledSettings(settings, appRoleUrl(settings.DATABASE_URL, settings.SECRET)),
    appRole: {
      ...{ name: APP_ROLE, create: true, signIn: app },
      password: appRolePassword(settings.SECRET),
    },
    stop: async () => {},
  };
}

/** @param appUrl of the app role, whose user and password are used where the pooler's address has none */
function pooledSettings({ DATABASE_POOL_URL }: Settings, appUrl: string): Pick<Server, "pooled"> {
  if (!DATABASE_POOL_URL) return {};
  const pooler = new URL(DATABASE_POOL_URL);
  const app = new URL(appUrl);
  if (!pooler.username) {
    pooler.username = app.username;
    pooler.password = app.password;
  }
  return { pooled: connectionFromUrl(pooler.toString()) };
}

async function waitForServer(owner: ConnectionSettings): Promise<void> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      const version = await single<{ server_version_num: string }>(owner, "show server_version_num");
      if (Number(version.server_version_num) < OLDEST_VERSION)
        throw new Error("The PostgreSQL server of DATABASE_URL is too old: version 15 or newer is needed.");
      return;
    } catch (error) {
      if (!isStorageAway(error)) throw describeError(error);
      if (performance.now() > until)
        throw new Error(
          "The PostgreSQL server of DATABASE_URL did not respond for a minute. Is it running, and can this machine reach it?",
          { cause: error },
        );
      await sleep(1000);
    }
  }
}

async function roleOf(app: ConnectionSettings): Promise<string> {
  try {
    return (await single<{ name: string }>(app, "select current_user as name")).name;
  } catch (error) {
    throw new Error(
      "The database address of DATABASE_APP_URL does not work. Check its user, password, and database.",
      { cause: error },
    );
  }
}

async function single<Row>(settings: ConnectionSettings, text: string): Promise<Row> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...settings });
  // A lost connection fails the query; without a listener it would also end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows[0] as Row;
  } finally {
    await client.end();
  }
}

// The server's message can name users and hosts; its error codes don't.
function describeError(error: unknown): Error {
  const code = (error as { code?: string }).code;
  if (code === "28P01" || code === "28000")
    return new Error("The PostgreSQL server refused the user or password of DATABASE_URL.");
  if (code === "3D000")
    return new Error(
      "The database named in DATABASE_URL does not exist. Create it first, or correct the name.",
    );
  if (error instanceof Error && error.message.startsWith("The PostgreSQL")) return error;
  return new Error("The database of DATABASE_URL could not be opened. Check the address.", { cause: error });
}
