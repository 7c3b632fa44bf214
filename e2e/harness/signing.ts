import type { Page } from "playwright-core";
import { expect } from "vitest";

// What people do with a phone that is passed around.

/** Draws a line in the box for signatures. */
export async function draw(page: Page): Promise<void> {
  const pad = page.locator(".signature-pad canvas");
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await pad.boundingBox())!;
  await page.mouse.move(x + width * 0.15, y + height * 0.6);
  await page.mouse.down();
  for (const [across, down] of [
    [0.35, 0.3],
    [0.55, 0.7],
    [0.85, 0.4],
  ] as const)
    await page.mouse.move(x + width * across, y + height * down, { steps: 3 });
  await page.mouse.up();
}

/** Signs for the next person, and passes the phone on. @returns the signer */
export async function signNext(page: Page): Promise<string> {
  const name = (await page.locator(".talk-signer").textContent())!;
  await draw(page);
  await page.getByRole("button", { name: /^(?:Next|Done)$/ }).click();
  await expect.poll(() => page.locator(".talk-signer", { hasText: new RegExp(`^${name}$`) }).count()).toBe(0);
  return name;
}
