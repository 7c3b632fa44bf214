import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { startBalancer } from "../harness/balancer.ts";
import { isAlive, killHard, ownerConnection, postmasterOf, signal } from "../harness/processes.ts";
import {
  launchProduct,
  quietPort,
  removeData,
  type StartingProduct,
  tempFolder,
} from "../harness/product.ts";
import type { Layout, PlannedKill } from "./plan.ts";
import { alone, pooled, type SiteDatabase } from "./site-database.ts";

/**
 * The most messages that one process can have on the wire. Emails: `maxConnections` in its SMTP_URL; texts:
 * the text sender's own limit.
 */
export const CONCURRENCY = { mail: 5, text: 4 } as const;

/** All processes of the product in a proof. */
export interface Site {
  readonly url: string;
  readonly dataDir: string;
  /** Connection as the database's owner. The database must be running. */
  connection(): pg.ClientConfig;
  /** Starts what isn't running, without waiting. */
  begin(): Promise<void>;
  /**
   * Waits until everything runs and the web process reports ready.
   * @throws Error with the output of a process that ended by itself
   */
  ready(): Promise<void>;
  /** Process ids by name, also of the database's main processes in a layout with a pooler. */
  pids(): Readonly<Record<string, number>>;
  /** Kills processes, which `begin` restarts. Resolves with the number of dead senders. */
  kill(kill: PlannedKill): Promise<number>;
  /** Stops everything with SIGTERM; resolves with the exit codes. */
  stop(): Promise<(number | null)[]>;
  remove(): Promise<void>;
  /** All processes' output, for a failure's report. */
  output(): string;
}

/** How long frozen processes stay alive, so that the database finishes its requests. In milliseconds. */
const FROZEN_MS = 40;
/** Longer than the others need to notice a lost sender session (5 to 6 seconds). */
const STALLED_MS = 7_000;

/**
 * Prepares a site without starting it.
 * @param folder for its data, such as one on a disk of its own; created if missing
 */
export async function layOut(
  layout: Layout,
  settings: Readonly<Record<string, string>>,
  folder?: string,
): Promise<Site> {
  const dataDir = folder ?? (await tempFolder("kills"));
  if (layout === "one") return one(dataDir, settings);
  return four(dataDir, layout === "pooled" ? await pooled() : await alone(), settings);
}

async function one(dataDir: string, settings: Readonly<Record<string, string>>): Promise<Site> {
  const all = await fleet({ app: { ...settings, DATA_DIR: dataDir, ROLE: "all" } });
  return {
    ...all,
    dataDir,
    connection: () => ownerConnection(dataDir),
    async ready() {
      // Backends briefly outlive their postmaster and still answer, so the web process can look ready without
      // one.
      for (const until = Date.now() + 60_000; !postmasterOf(dataDir) && Date.now() < until; await sleep(25))
        if (!all.runs("app")) break;
      await all.ready();
    },
    async kill({ kind }) {
      const app = all.running("app")!;
      const alone = kind.endsWith("app");
      if (kind === "database") {
        const postmaster = postmasterOf(dataDir);
        if (postmaster) killHard(postmaster.pid);
        while (postmaster && isAlive(postmaster.pid)) await sleep(1);
        return 0;
      }
      if (kind.startsWith("frozen")) await freeze([app]);
      await (alone ? app.killApp() : app.killTree());
      return 1;
    },
    remove: () => removeData(dataDir),
  };
}

