import type { Page } from "playwright-core";

/** What the verifier's page says of an archive. */
export async function verdictOf(
  page: Page,
  bytes: Uint8Array,
  name = "history.zip",
): Promise<{ verdict: string; problems: string[] }> {
  const before = await page.locator("#answer").getAttribute("data-turn");
  await page
    .locator("#file")
    .setInputFiles({ name, mimeType: "application/zip", buffer: Buffer.from(bytes) });
  await page.locator(`#answer:not([hidden]):not([data-turn="${before}"])`).waitFor();
  return {
    verdict: (await page.locator("#verdict").textContent()) ?? "",
    problems: await page.locator("#problems li").allTextContents(),
  };
}
