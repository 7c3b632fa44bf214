import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { databaseHome, databaseProcesses, isAlive, killHard, processTree } from "./processes.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const flags = (await import(pathToFileURL(path.join(ROOT, "bootstrap/flags.mjs")).href)) as {
  readonly PRODUCT_ENV: Readonly<Record<string, string>>;
  readonly PRODUCT_FLAGS: readonly string[];
};
const { PRODUCT_ENV } = flags;
/** The V8 flags that the bootstrap runs the product with. */
export const { PRODUCT_FLAGS } = flags;

/** The built product under test, started like the bootstrap starts it and controlled only from outside. */
export interface RunningProduct {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** All its standard output and standard error so far. */
  output(): string;
  /** Sends SIGTERM and waits for it to drain. Resolves with its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL to the app, its postmaster and every backend: as close to a power cut as a test can get. */
  killTree(): Promise<void>;
  /** SIGKILL to the app alone. */
  killApp(): Promise<void>;
  /** Emails in the outbox, oldest first. */
  outbox(): Promise<string[]>;
}

/** A temporary folder, which the caller removes. */
export async function tempFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `plumbline-${name}-`));
  // Let others pass through: as root the embedded database runs as another account, and would otherwise move
  // to /var/lib/plumbline.
  await chmod(folder, 0o711);
  return folder;
}

/** Names the folder that prepared-data.ts made. */
export const PREPARED_DATA = "PREPARED_DATA";

/** A data folder of an installation that nobody has used yet, which the caller removes. */
async function freshData(): Promise<string> {
  const folder = await tempFolder("data");
  const prepared = process.env[PREPARED_DATA];
  // Not its secret: a test may bring its own.
  if (prepared) await promisify(execFile)("cp", ["-a", path.join(prepared, "database"), `${folder}/`]);
  return folder;
}

/** Finds a TCP port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/**
 * A port below the ephemeral range. In that range, a client that connects while the product is down can be
 * given the product's port, and the product can't get it back.
 */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 18_000);
    const free = await new Promise<boolean>((resolve) => {
      const server = createServer().once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

/** The machine's own settings must not leak into a test. */
const SETTINGS =
  /^(PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_(APP_|POOL_)?URL|ROLE|FILES_URL|MEDIA_.*|S3_.*|SMTP_URL|MAIL_FROM|IMAP_URL|INBOUND_DOMAIN|TWILIO_.*|OPENAI_.*|OPERATOR_EMAILS|SITE_FILE|DKIM_.*|METRICS_TOKEN|OIDC_.*|GOOGLE_.*|MICROSOFT_.*|SECRET|ANALYTICS_.*|TRUST_PROXY|LOG_LEVEL|NODE_OPTIONS|npm_.*)$/;

/** The environment of a product under test. */
export function cleanEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.test(name)));
  return { ...PRODUCT_ENV, ...inherited, NODE_ENV: "production", ...settings };
}

/** A product that is starting. */
export interface StartingProduct extends RunningProduct {
  /**
   * Resolves at its ready line.
   * @throws Error with its output if it ends instead or isn't ready within three minutes
   */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
}

/**
 * Starts the product and waits for its ready line.
 * @param settings environment; DATA_DIR and PORT are generated if missing
 * @param root where it is built; this project by default
 * @param command `demo` for a filled business
 * @throws Error with its output if it ends instead or isn't ready within three minutes
 */
export async function startProduct(
  settings: Readonly<Record<string, string>> = {},
  root = ROOT,
  command: "serve" | "demo" = "serve",
): Promise<RunningProduct> {
  const product = await launchProduct(settings, root, command);
  await product.ready;
  return product;
}

/** Starts the product without waiting, for tests that kill it during its start. */
export async function launchProduct(
  settings: Readonly<Record<string, string>> = {},
  root = ROOT,
  command: "serve" | "demo" = "serve",
): Promise<StartingProduct> {
  const dataDir =
    settings["DATA_DIR"] ?? (settings["DATABASE_URL"] ? await tempFolder("data") : await freshData());
  const port = Number(settings["PORT"] ?? (await freePort()));
  const child = spawn(process.execPath, [...PRODUCT_FLAGS, "bootstrap/main.mjs", command], {
    cwd: root,
    env: cleanEnvironment({ ...settings, DATA_DIR: dataDir, PORT: String(port) }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const ready = untilReady(child, () => output);
  // A caller that kills it on purpose doesn't await `ready`.
  ready.catch(() => {});
  return {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    process: child,
    ready,
    ended: exited.then(() => {}),
    output: () => output,
    async stop() {
      child.kill("SIGTERM");
      return exited;
    },
    async killApp() {
      child.kill("SIGKILL");
      await exited;
    },
    async killTree() {
      // A database adopted from an earlier process isn't a descendant, and an initdb isn't in the data
      // folder's files yet.
      const pids = [
        ...new Set([
          ...(child.pid && isAlive(child.pid) ? processTree(child.pid) : []),
          ...databaseProcesses(dataDir),
        ]),
      ];
      for (const pid of pids) killHard(pid);
      await exited;
      while (pids.some(isAlive)) await sleep(5);
    },
    async outbox() {
      const folder = path.join(dataDir, "outbox/mail");
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
      return Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
    },
  };
}

async function untilReady(child: ChildProcess, output: () => string): Promise<void> {
  const until = performance.now() + 180_000;
  while (!output().includes("is ready at")) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the product ended (${child.exitCode ?? child.signalCode}):\n${output()}`);
    if (performance.now() > until) {
      child.kill("SIGKILL");
      throw new Error(`the product was not ready within three minutes:\n${output()}`);
    }
    await sleep(20);
  }
}

/** Stops what the embedded database left running on a folder, then removes the folder. */
export async function removeData(dataDir: string): Promise<void> {
  for (const pid of databaseProcesses(dataDir)) killHard(pid);
  const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 };
  await rm(databaseHome(dataDir), options);
  await rm(dataDir, options);
}
