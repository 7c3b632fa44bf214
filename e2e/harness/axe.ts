import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { settled } from "./browser.ts";

/** What we hold ourselves to: WCAG 2.2 AA, and what axe's authors call good practice. */
export const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Asks axe about a page. Of what is well it need not tell; and where no frame of another site is in a page,
 * it need not open a page of its own to put together what it found, which takes as long as the rest.
 */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();

/**
 * What is wrong with a page, in the light and in the dark: what axe finds, and by how many pixels it scrolls
 * sideways. Ends in the light.
 */
export async function hardToUse(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const { violations } = await axeOn(page).withTags(RULES).analyze();
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
