import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { settled } from "./browser.ts";

/** Our standard: WCAG 2.2 AA and axe's own best practices. */
export const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What of it depends on colors, and is checked in dark mode too. */
const OF_COLORS = ["color-contrast", "link-in-text-block"];

/**
 * Creates an axe run for a page. Results without passes, and legacy mode, save time: pages here have no
 * frames of other sites, so axe needn't open its own page to merge results, which takes as long as the rest.
 */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();

/**
 * A page's problems in light and dark mode: axe violations, and the pixels it scrolls sideways. Leaves the
 * page in light mode.
 */
export async function hardToUse(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const axe = axeOn(page);
    const { violations } = await (
      colorScheme === "light" ? axe.withTags(RULES) : axe.withRules(OF_COLORS)
    ).analyze();
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
