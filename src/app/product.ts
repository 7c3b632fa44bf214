import path from "node:path";
import type { ServerBuild } from "react-router";
import { setUploadFolder } from "#ground/media/uploads.server.ts";
import {
  ownServers,
  setMailProviders,
  textAccounts,
  textStatusCallback,
} from "#ground/businesses/public.server.ts";
import { ensureSealingKey } from "#ground/evidence/public.server.ts";
import { startIdentity, setProviders } from "#ground/identity/public.server.ts";
import { ensurePushKeys } from "#ground/notifications/public.server.ts";
import { recordTextOutcome } from "#trade/leads/public.server.ts";
import { recordBadAddress, mayStillSend, mayTextLeave } from "#trade/sequences/sending/may-send.server.ts";
import { resumeWriting, stopWriting } from "#ground/writing/public.server.ts";
import { startPageViews } from "#faces/site/page-views/recorder.server.ts";
import { productName } from "#platform/config/brand.ts";
import { type Setup, useInstallation } from "#platform/config/installation.server.ts";
import type { Settings } from "#platform/config/settings.server.ts";
import { readSiteFile } from "#platform/config/site-file.server.ts";
import { useSecret } from "#platform/config/signing.server.ts";
import { connectServer, type Server } from "#platform/db/connect.server.ts";
import { type Database, openDatabase } from "#platform/db/database.server.ts";
import { checkAppRole, migrateDatabase } from "#platform/db/migrate.server.ts";
import { useDatabase } from "#platform/db/scope.server.ts";
import { useWeather } from "#platform/weather/weather.server.ts";
import { exchangeLimits } from "#platform/http/limits/shared-limits.server.ts";
import { openFileStore } from "#platform/files/open-store.server.ts";
import type { Log } from "#platform/log/log.server.ts";
import { dkimPublished } from "#platform/mail/domain/dkim.server.ts";
import { imapServerOfUrl } from "#platform/mail/inbound/imap.server.ts";
import { replyMailboxOf } from "#platform/mail/reply-address.server.ts";
import { createMailer } from "#platform/mail/sending/mailer.server.ts";
import { mailSender } from "#platform/mail/sender.server.ts";
import { twilioOf, useDefaultTwilio } from "#platform/sms/twilio/default-account.server.ts";
import { isOnLoopback, useOutside } from "#platform/outside/outside.server.ts";
import { type ModelSettings, useModel } from "#platform/model/model.server.ts";
import { createTexter } from "#platform/sms/sending/texter.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { publishFigures } from "./figures.ts";
import { freePort } from "./free-port.ts";
import { watchDatabase } from "./readiness.ts";
import { schemaParts } from "./schema.ts";
import { startWeb, type WebOptions } from "./server.ts";
import { subscribe } from "./subscriptions.ts";
import { defineReportLines } from "./report-lines.ts";
import { defineDueKinds } from "./due-kinds.ts";
import { defineNotificationKinds } from "./notification-kinds.ts";
import { defineKinds } from "./record-kinds.ts";
import { startWorker } from "./worker.ts";

/** A running product: web server, background work and database of one process tree. */
export interface Product {
  readonly publicUrl: string;
  /** Drains and stops everything that was started, the database last. */
  stop(): Promise<void>;
}

export interface ProductOptions {
  readonly settings: Settings & { readonly SECRET: string };
  readonly root: string;
  readonly log: Log;
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  readonly clientFolder: string | undefined;
  readonly development?: WebOptions["development"];
  /** Prints one line for the person at the terminal. */
  readonly announce: (line: string) => void;
}

