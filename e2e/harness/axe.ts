import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/**
 * Asks axe about a page. Of what is well it need not tell; and where no frame of another site is in a page, it need not open a page of its own
 * to put together what it found, which takes as long as the rest.
 */
export const axeOn = (page: Page): AxeBuilder => new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
