import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { benchAccount } from "./account.ts";
import { benchCapture } from "./capture.ts";
import { benchClaim } from "./claim.ts";
import { benchDocument } from "./document.ts";
import { benchEnrol } from "./enrol.ts";
import { benchLatency } from "./latency.ts";
import { benchMail } from "./mail.ts";
import { benchMemory } from "./memory.ts";
import { benchPages } from "./pages.ts";
import { benchSignIn } from "./sign-in.ts";
import { benchStart } from "./start.ts";
import { benchWorkers } from "./workers.ts";

/** One claim about speed, beside the limit it is measured against. */
export interface Figure {
  readonly what: string;
  readonly ours: string;
  readonly limit: string;
  /** Ours divided by the limit. */
  readonly ratio: number;
  /** What we aim for, if anything; the run says when it is missed, and fails nothing: machines differ. */
  readonly aim: number | undefined;
}

const BENCHES: Readonly<Record<string, () => Promise<Figure[]>>> = {
  pages: benchPages,
  capture: benchCapture,
  mail: benchMail,
  latency: benchLatency,
  workers: benchWorkers,
  memory: benchMemory,
  account: benchAccount,
  signin: benchSignIn,
  document: benchDocument,
  claim: benchClaim,
  enrol: benchEnrol,
  start: benchStart,
};

const wanted = process.argv.slice(2);
const figures: Figure[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length && !wanted.includes(name)) continue;
  process.stdout.write(`${name}…\n`);
  figures.push(...(await bench()));
}

const rows = figures.map((one) => [
  one.what,
  one.ours,
  one.limit,
  one.ratio.toFixed(2),
  one.aim === undefined ? "" : `≥ ${one.aim}`,
  one.aim === undefined ? "" : one.ratio >= one.aim ? "met" : "missed",
]);
const table = [["What", "Ours", "Limit", "Ratio", "Aim", ""], ["---", "---", "---", "---", "---", "---"], ...rows]
  .map((row) => `| ${row.join(" | ")} |`)
  .join("\n");
const machine = `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
process.stdout.write(`\n${table}\n`);

if (!wanted.length) {
  await mkdir("docs/measured", { recursive: true });
  const date = new Date().toISOString().slice(0, 10);
  await writeFile(
    "docs/measured/bench.md",
    `# Speed, beside its limit\n\n\`npm run bench\` on ${date}, ${machine}. Load generator, database and product share the machine.\n\n${table}\n`,
  );
}
