import { existsSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { Site } from "./site.ts";

/** What Mozilla's HTTP Observatory says of one page's answer. */
export interface Grade {
  readonly grade: string;
  readonly score: number;
  /** Tests that failed, by the result they name. */
  readonly failed: readonly string[];
}

async function loadScanner() {
  // Its install script fetches the browsers' preload list, which `localhost` is not on; without the file it
  // does not run.
  const folder = path.dirname(
    createRequire(import.meta.url).resolve("@mdn/mdn-http-observatory/package.json"),
  );
  const preloaded = path.join(folder, "conf/hsts-preload.json");
  if (!existsSync(preloaded)) writeFileSync(preloaded, "{}");
  const [
    { retrieve },
    { ALL_TESTS },
    { getGradeForScore, getScoreModifier },
    { MINIMUM_SCORE_FOR_EXTRA_CREDIT },
  ] = await Promise.all([
    import("@mdn/mdn-http-observatory/src/retriever/retriever.js"),
    import("@mdn/mdn-http-observatory/src/constants.js"),
    import("@mdn/mdn-http-observatory/src/grader/grader.js"),
    import("@mdn/mdn-http-observatory/src/grader/charts.js"),
  ]);
  return { retrieve, ALL_TESTS, getGradeForScore, getScoreModifier, MINIMUM_SCORE_FOR_EXTRA_CREDIT };
}

/**
 * Asks the scanner's own retriever, tests and grader about pages of a site on loopback. Its `scan()` would do
 * the same for the root of a public host name only, and refuses a page that answers 404.
 * @param paths asked one after the other
 */
export async function gradeHeaders(
  site: Site,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Grade>> {
  const scanner = await loadScanner();
  setDefaultCACertificates([...getCACertificates("default"), site.certificate.cert]);
  const grades = new Map<string, Grade>();
  for (const one of paths) {
    const retrieved = await scanner.retrieve("localhost", {
      httpPort: site.port,
      httpsPort: site.port,
      path: one,
    });
    if (!retrieved.responses.auto) throw new Error(`the Observatory could not reach ${one}`);
    const results = scanner.ALL_TESTS.map((test) => test(retrieved));
    const modifiers = results.map(({ result }) => (result ? scanner.getScoreModifier(result) : 0));
    // Extra credit counts only for those who would have an A without it.
    const bare =
      100 + modifiers.filter((modifier) => modifier < 0).reduce((sum, modifier) => sum + modifier, 0);
    const withCredit = 100 + modifiers.reduce((sum, modifier) => sum + modifier, 0);
    const { grade, score } = scanner.getGradeForScore(
      bare >= scanner.MINIMUM_SCORE_FOR_EXTRA_CREDIT ? withCredit : bare,
    );
    grades.set(one, {
      grade,
      score,
      failed: results.flatMap(({ result, pass }) => (pass ? [] : [result ?? "unknown"])),
    });
  }
  return grades;
}
