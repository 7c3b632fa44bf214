import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { startProduct, removeData, tempFolder } from "../e2e/harness/product.ts";
import { askForGuide, openShop } from "../e2e/harness/visitor.ts";
import type { Figure } from "./figure.ts";
import { median, needPackages, words } from "./tools.ts";

const SECONDS = 4;
const ROUNDS = 3;
/** V8 keeps optimizing for the first several thousand pages. */
const WARM_UP = 4;
const AIM_PER_SECOND = 500;
const SCREENS = [
  { name: "Dashboard", path: "/account/dashboard" },
  { name: "Settings", path: "/account/settings" },
] as const;

/**
 * Signed-in pages, rendered on each request with a real session and the embedded database: one core for the
 * web process, the other for load and database. Compared with React Router rendering the same screen from
 * ready data. Counted per second of CPU time, so that other work on the machine and a slow load generator
 * matter less.
 */
export async function benchAccount(): Promise<Figure[]> {
  needPackages({ wrk: "wrk", taskset: "util-linux" });
  const product = await startProduct({ LOG_LEVEL: "error" });
  try {
    const shop = await openShop(product, "bench@owner.test", "Bench Decks");
    for (let at = 0; at < 20; at++)
      await askForGuide(product, shop.slug, { name: `Client ${at}`, email: `client${at}@client.test` });
    execFileSync("taskset", ["-acp", "0", String(product.process.pid)], { stdio: "ignore" });
    const cookie = shop.visitor.cookies();
    const figures: Figure[] = [];
    for (const screen of SCREENS) {
      const bare = await startBare(await dataOf(product.url, screen.path, cookie));
      try {
        const [ours, limit]: [number[], number[]] = [[], []];
        for (let round = 0; round < WARM_UP + ROUNDS; round++) {
          const mine = load(product.process.pid!, `${product.url}${screen.path}`, cookie);
          const theirs = load(bare.pid, `http://127.0.0.1:${bare.port}${screen.path}`);
          if (round < WARM_UP) continue;
          ours.push(mine);
          limit.push(theirs);
        }
        figures.push(
          {
            what: `${screen.name}, signed in, requests per second of one core, beside bare React Router without data`,
            ours: words(median(ours)),
            limit: words(median(limit)),
            ratio: median(ours) / median(limit),
            aim: undefined,
          },
          {
            what: `${screen.name}, signed in, requests per second of one core, beside what we aim for`,
            ours: words(median(ours)),
            limit: words(AIM_PER_SECOND),
            ratio: median(ours) / AIM_PER_SECOND,
            aim: 1,
          },
        );
      } finally {
        bare.stop();
      }
    }
    return figures;
  } finally {
    await product.stop();
    await removeData(product.dataDir);
  }
}

/** The screen's loader data, as the framework sends it to its own script. */
async function dataOf(url: string, screen: string, cookie: string): Promise<string> {
  const answer = await fetch(`${url}${screen}.data`, { headers: { Cookie: cookie } });
  if (answer.status !== 200) throw new Error(`${screen}.data answered ${answer.status}`);
  const file = path.join(await tempFolder("bare"), "data");
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  return file;
}

async function startBare(file: string): Promise<{ port: number; pid: number; stop(): void }> {
  const child = spawn(
    "taskset",
    ["-c", "0", process.execPath, path.join(import.meta.dirname, "bare-screens.ts"), file],
    {
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once("data", (line: Buffer) => resolve(Number(line)));
    child.once("exit", () => reject(new Error("the bare server did not start")));
  });
  // `taskset` replaces itself with the program, so the pid is the program's.
  return { port, pid: child.pid!, stop: () => void child.kill() };
}

/** Requests answered per second of CPU time, over all threads of the process. */
function load(pid: number, url: string, cookie?: string): number {
  const before = processorSeconds(pid);
  const header = cookie ? ["-H", `Cookie: ${cookie}`] : [];
  const output = execFileSync(
    "taskset",
    ["-c", "1", "wrk", "-t1", "-c16", `-d${SECONDS}s`, "-H", "Accept-Encoding: br", ...header, url],
    {
      encoding: "utf8",
    },
  );
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`the load failed:\n${output}`);
  return Number(/(\d+) requests in/.exec(output)?.[1] ?? 0) / (processorSeconds(pid) - before);
}

function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  // User and system time, in hundredths of a second on every Linux.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
