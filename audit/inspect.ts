import type { Browser } from "playwright-core";
import { freePort } from "../e2e/harness/product.ts";
import { launchBrowser } from "../e2e/harness/browser.ts";
import { measure } from "./lighthouse.ts";
import { LinkChecker } from "./links.ts";
import { gradeHeaders } from "./observatory.ts";
import { lookAt } from "./page-checks.ts";
import type { PageReport } from "./report.ts";
import type { Site } from "./site.ts";

/** Inspects the pages one after another: they share the machine, and some figures are timings. */
export async function inspect(
  site: Site,
  paths: readonly string[],
  runs: number,
  onPage: (report: PageReport) => void = () => {},
): Promise<PageReport[]> {
  const grades = await gradeHeaders(site, paths);
  const links = new LinkChecker(site);
  const reports: PageReport[] = [];
  const browser = await launchBrowser();
  try {
    for (const path of paths) {
      const findings = await lookAt(browser, site.url + path);
      const broken = await links.broken(path, findings.targets);
      const lighthouse = await withOwnBrowser(site, (port) => measure(site.url + path, port, runs));
      const report = { path, findings, broken, grade: grades.get(path), lighthouse };
      reports.push(report);
      onPage(report);
    }
  } finally {
    await browser.close();
  }
  return reports;
}

// Lighthouse takes over its browser: it clears caches and throttles.
async function withOwnBrowser<T>(site: Site, work: (port: number) => Promise<T>): Promise<T> {
  const port = await freePort();
  const trust = `--ignore-certificate-errors-spki-list=${site.certificate.fingerprint}`;
  const browser: Browser = await launchBrowser([`--remote-debugging-port=${port}`, trust]);
  try {
    return await work(port);
  } finally {
    await browser.close();
  }
}
