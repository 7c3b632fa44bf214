import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import type { ServerBuild } from "react-router";
import { brand } from "#features/site/public.server.ts";
import { startIdentity } from "#features/identity/public.server.ts";
import { badAddressHeard, mayStillSend } from "#features/sequences/outcomes.server.ts";
import { useInstallation } from "#platform/config/installation.server.ts";
import type { Settings } from "#platform/config/settings.server.ts";
import { useSecret } from "#platform/config/signing.server.ts";
import { connectServer, type Server } from "#platform/db/connect.server.ts";
import { type Database, openDatabase } from "#platform/db/database.server.ts";
import { checkAppRole, migrateDatabase } from "#platform/db/migrate.server.ts";
import { useDatabase } from "#platform/db/scope.server.ts";
import { createDiskStore } from "#platform/files/disk.server.ts";
import type { Log } from "#platform/log/log.server.ts";
import { createMailer } from "#platform/mail/mailer.server.ts";
import { mailSender } from "#platform/mail/sender.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { watchDatabase } from "./readiness.ts";
import { schemaParts } from "./schema.ts";
import { startWeb, type WebOptions } from "./server.ts";
import { subscribe } from "./subscriptions.ts";
import { startWorker } from "./worker.ts";

/** A running product: web, background work and database of one process tree. */
export interface Product {
  readonly publicUrl: string;
  /** Drains and stops everything that was started, the database last. */
  stop(): Promise<void>;
}

export interface ProductOptions {
  readonly settings: Settings & { readonly SECRET: string };
  /** The project's folder. */
  readonly root: string;
  readonly log: Log;
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  readonly clientFolder: string | undefined;
  readonly development?: WebOptions["development"];
  /** One line for the person at the terminal. */
  readonly announce: (line: string) => void;
}

/** Starts everything that ROLE asks for. Resolves when it is ready to work; what was started is stopped again when it is not. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { log } = options;
  const settings = { ...options.settings, PORT: options.settings.PORT || (await freePort(options.settings.HOST)) };
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    await checkSiteFile(settings.SITE_FILE);
    useSecret(settings.SECRET);
    const sender = mailSender({ ...settings, PUBLIC_URL: publicUrl }, brand);
    const files = createDiskStore(path.join(settings.DATA_DIR, "files"));
    useInstallation({ publicUrl, sender, files, operatorEmails: settings.OPERATOR_EMAILS });
    startIdentity({ secret: settings.SECRET, publicUrl, productName: brand, sender, log });
    subscribe();

    // Pages from memory are up before the database is, and stay up without it.
    const readiness = watchDatabase();
    const web = await startWeb({ ...options, settings, publicUrl, readiness, screens: settings.ROLE !== "worker" });
    stops.push(() => web.stop());

    const server = await connectServer(settings, options.announce);
    stops.push(() => server.stop());
    const database = await openMigrated(server, options.root);
    stops.push(() => database.close());
    useDatabase(database);
    stops.push(closeRenderers);

    const works = settings.ROLE !== "web";
    const mailer = works ? createMailer({ database, settings, sender, files, log, mayStillSend, onOutcome: badAddressHeard }) : undefined;
    const worker = await startWorker({ mailer, log });
    stops.push(() => worker.stop());
    // Stopped first: no new requests while the rest drains.
    stops.push(() => web.stop());
    readiness.ready();
    return { publicUrl, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

async function openMigrated(server: Server, root: string): Promise<Database> {
  await migrateDatabase(server.owner, schemaParts(root), server.appRole);
  await checkAppRole(server.app);
  return openDatabase(server.owner, server.app);
}

/** What the file opens comes with the site's pages; a broken one is refused already, so that nobody finds out late. */
async function checkSiteFile(file: string): Promise<void> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return;
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new Error("The setting SITE_FILE is not usable: it accepts a JSON file, and this one does not parse.", { cause });
  }
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
