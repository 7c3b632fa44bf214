import { cpus, totalmem } from "node:os";
import { NOWHERE } from "./addresses.ts";
import type { LighthouseFigures } from "./lighthouse.ts";
import type { Grade } from "./observatory.ts";
import type { PageFindings, Weight } from "./page-checks.ts";

export interface PageReport {
  readonly path: string;
  readonly findings: PageFindings;
  readonly broken: readonly string[];
  readonly grade: Grade | undefined;
  readonly lighthouse: LighthouseFigures;
}

/** Targets for every public page. Sizes in bytes; 1 KB is 1,024 bytes. */
const TARGETS = { performance: 95, cls: 0.02, js: 5 * 1024, home: 120 * 1024, grade: "A+" } as const;

const total = (weight: Weight): number => Object.values(weight).reduce((sum, bytes) => sum + bytes, 0);
const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);

type Score = keyof LighthouseFigures["missed"];

/**
 * The scores that apply to a page: the not-found page logs a console error, and pages that aren't indexable
 * get no SEO score.
 */
function judged({ path, findings }: Pick<PageReport, "path" | "findings">): readonly Score[] {
  const scores: Score[] = ["accessibility"];
  if (path !== NOWHERE) scores.push("bestPractices");
  if (findings.indexable) scores.push("seo");
  return scores;
}

const score = (report: PageReport, one: Score) =>
  judged(report).includes(one) ? report.lighthouse[one] : "–";

/** A page's failures, without those that depend on the machine's speed. */
export function misses({ path, findings, broken, grade, lighthouse }: PageReport): string[] {
  const found: string[] = [];
  const status = path === NOWHERE ? 404 : 200;
  if (findings.status !== status) found.push(`answered ${findings.status} instead of ${status}`);
  for (const one of judged({ path, findings }))
    if (lighthouse[one] < 100) found.push(`${one} ${lighthouse[one]} (${lighthouse.missed[one].join("; ")})`);
  if (lighthouse.cls > TARGETS.cls) found.push(`CLS ${lighthouse.cls.toFixed(3)}`);
  if (findings.weight.js > TARGETS.js) found.push(`${kilobytes(findings.weight.js)} KB of script`);
  if (path === "/" && total(findings.weight) > TARGETS.home)
    found.push(`${kilobytes(total(findings.weight))} KB in all`);
  for (const one of findings.strangers) found.push(`asks another host: ${one}`);
  for (const one of findings.axe) found.push(`axe: ${one}`);
  for (const one of findings.html) found.push(`HTML: ${one}`);
  for (const one of broken) found.push(`broken link: ${one}`);
  for (const one of findings.withoutScriptFailed) found.push(`without script: ${one}`);
  if (grade?.grade !== TARGETS.grade)
    found.push(`Observatory ${grade?.grade ?? "none"} (${grade?.failed.join(", ") ?? ""})`);
  return found;
}

/** All of a page's failures, timings included. */
export function allMisses(report: PageReport): string[] {
  const { performance } = report.lighthouse;
  return performance < TARGETS.performance
    ? [`performance ${performance}`, ...misses(report)]
    : misses(report);
}

const COLUMNS: readonly (readonly [string, (report: PageReport) => string | number])[] = [
  ["Page", ({ path }) => path],
  ["Perf.", ({ lighthouse }) => lighthouse.performance],
  ["Access.", ({ lighthouse }) => lighthouse.accessibility],
  ["Best pr.", (report) => score(report, "bestPractices")],
  ["SEO", (report) => score(report, "seo")],
  ["LCP s", ({ lighthouse }) => (lighthouse.lcp / 1000).toFixed(2)],
  ["TBT ms", ({ lighthouse }) => Math.round(lighthouse.tbt)],
  ["CLS", ({ lighthouse }) => lighthouse.cls.toFixed(3)],
  ["HTML KB", ({ findings }) => kilobytes(findings.weight.html)],
  ["CSS", ({ findings }) => kilobytes(findings.weight.css)],
  ["JS", ({ findings }) => kilobytes(findings.weight.js)],
  ["Fonts", ({ findings }) => kilobytes(findings.weight.fonts)],
  ["Pictures", ({ findings }) => kilobytes(findings.weight.pictures)],
  ["All", ({ findings }) => kilobytes(total(findings.weight))],
  ["axe", ({ findings }) => findings.axe.length],
  ["HTML errors", ({ findings }) => findings.html.length],
  ["Broken links", ({ broken }) => broken.length],
  ["Without script", ({ findings }) => findings.withoutScriptFailed.join("; ") || findings.withoutScript],
  ["Observatory", ({ grade }) => (grade ? `${grade.grade} ${grade.score}` : "–")],
];

/** The figures as a Markdown table, one row per page. */
export function table(reports: readonly PageReport[]): string {
  const rows = [COLUMNS.map(([title]) => title), COLUMNS.map((_, place) => (place ? "---:" : "---"))];
  for (const report of reports) rows.push(COLUMNS.map(([, cell]) => String(cell(report))));
  return rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** The text of docs/measured/site.md. */
export function document(reports: readonly PageReport[], runs: number): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const missed = reports.flatMap((report) =>
    allMisses(report).map((miss) => `- \`${report.path}\`: ${miss}`),
  );
  return [
    "# The public site, page by page",
    `\`npm run audit:site\` on ${new Date().toISOString().slice(0, 10)}, ${machine}. Over HTTPS on loopback, empty data folder, browser and product on the same machine.`,
    `Lighthouse with its mobile preset; performance, LCP and TBT are the median of ${runs} runs, CLS the worst. Sizes are compressed bodies in KB, after scrolling to the end on a phone. axe: violations in light and dark, at 320 and 1,280 px. Without script: the page read, and each form sent empty. Targets: accessibility, best practices and SEO 100, performance ≥ ${TARGETS.performance}, CLS ≤ ${TARGETS.cls}, JS ≤ 5 KB, the home page ≤ 120 KB, Observatory ${TARGETS.grade}, nothing else found.`,
    table(reports),
    missed.length ? `## Missed\n\n${missed.join("\n")}` : "Every target was met.",
  ]
    .join("\n\n")
    .concat("\n");
}