async function four(
  dataDir: string,
  database: SiteDatabase,
  settings: Readonly<Record<string, string>>,
): Promise<Site> {
  const shared = {
    ...settings,
    ...database.settings,
    DATA_DIR: dataDir,
    SECRET: "a secret that only this proof knows, 2026",
  };
  const ports = [await quietPort(), await quietPort()] as const;
  // Both web processes share one address, which the links in emails use, whichever process sends them.
  const balancer = await startBalancer(ports);
  const known = { ...shared, PUBLIC_URL: balancer.url };
  const web = await fleet({ front: { ...known, ROLE: "web" }, back: { ...known, ROLE: "web" } }, ports);
  const workers = await fleet({ left: { ...known, ROLE: "worker" }, right: { ...known, ROLE: "worker" } });
  const begin = async () => {
    await database.begin();
    await Promise.all([web.begin(), workers.begin()]);
  };
  return {
    url: balancer.url,
    dataDir,
    connection: () => database.connection(),
    begin,
    pids: () => ({ ...web.pids(), ...workers.pids(), ...database.pids() }),
    ready: async () => void (await Promise.all([web.ready(), workers.ready()])),
    async kill({ kind, which }) {
      const both = ["left", "right"].map((name) => workers.running(name)!);
      const worker = both[which]!;
      const webs = ["front", "back"].map((name) => web.running(name)!);
      if (kind === "web") await webs[which]!.killApp();
      else if (kind === "web and worker") {
        await Promise.all([webs[which]!.killApp(), worker.killApp()]);
        return 1;
      } else if (kind === "database") await database.kill();
      else if (kind === "pooler") await database.killPooler();
      else if (kind === "stalled worker") {
        signal(worker.process.pid!, "SIGSTOP");
        await database.kill();
        await begin();
        await sleep(STALLED_MS);
        signal(worker.process.pid!, "SIGCONT");
      } else if (kind.endsWith("worker")) {
        if (kind.startsWith("frozen")) await freeze([worker]);
        await worker.killApp();
        return 1;
      } else {
        const all = [...webs, ...both];
        if (kind.startsWith("frozen")) await freeze(all);
        await Promise.all([...all.map((each) => each.killApp()), database.kill()]);
        return 2;
      }
      return 0;
    },
    async stop() {
      const codes = [...(await workers.stop()), ...(await web.stop())];
      await balancer.stop();
      await database.stop();
      return codes;
    },
    async remove() {
      await balancer.stop();
      await database.remove();
      await removeData(dataDir);
    },
    output: () => web.output() + workers.output(),
  };
}

async function freeze(products: readonly StartingProduct[]): Promise<void> {
  for (const { process } of products) signal(process.pid!, "SIGSTOP");
  await sleep(FROZEN_MS);
}

/** The product's processes by name, each with a fixed port. The fleet's address is the first one's. */
async function fleet(
  members: Readonly<Record<string, Readonly<Record<string, string>>>>,
  given: readonly number[] = [],
) {
  const ports = new Map<string, number>();
  for (const [at, name] of Object.keys(members).entries()) ports.set(name, given[at] ?? (await quietPort()));
  const products = new Map<string, StartingProduct>();
  const past: StartingProduct[] = [];
  const runs = (name: string) => isAlive(products.get(name)?.process.pid ?? 0);
  const url = (name: string) => `http://127.0.0.1:${ports.get(name)}`;
  return {
    url: url(Object.keys(members)[0]!),
    runs,
    running: (name: string) => products.get(name),
    pids: () => Object.fromEntries([...products].map(([name, { process }]) => [name, process.pid!])),
    async begin() {
      for (const [name, settings] of Object.entries(members)) {
        if (runs(name)) continue;
        const product = await launchProduct({
          LOG_LEVEL: "error",
          PUBLIC_URL: url(name),
          ...settings,
          PORT: String(ports.get(name)),
        });
        products.set(name, product);
        past.push(product);
      }
    },
    async ready() {
      for (const [name, product] of products) {
        await product.ready;
        for (const until = Date.now() + 60_000; ; await sleep(25)) {
          if (!runs(name)) throw new Error(`${name} ended by itself:\n${product.output()}`);
          if (
            await fetch(`${url(name)}/readyz`).then(
              (answer) => answer.ok,
              () => false,
            )
          )
            break;
          if (Date.now() > until)
            throw new Error(`${name} was not ready again within a minute:\n${product.output()}`);
        }
      }
    },
    stop: async () => Promise.all([...products.values()].map((product) => product.stop())),
    output: () => past.map((product) => product.output()).join(""),
  };
}
