import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as build from "virtual:react-router/server-build";
import {
  environment,
  readSettings,
  type Settings,
  unusedSettings,
} from "#platform/config/settings.server.ts";
import { createLog, loggableError } from "#platform/log/log.server.ts";
import { type Product, type ProductOptions, startProduct } from "./product.ts";

export * from "virtual:react-router/server-build";

const ROOT = process.cwd();

/** Ends the process with one sentence for the person who typed the command. */
function fail(error: unknown): never {
  const message =
    error instanceof Error && error.message ? error.message : "Startup failed for an unknown reason.";
  process.stderr.write(`${message.replaceAll("\n", " ")}\n`);
  process.exit(1);
}

/**
 * The product's commands, called by the bootstrap.
 * @param argv `serve`, `backup FILE`, `restore FILE`, `move URL` or `demo`
 */
export async function run(argv: readonly string[]): Promise<void> {
  const [command = "serve", file] = argv;
  // If standard output is a file on a full disk, only the output is lost: work and cleanup go on.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    // Before anything is created in DATA_DIR: the demonstration has a folder of its own.
    if (command === "demo")
      return await (await import("./demo/serve.ts")).serveDemo(serve, readSettings(environment(), ROOT));
    const settings = await settle(readSettings(environment(), ROOT));
    if (command === "serve") await serve(settings);
    else if (command === "backup" || command === "restore") {
      if (!file) throw new Error(`Say which file: npm run ${command} -- FILE`);
      await (
        await import("./commands/backup.ts")
      )[command === "backup" ? "backupTo" : "restoreFrom"](settings, path.resolve(ROOT, file), ROOT);
    } else if (command === "move") {
      if (!file) throw new Error("Say where to: npm run move -- postgres://owner:password@host:5432/name");
      await (await import("./commands/move.ts")).moveTo(settings, file, ROOT);
    } else throw new Error(`There is no command ${command}. Use serve, demo, backup, restore, or move.`);
  } catch (error) {
    fail(error);
  }
}

/** Creates the data folder and the secret if they don't exist. */
export async function settle(settings: Settings): Promise<Settings & { SECRET: string }> {
  const folder = settings.DATA_DIR;
  try {
    await mkdir(folder, { recursive: true });
    const probe = path.join(folder, `.probe-${process.pid}`);
    await writeFile(probe, "");
    await rm(probe, { force: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why =
      code === "ENOSPC"
        ? "its disk is full"
        : code === "EROFS"
          ? "its disk is read-only"
          : code === "ENOTDIR" || code === "EEXIST"
            ? "it is not a folder"
            : "this user can’t write there";
    throw new Error(
      `The data folder ${folder} can't be used: ${why}. Set DATA_DIR to another folder, or fix this one.`,
      { cause: error },
    );
  }
  return { ...settings, SECRET: settings.SECRET ?? (await ownSecret(path.join(folder, "secret"))) };
}

// Written under a temporary name and then renamed: two first starts at the same moment agree on the one
// that was renamed first.
async function ownSecret(file: string): Promise<string> {
  // Read first: an existing secret is used even when the disk has no room for another.
  let secret = (await readFile(file, "utf8").catch(() => undefined))?.trim();
  if (secret === undefined) {
    const fresh = `${file}-${process.pid}`;
    try {
      await writeFile(fresh, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600, flush: true });
      await link(fresh, file);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOSPC")
        throw new Error(`The data folder ${path.dirname(file)} can't be used: its disk is full.`, {
          cause: error,
        });
      if (code !== "EEXIST") throw error;
    } finally {
      await rm(fresh, { force: true });
    }
    secret = (await readFile(file, "utf8")).trim();
  }
  if (secret.length < 32)
    throw new Error(
      `The file ${file} should contain the signing secret but does not. Restore it from a backup, or delete it and a new one is created.`,
    );
  return secret;
}

async function serve(settings: Settings & { SECRET: string }): Promise<void> {
  const log = createLog(settings.LOG_LEVEL);
  const unused = unusedSettings(environment());
  if (unused.length) log.warn({ settings: unused }, "these settings have no effect in this version");
  const starting = startProduct({
    settings,
    root: ROOT,
    log,
    build,
    clientFolder: path.join(ROOT, "build/client"),
    announce: (line) => process.stdout.write(`${line}\n`),
  });
  stopOnSignals(starting, log.error.bind(log));
  const product = await starting;
  process.stdout.write(`Plumbline is ready at ${product.publicUrl}\n`);
  releaseStartMemory();
}

// Starting leaves about 60 MB of garbage that V8 would not free while idle; an idle product should be
// small.
function releaseStartMemory(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: object) => void;
  setTimeout(() => collect({ type: "major", execution: "sync", flavor: "last-resort" }), 1000).unref();
}

function stopOnSignals(starting: Promise<Product>, report: (fields: object, message: string) => void): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    // The process exits even if something hangs: acknowledged work is committed, and claimed work is
    // released at the next start.
    setTimeout(() => process.exit(1), 25_000).unref();
    starting
      .then((product) => product.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  process.on("SIGHUP", stop);
  // If the bootstrap that started us exits, nothing could stop us later.
  if (process.connected) process.on("disconnect", stop);
  process.on("unhandledRejection", (error) => report({ error: loggableError(error) }, "unhandled rejection"));
}

/** Called by `npm run dev`: the same product, with Vite rebuilding screens as they change. */
export async function runDev(options: {
  readonly vite: {
    readonly middlewares: NonNullable<ProductOptions["development"]>;
    ssrLoadModule(id: string): Promise<unknown>;
  };
}): Promise<void> {
  try {
    const settings = await settle(readSettings(environment(), ROOT));
    const log = createLog(settings.LOG_LEVEL);
    const starting = startProduct({
      settings,
      root: ROOT,
      log,
      // Vite returns the same module as the import at the top of this file, but has no type for it.
      build: () => options.vite.ssrLoadModule("virtual:react-router/server-build") as Promise<typeof build>,
      clientFolder: undefined,
      development: options.vite.middlewares,
      announce: (line) => process.stdout.write(`${line}\n`),
    });
    stopOnSignals(starting, log.error.bind(log));
    process.stdout.write(`Plumbline is ready at ${(await starting).publicUrl}\n`);
  } catch (error) {
    fail(error);
  }
}
