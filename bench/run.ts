import { mkdir, readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { benchAccount } from "./account.ts";
import { benchCapture } from "./capture.ts";
import { benchChanges } from "./changes.ts";
import { benchChecklists } from "./checklists.ts";
import { benchChecklistReport } from "./checklist-report.ts";
import { benchChecklistRun } from "./checklist-run.ts";
import { benchClaim } from "./claim.ts";
import { benchDashboard } from "./dashboard.ts";
import { benchDocument } from "./document.ts";
import { benchEditor } from "./editor.ts";
import { benchEnrol } from "./enrol.ts";
import { benchEstimates } from "./estimates.ts";
import { benchEvidence } from "./evidence.ts";
import { benchField } from "./field.ts";
import type { Figure } from "./figure.ts";
import { benchGallery } from "./gallery.ts";
import { benchIssues } from "./issues.ts";
import { benchLatency } from "./latency.ts";
import { benchLogs } from "./logs.ts";
import { benchLogsScreen } from "./logs-screen.ts";
import { benchMail } from "./mail.ts";
import { benchMedia } from "./media.ts";
import { benchMemory } from "./memory.ts";
import { benchNotifications } from "./notifications.ts";
import { benchOshaForms } from "./osha-forms.ts";
import { benchPages } from "./pages.ts";
import { benchPhotoReport } from "./photo-report.ts";
import { benchPhotos } from "./photos.ts";
import { benchPhotosDevice } from "./photos-device.ts";
import { benchPipeline } from "./pipeline.ts";
import { benchPlans } from "./plans.ts";
import { benchReport } from "./report.ts";
import { benchSafetyAudit } from "./safety-audit.ts";
import { benchSafetyLibrary } from "./safety-library.ts";
import { benchSignIn } from "./sign-in.ts";
import { benchStart } from "./start.ts";
import { benchSync } from "./sync.ts";
import { benchVerify } from "./verify.ts";
import { benchVisits } from "./visits.ts";
import { benchWorkers } from "./workers.ts";

const BENCHES: Readonly<Record<string, () => Promise<Figure[]>>> = {
  pages: benchPages,
  capture: benchCapture,
  mail: benchMail,
  latency: benchLatency,
  logs: benchLogs,
  "logs-screen": benchLogsScreen,
  workers: benchWorkers,
  memory: benchMemory,
  account: benchAccount,
  dashboard: benchDashboard,
  editor: benchEditor,
  signin: benchSignIn,
  pipeline: benchPipeline,
  document: benchDocument,
  estimates: benchEstimates,
  changes: benchChanges,
  checklists: benchChecklists,
  "checklist-run": benchChecklistRun,
  issues: benchIssues,
  photos: benchPhotos,
  evidence: benchEvidence,
  media: benchMedia,
  "photos-device": benchPhotosDevice,
  plans: benchPlans,
  report: benchReport,
  "photo-report": benchPhotoReport,
  "checklist-report": benchChecklistReport,
  claim: benchClaim,
  enrol: benchEnrol,
  field: benchField,
  start: benchStart,
  sync: benchSync,
  "safety-library": benchSafetyLibrary,
  "safety-audit": benchSafetyAudit,
  notifications: benchNotifications,
  verify: benchVerify,
  gallery: benchGallery,
  visits: benchVisits,
  "osha-forms": benchOshaForms,
};

const FILE = "docs/measured/bench.md";
const HEAD = `# Speed, beside its limit

Written by \`npm run bench\`, a part at a time: \`npm run bench -- capture mail\` measures two of them again. Load generator, database and product
share the machine.
`;
const machine = `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;

/** Earlier results, by part. */
async function partsMeasured(): Promise<Map<string, string>> {
  const text = await readFile(FILE, "utf8").catch(() => "");
  return new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf("\n")), part.trimEnd()]),
  );
}

/** One part's figures, and the machine's load: results from a busy machine mean little. */
function partOf(name: string, figures: readonly Figure[], load: number): string {
  const rows = figures.map((one) => [
    one.what,
    one.ours,
    one.limit,
    one.ratio.toFixed(2),
    one.aim === undefined ? "" : `≥ ${one.aim}`,
    one.aim === undefined ? "" : one.ratio >= one.aim ? "met" : "missed",
  ]);
  const table = [
    ["What", "Ours", "Limit", "Ratio", "Aim", ""],
    ["---", "---", "---", "---", "---", "---"],
    ...rows,
  ]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
  const date = new Date().toISOString().slice(0, 10);
  return `${name}\n\n${date}, ${machine}, load average before it ${load.toFixed(1)}.\n\n${table}`;
}

// Saved part by part: a failure or an interrupted run loses none of the earlier results.
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length) {
  process.stderr.write(
    `There is no ${unknown.join(", ")} to measure. There are: ${Object.keys(BENCHES).join(", ")}.\n`,
  );
  process.exit(2);
}
await mkdir("docs/measured", { recursive: true });
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length && !wanted.includes(name)) continue;
  process.stdout.write(`${name}…\n`);
  const load = loadavg()[0]!;
  try {
    const part = partOf(name, await bench(), load);
    process.stdout.write(`\n${part.slice(part.indexOf("\n")).trim()}\n\n`);
    const measured = (await partsMeasured()).set(name, part);
    const parts = Object.keys(BENCHES).flatMap((one) => measured.get(one) ?? []);
    await writeFile(FILE, [HEAD, ...parts.map((one) => `## ${one}\n`)].join("\n"));
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(
      `${name} was not measured: ${error instanceof Error ? error.message : String(error)}\n\n`,
    );
  }
}
