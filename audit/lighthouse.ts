import lighthouse, { type LighthouseResult } from "lighthouse";

/** Scores from 0 to 100, times in milliseconds. */
export interface LighthouseFigures {
  /** Median over the runs. */
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  /** Medians over the runs. */
  readonly lcp: number;
  readonly tbt: number;
  /** Worst of the runs. */
  readonly cls: number;
  /** What cost points in accessibility, best practices or SEO. */
  readonly missed: Readonly<Record<"accessibility" | "bestPractices" | "seo", readonly string[]>>;
}

const JUDGED_ONCE = ["accessibility", "best-practices", "seo"];
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const missed = (result: LighthouseResult, category: string) =>
  (result.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => result.audits[id]?.title ?? id);

/** On a busy machine a trace sometimes fails to record the page; that says nothing about the page. */
const TRIES = 3;

async function runOnce(url: string, port: number, categories: readonly string[]): Promise<LighthouseResult> {
  let reason = "it gave no result";
  for (let attempt = 0; attempt < TRIES; attempt++) {
    // The default preset: a phone, with simulated network and CPU throttling.
    const answer = await lighthouse(url, {
      port,
      logLevel: "silent",
      output: "json",
      onlyCategories: categories,
      ignoreStatusCode: true,
    });
    if (answer && !answer.lhr.runtimeError) return answer.lhr;
    reason = answer?.lhr.runtimeError?.message ?? reason;
  }
  throw new Error(`Lighthouse could not look at ${url}: ${reason}`);
}

/**
 * Runs Lighthouse's mobile preset. Timings come from every run; the other three scores don't vary, so one run
 * is enough.
 * @param port the browser's debugging port; nothing else should use that browser meanwhile
 */
export async function measure(url: string, port: number, runs: number): Promise<LighthouseFigures> {
  const results: LighthouseResult[] = [];
  for (let run = 0; run < runs; run++)
    results.push(await runOnce(url, port, run === 0 ? ["performance", ...JUDGED_ONCE] : ["performance"]));
  const [first] = results as [LighthouseResult];
  const score = (result: LighthouseResult, category: string) =>
    Math.round((result.categories[category]?.score ?? 0) * 100);
  const figure = (name: string) => results.map((result) => result.audits[name]?.numericValue ?? 0);
  return {
    performance: median(results.map((result) => score(result, "performance"))),
    accessibility: score(first, "accessibility"),
    bestPractices: score(first, "best-practices"),
    seo: score(first, "seo"),
    lcp: median(figure("largest-contentful-paint")),
    tbt: median(figure("total-blocking-time")),
    cls: Math.max(...figure("cumulative-layout-shift")),
    missed: {
      accessibility: missed(first, "accessibility"),
      bestPractices: missed(first, "best-practices"),
      seo: missed(first, "seo"),
    },
  };
}
