import { existsSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { Site } from "./site.ts";

/** Mozilla HTTP Observatory's result for one page. */
export interface Grade {
  readonly grade: string;
  readonly score: number;
  /** Results of the failed tests. */
  readonly failed: readonly string[];
}

async function loadScanner() {
  // Its install script downloads the browsers' preload list. `localhost` isn't on that list, but the package
  // doesn't run without the file.
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
 * Runs the scanner's own retriever, tests and grader on pages of a site on loopback. Its `scan()` only
 * accepts the root of a public host name, and refuses a page that returns 404.
 * @param paths requested one after another
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
    // Extra credit counts only for a page that gets an A without it.
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
