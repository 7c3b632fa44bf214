import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkedPaths, publicPaths } from "../audit/addresses.ts";
import { inspect } from "../audit/inspect.ts";
import { gradeHeaders } from "../audit/observatory.ts";
import { misses, type PageReport } from "../audit/report.ts";
import { type Site, startSite } from "../audit/site.ts";
import { articlePaths } from "./harness/public-pages.ts";

// The short form of `npm run audit:site`: a full check of three pages, and the headers of every page. Page
// speed depends on the machine, so only the long form judges it, by a median.

let site: Site;
let reports: PageReport[];

beforeAll(async () => {
  site = await startSite();
  const [article = "/articles"] = await articlePaths(site.product.url);
  reports = await inspect(site, ["/", "/buildlog", article], 1);
}, 300_000);
afterAll(() => site?.stop());

describe("home, a tool's page and an article", () => {
  it("have 100 for accessibility, best practices and SEO, move nothing, weigh little, break no link, need no script, and are well guarded", () => {
    expect(reports).toHaveLength(3);
    expect(reports.flatMap((report) => misses(report).map((miss) => `${report.path}: ${miss}`))).toEqual([]);
  });

  it("were looked at in earnest", () => {
    for (const { findings, lighthouse, grade } of reports) {
      expect(findings.weight.html).toBeGreaterThan(500);
      expect(findings.weight.css).toBeGreaterThan(500);
      expect(findings.weight.fonts).toBeGreaterThan(500);
      expect(findings.targets.length).toBeGreaterThan(10);
      expect(lighthouse.lcp).toBeGreaterThan(0);
      expect(grade?.score).toBeGreaterThan(90);
    }
  });
});

it("Mozilla's Observatory gives every public page, and every page that clients open by link, A+", async () => {
  const grades = await gradeHeaders(site, [
    ...(await publicPaths(site.product.port)),
    ...(await linkedPaths(site.product)),
  ]);
  expect(
    [...grades]
      .filter(([, { grade }]) => grade !== "A+")
      .map(([path, { grade, failed }]) => `${path}: ${grade} ${failed.join(", ")}`),
  ).toEqual([]);
});
