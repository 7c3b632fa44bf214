import { randomBytes, randomInt } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startIdentity } from "#ground/identity/public.server.ts";
import { recordBadAddress, mayStillSend } from "#trade/sequences/sending/may-send.server.ts";
import { productName } from "#platform/config/brand.ts";
import { useInstallation } from "#platform/config/installation.server.ts";
import type { Settings } from "#platform/config/settings.server.ts";
import { useSecret } from "#platform/config/signing.server.ts";
import { connectServer } from "#platform/db/connect.server.ts";
import { openDatabase } from "#platform/db/database.server.ts";
import { migrateDatabase } from "#platform/db/migrate.server.ts";
import { useDatabase } from "#platform/db/scope.server.ts";
import { createDiskStore } from "#platform/files/disk.server.ts";
import { createLog } from "#platform/log/log.server.ts";
import { createMailer } from "#platform/mail/sending/mailer.server.ts";
import { mailSender } from "#platform/mail/sender.server.ts";
import { systemClock } from "#platform/time/clock.ts";
import { BUSINESS } from "./cast.ts";
import { demoClock, fillDemo } from "./fill.ts";
import { openPostOffice } from "./post-office.ts";
import { freePort } from "../free-port.ts";
import { schemaParts } from "../schema.ts";
import { subscribe } from "../subscriptions.ts";
import { defineDueKinds } from "../due-kinds.ts";
import { defineKinds } from "../record-kinds.ts";

type Own = Settings & { readonly SECRET: string };

/**
 * Serves a realistic business from a folder that is removed at the end. Uses the given settings, but
 * touches nothing outside: no other database, and a mail server of its own that forwards nothing.
 * @param serve starts the product as `npm start` does; resolves when it is ready
 */
export async function serveDemo(serve: (settings: Own) => Promise<void>, settings: Settings): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "plumbline-demo-"));
  // As root, the database runs as another user, who needs access to the folder.
  if (process.getuid?.() === 0) chmodSync(folder, 0o711);
  // The product exits the process once it has stopped; this is the only hook after that.
  process.on("exit", () => removeFolder(folder));
  const port = settings.PORT || (await freePort(settings.HOST));
  const outbox = path.join(folder, "outbox", "mail");
  const office = await openPostOffice(outbox);
  const own: Own = {
    ...settings,
    PORT: port,
    PUBLIC_URL: settings.PUBLIC_URL ?? `http://localhost:${port}`,
    DATA_DIR: folder,
    ROLE: "all",
    SECRET: randomBytes(48).toString("base64url"),
    DATABASE_URL: undefined,
    DATABASE_APP_URL: undefined,
    DATABASE_POOL_URL: undefined,
    FILES_URL: undefined,
    SMTP_URL: office.url,
    MAIL_FROM: "Plumbline <mail@plumbline.example>",
    DKIM_KEY: undefined,
    DKIM_SELECTOR: undefined,
  };
  const password = newPassword();
  await untilInterrupted((signal) => prepare(own, password, signal));
  await serve(own);
  process.stdout.write(
    [
      `This is a demo. Everyone in it is made up, and it’s all deleted when you stop it. It’s stored in ${folder}.`,
      `Log in at ${own.PUBLIC_URL}/login as ${BUSINESS.owner} with the password ${password}`,
      `Its emails went nowhere. Read them in ${outbox}`,
      `To follow one job from the first question to the friend she sent, open Leads, then ${BUSINESS.storyOf}.`,
      "",
    ].join("\n"),
  );
}

/** Creates and fills the database, then stops everything it started. */
async function prepare(settings: Own, password: string, signal: AbortSignal): Promise<void> {
  const log = createLog("error");
  const sender = mailSender(settings, productName);
  const files = createDiskStore(path.join(settings.DATA_DIR, "files"));
  useSecret(settings.SECRET);
  useInstallation({ publicUrl: settings.PUBLIC_URL!, brand: productName, sender, files, operatorEmails: [] });
  startIdentity({ secret: settings.SECRET, publicUrl: settings.PUBLIC_URL!, productName, sender, log });
  subscribe();
  defineKinds();
  defineDueKinds();
  const server = await connectServer(settings, () => {});
  // If the database goes away, the next write of the story fails.
  const cutOff = () => void server.stop();
  signal.addEventListener("abort", cutOff);
  try {
    signal.throwIfAborted();
    await migrateDatabase(server.owner, schemaParts(process.cwd()), server.appRole);
    const now = systemClock.now();
    const clock = demoClock(now);
    const database = openDatabase(server.owner, server.app);
    useDatabase(database, clock);
    // No background work runs yet: only the story decides what happens when.
    const mailer = createMailer({
      database,
      settings,
      sender,
      files,
      clock,
      log,
      mayStillSend,
      onOutcome: recordBadAddress,
    });
    try {
      await fillDemo({ clock, now, password, sendDue: () => mailer.sendDue() });
    } finally {
      await mailer.stop();
      await database.close();
    }
  } finally {
    signal.removeEventListener("abort", cutOff);
    await server.stop();
  }
}

/** Runs `work` so that Ctrl-C ends it cleanly. The product's start handles signals itself. */
async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const name of SIGNALS) process.on(name, stop);
  try {
    await work(stopping.signal);
    stopping.signal.throwIfAborted();
  } catch (error) {
    throw stopping.signal.aborted
      ? new Error("The demonstration was interrupted before it was ready.")
      : error;
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"] as const;

const WORDS =
  "anchor beam board cedar chalk deck fence frame gate gravel hinge joist ladder ledger level maple nail paint plane plumb porch post rail ridge saw screw shingle slope square stair timber trowel".split(
    " ",
  );

/**
 * Easy to type, hard to guess and new each time: the demonstration may be reachable from other machines.
 */
function newPassword(): string {
  return [...Array.from({ length: 3 }, () => WORDS[randomInt(WORDS.length)]), randomInt(1000, 10_000)].join(
    "-",
  );
}

function removeFolder(folder: string): void {
  let elsewhere = "";
  try {
    // The database may be elsewhere, if its user can't read the temporary folder.
    elsewhere = readFileSync(path.join(folder, "database", "place"), "utf8").trim();
  } catch {
    // It is inside the folder.
  }
  for (const one of [elsewhere, folder]) if (one !== "") rmSync(one, { recursive: true, force: true });
}
