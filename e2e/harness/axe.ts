import axe, { type Result, type RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { hasSidePaths, variants } from "#platform/testing/long-form.ts";
import { settled } from "./browser.ts";

/** Our standard: WCAG 2.2 AA and axe's own best practices. */
export const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What of it depends on colors, and is checked in dark mode too. */
const OF_COLORS = ["color-contrast", "link-in-text-block"];

/** What to check of a page: everything unless tags or rules are named. */
export interface AxeChecks {
  readonly tags?: readonly string[];
  readonly rules?: readonly string[];
  /** A selector of what to leave out. */
  readonly exclude?: string;
}

/**
 * What axe finds on a page. It's put into each document once, since reading its half megabyte takes longer
 * than most of its runs.
 */
export async function violationsOn(
  page: Page,
  { tags, rules, exclude }: AxeChecks = {},
): Promise<readonly Result[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => "axe" in globalThis))) await frame.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(tags ? { runOnly: { type: "tag", values: [...tags] } } : {}),
    ...(rules ? { runOnly: { type: "rule", values: [...rules] } } : {}),
  };
  const { violations } = await page.evaluate(
    async ([context, asked]) => {
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
      return run(context, asked);
    },
    [exclude ? { exclude: [exclude] } : { exclude: [] }, options] as const,
  );
  return violations;
}

/** How often `npm test` asks axe, which takes a third of a journey's time: at every third look. */
const ASKED_EVERY = 3;
let looks = 0;

/**
 * A page's problems: axe violations, in the long form in dark mode too, and the pixels it scrolls sideways.
 * Leaves the page in light mode.
 */
export async function hardToUse(page: Page): Promise<string[]> {
  const found: string[] = [];
  const isAsked = hasSidePaths || looks++ % ASKED_EVERY === 0;
  for (const colorScheme of isAsked ? variants(["light", "dark"] as const) : []) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const violations = await violationsOn(
      page,
      colorScheme === "light" ? { tags: RULES } : { rules: OF_COLORS },
    );
    found.push(
      ...violations.map(
        ({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(" | ")}`,
      ),
    );
  }
  await page.emulateMedia({ colorScheme: "light" });
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return wide > 0 ? [...found, `${wide} pixels too wide`] : found;
}