/**
 * Starts everything that ROLE asks for and resolves when it is ready to work. If a part fails to start,
 * the rest is stopped again.
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { log } = options;
  const settings = {
    ...options.settings,
    PORT: options.settings.PORT || (await freePort(options.settings.HOST)),
  };
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    const site = await readSiteFile(settings.SITE_FILE, settings.OPERATOR_EMAILS);
    const brand = site.brand ?? productName;
    useSecret(settings.SECRET);
    const sender = mailSender({ ...settings, PUBLIC_URL: publicUrl }, brand);
    const { store: files, check } = openFileStore(settings);
    if (!(await check()))
      log.warn({}, "the file store at FILES_URL isn’t responding yet, so anything that needs a file waits");
    useDefaultTwilio(twilioOf(settings));
    useOutside({
      mayReachPrivate: isOnLoopback(publicUrl),
      twilioUrl: settings.TWILIO_BASE_URL,
      dnsServers: settings.DNS_SERVERS,
    });
    const mediaRoom = {
      most: settings.MEDIA_GB * 1024 ** 3,
      unverified: settings.MEDIA_UNVERIFIED_MB * 1024 ** 2,
    };
    useInstallation({
      publicUrl,
      brand,
      sender,
      files,
      operatorEmails: settings.OPERATOR_EMAILS,
      mediaRoom,
      replies: replyMailboxOf(settings),
      setup: setupOf(settings),
    });
    startIdentity({ secret: settings.SECRET, publicUrl, productName: brand, sender, log });
    setUploadFolder(path.join(settings.DATA_DIR, "uploads"));
    setProviders(settings.OIDC_PROVIDERS, log);
    setMailProviders(settings.MAIL_PROVIDERS, log);
    subscribe();
    defineKinds();
    defineDueKinds();
    defineNotificationKinds();
    defineReportLines();

    useModel(modelOf(settings), log);
    resumeWriting();

    publishFigures(settings, options.root);

    // Pages from memory are served before the database is up, and without it.
    const readiness = watchDatabase();
    const web = await startWeb({
      ...options,
      settings,
      publicUrl,
      site,
      readiness,
      screens: settings.ROLE !== "worker",
    });
    stops.push(() => web.stop());

    const server = await connectServer(settings, options.announce);
    stops.push(() => server.stop());
    const database = await openMigrated(server, options.root);
    stops.push(() => database.close());
    useDatabase(database);
    await ensureSealingKey();
    await ensurePushKeys();
    // Only where there may be other processes: an embedded database serves just one.
    if (settings.ROLE !== "worker" && settings.DATABASE_URL) {
      const stopExchange = exchangeLimits();
      stops.push(async () => stopExchange());
    }
    useWeather({
      openMeteoUrl: settings.OPEN_METEO_URL,
      openMeteoKey: settings.OPEN_METEO_API_KEY,
      nwsUrl: settings.NWS_URL,
      userAgent: `Plumbline (${publicUrl})`,
    });
    stops.push(closeRenderers);
    if (settings.ROLE !== "worker") {
      const pageViews = startPageViews({ settings, log });
      stops.push(() => pageViews.stop());
    }

    const works = settings.ROLE !== "web";
    const mailer = works
      ? createMailer({
          database,
          settings,
          sender,
          files,
          log,
          mayStillSend,
          ownServers,
          onOutcome: recordBadAddress,
        })
      : undefined;
    const texter = works
      ? createTexter({
          database,
          settings,
          accounts: textAccounts,
          statusCallback: textStatusCallback,
          log,
          mayStillSend: mayTextLeave,
          onOutcome: recordTextOutcome,
        })
      : undefined;
    const worker = await startWorker({
      mailer,
      texter,
      serves: settings.ROLE !== "worker",
      log,
      imapUrl: settings.IMAP_URL,
    });
    stops.push(() => worker.stop());
    // Stop new requests while the rest drains. Before that, pages waiting for a model's text are notified.
    stops.push(() => web.stop(), stopWriting);
    readiness.ready();
    return { publicUrl, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

/** The settings that the operator sees. */
function setupOf(settings: Settings): Setup {
  const hostOf = (url: string | undefined) => (url ? new URL(url).hostname : null);
  // With most mail servers, the user name of a mailbox is its address.
  const mailboxUser = settings.IMAP_URL && imapServerOfUrl(settings.IMAP_URL).user.toLowerCase();
  return {
    dataDir: settings.DATA_DIR,
    mailServer: hostOf(settings.SMTP_URL),
    mailbox: hostOf(settings.IMAP_URL),
    mailboxTakes: (address) => address === mailboxUser,
    signing: dkimPublished(settings),
  };
}

function modelOf({
  OPENAI_BASE_URL: baseUrl,
  OPENAI_API_KEY: apiKey,
  OPENAI_MODEL: model,
}: Settings): ModelSettings | undefined {
  return baseUrl && apiKey && model ? { baseUrl, apiKey, model } : undefined;
}

async function openMigrated(server: Server, root: string): Promise<Database> {
  await migrateDatabase(server.owner, schemaParts(root), server.appRole);
  await checkAppRole(server.app);
  return openDatabase(server.owner, server.app, { pooled: server.pooled });
}
