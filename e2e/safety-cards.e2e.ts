import { rm } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, launchBrowser, launchProfile, logIn, PHONE } from "./harness/browser.ts";
import { addJob, openTool } from "./harness/field.ts";
import { photoOf } from "./harness/photos.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { looked } from "./harness/tool-journey.ts";
import { openShop } from "./harness/visitor.ts";

// Cards are added in a dead zone, looked up there, and warn at a talk. A new person hears the rules of a
// job in Spanish, and signs.

const WHO = { email: "foreman@cards.test", password: "correct plumb line 7" };
const inDays = (days: number): string => Temporal.Now.plainDateISO().add({ days }).toString();

let product: RunningProduct;
let browser: Browser;
let profile: string;
let phone: BrowserContext;
let onPhone: Page;
let job: string;

beforeAll(async () => {
  product = await startProduct({ OPERATOR_EMAILS: WHO.email });
  [profile, browser] = [await tempFolder("cards"), await launchBrowser()];
  phone = await launchProfile(profile, { viewport: PHONE });
  await openShop(product, WHO.email, "Hale Builders");
  onPhone = await phone.newPage();
  await logIn(onPhone, product.url, WHO);
  await openTool(onPhone, product.url, "SiteSafe");
  job = await addJob(onPhone, product.url, "Hale kitchen", "14 Elm Street, Boise");
}, 120_000);

afterAll(async () => {
  await Promise.all([phone?.close(), browser?.close()]);
  await product?.stop();
  if (product) await removeData(product.dataDir);
  await rm(profile, { recursive: true, force: true });
}, 60_000);

/** Draws a line in the box for signatures. */
async function draw(page: Page): Promise<void> {
  const pad = page.locator(".signature-pad canvas");
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await pad.boundingBox())!;
  await page.mouse.move(x + width * 0.15, y + height * 0.6);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height * 0.3, { steps: 3 });
  await page.mouse.move(x + width * 0.85, y + height * 0.6, { steps: 3 });
  await page.mouse.up();
}

/** Fills in the form of a new card and saves it. */
async function addCard(name: string, type: string, expires: string): Promise<void> {
  await onPhone.getByRole("link", { name: "Add a card" }).click();
  await onPhone.getByLabel("Whose card").fill(name);
  await onPhone.getByLabel("Kind of card").selectOption({ label: type });
  await onPhone.getByLabel("Good through").fill(expires);
  await onPhone.getByRole("button", { name: "Save the card" }).click();
  await onPhone.getByRole("heading", { name }).waitFor();
  await onPhone.getByRole("link", { name: "People and cards" }).click();
}

it("is added without a signal, with a photo, and refuses years that can’t be", async () => {
  await phone.setOffline(true);
  await onPhone.getByRole("link", { name: /^Safety/ }).click();
  await onPhone.getByText("More", { exact: true }).click();
  await looked(onPhone, "safety-ways-phone");
  await onPhone.getByRole("link", { name: "People and cards" }).click();
  await onPhone.getByText("No cards yet.").waitFor();
  await looked(onPhone, "cards-empty-phone");
  await onPhone.getByRole("link", { name: "Add a card" }).click();
  await onPhone.getByRole("button", { name: "Save the card" }).click();
  await onPhone.locator(".field-error", { hasText: "Enter whose card it is." }).waitFor();
  await onPhone.getByLabel("Whose card").fill("Luis Ortega");
  await onPhone.getByLabel("Kind of card").selectOption({ label: "Forklift operator" });
  await onPhone.getByLabel("Number").fill("FL-4471");
  await onPhone.getByLabel("Issued", { exact: true }).fill("2025-03-01");
  await onPhone.getByLabel("Good through").fill("2024-03-01");
  await onPhone.getByRole("button", { name: "Save the card" }).click();
  await onPhone.locator(".field-error", { hasText: "before the card was issued" }).waitFor();
  await looked(onPhone, "card-faults-phone");
  await onPhone.getByLabel("Good through").fill("2208-03-01");
  await onPhone.getByRole("button", { name: "Save the card" }).click();
  await onPhone.locator(".field-error", { hasText: "Check the year." }).waitFor();
  // The phone goes to sleep, and what was typed is still there.
  await onPhone.reload();
  await expect.poll(() => onPhone.getByLabel("Number").inputValue()).toBe("FL-4471");
  await onPhone.getByLabel("Good through").fill(inDays(20));
  await onPhone.getByRole("button", { name: "Save the card" }).click();
  await onPhone.getByText(/^Expires in 20 days/).waitFor();
  for (const seed of [3, 4])
    await onPhone
      .getByLabel("Gallery")
      .setInputFiles({ name: "card.jpg", mimeType: "image/jpeg", buffer: await photoOf(seed, 860, 540) });
  await onPhone.getByRole("button", { name: "Open photo 2 of 2" }).waitFor();
  await looked(onPhone, "card-phone");
  await onPhone.getByRole("button", { name: "Open photo 1 of 2" }).click();
  await onPhone.getByRole("dialog").waitFor();
  expect(await onPhone.getByRole("button", { name: /Draw|Mark/ }).count()).toBe(0);
  await onPhone.keyboard.press("Escape");
  await onPhone.getByRole("link", { name: "People and cards" }).click();
}, 90_000);

it("is looked up on the phone by a person’s name or a card’s", async () => {
  await addCard("Ana Paz", "Forklift operator", inDays(-3));
  await addCard("Ana Paz", "Aerial lift", inDays(400));
  await addCard("José Peña", "OSHA 10", "");
  await looked(onPhone, "cards-phone");
  await onPhone.getByLabel("Find a person or a card").fill("pena");
  await expect.poll(() => onPhone.locator(".card-people > li").count()).toBe(1);
  await onPhone.getByLabel("Find a person or a card").fill("forklift");
  await expect.poll(() => onPhone.locator(".card-people > li").count()).toBe(2);
  expect(await hardToUse(onPhone)).toEqual([]);
  await onPhone.getByRole("link", { name: "Tasks that need a card" }).click();
  await onPhone.getByText("forklift, telehandler", { exact: true }).waitFor();
  await onPhone.getByLabel("Words of the task").fill("trench");
  await onPhone.getByLabel("Card that it needs").selectOption({ label: "OSHA 10" });
  await onPhone.getByRole("button", { name: "Add the task" }).click();
  await onPhone.getByText("trench", { exact: true }).waitFor();
  await onPhone.getByRole("button", { name: /^Remove.*trench/ }).click();
  await onPhone.getByText("trench removed.").waitFor();
  await looked(onPhone, "needs-phone");
}, 90_000);

it("warns at a talk of who has no card, or an expired one, and stops nobody", async () => {
  await onPhone.goto(`${product.url}/account/job/${job}/safety/read/forklifts`);
  await onPhone.getByRole("button", { name: "Start this talk" }).click();
  await onPhone.getByLabel("Add people").fill("Luis Ortega, Ana Paz, Dana Hale");
  await onPhone.getByRole("button", { name: "Add", exact: true }).click();
  const row = (name: string) => onPhone.locator(".talk-people > li", { hasText: name });
  await row("Dana Hale").getByText("no forklift operator card here").waitFor();
  await row("Ana Paz").getByText("their forklift operator card expired").waitFor();
  expect(await row("Luis Ortega").getByText("Check their cards").count()).toBe(0);
  expect(await row("Ana Paz").getByRole("link", { name: /^Sign/ }).count()).toBe(1);
  await looked(onPhone, "card-warning-phone");
}, 60_000);

it("orients a new person in Spanish, once, and lists who has been", async () => {
  await onPhone.goto(`${product.url}/account/job/${job}/safety/orientation`);
  await onPhone.getByText("Nobody yet.").waitFor();
  await onPhone.getByLabel("Who is new").fill("José Peña");
  await onPhone.getByLabel("Their language").selectOption("es");
  await looked(onPhone, "orientation-phone");
  await onPhone.getByRole("button", { name: "Read it and sign" }).click();
  await onPhone.getByText("Mira la tarjeta de emergencia").waitFor();
  await looked(onPhone, "orientation-talk-phone");
  await onPhone.getByRole("link", { name: "Pass the phone" }).click();
  await draw(onPhone);
  await onPhone.getByRole("button", { name: "Listo" }).click();
  await onPhone.getByRole("link", { name: "Back to the orientation" }).click();
  await onPhone.goto(`${product.url}/account/job/${job}/safety/orientation`);
  await onPhone.getByRole("heading", { name: "Who has been oriented (1)" }).waitFor();
  await onPhone.getByLabel("Who is new").fill("jose pena");
  await onPhone.getByRole("button", { name: "Read it and sign" }).click();
  await onPhone.locator(".field-error", { hasText: "José Peña signed already" }).waitFor();
  await looked(onPhone, "oriented-phone");
  // It is no toolbox talk: the list of talks has only the one about forklifts.
  await onPhone.getByRole("link", { name: "Safety on this job" }).click();
  await onPhone.getByRole("heading", { name: "Not finished" }).waitFor();
  expect(await onPhone.locator("section", { hasText: "Not finished" }).locator("li").count()).toBe(1);
  await onPhone.goto(`${product.url}/account/jobs/safety/orientation?job=${job}`);
  await onPhone.getByLabel("In English").fill("Our own words.");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.getByLabel("Who is new").fill("Ana Paz");
  await onPhone.getByRole("button", { name: "Read it and sign" }).click();
  await onPhone.getByText("Our own words.").waitFor();
}, 90_000);

it("is in the office with filters and a CSV, and erased with its photos when a person asks", async () => {
  await phone.setOffline(false);
  const desk = await phone.newPage();
  await expect
    .poll(
      async () => {
        await desk.goto(`${product.url}/account/safety/cards`);
        return desk.locator("tbody tr").count();
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toBe(4);
  await looked(desk, "cards-office-phone");
  await looked(desk, "cards-office-desk", LAPTOP);
  await desk.getByLabel("Good through").selectOption({ label: "Expired" });
  await desk.getByRole("button", { name: "Search" }).click();
  await expect.poll(() => desk.locator("tbody tr").count()).toBe(1);
  const csv = await (await desk.request.get(`${product.url}/account/safety/cards/cards.csv`)).text();
  expect(csv).toContain("Luis Ortega,Forklift operator,FL-4471,,2025-03-01,");
  await desk.goto(`${product.url}/account/safety/cards/person?name=Jos%C3%A9+Pe%C3%B1a`);
  await desk.getByText("1 signature on talks and orientations. These stay.").waitFor();
  await desk.goto(`${product.url}/account/safety/cards/person?name=Luis+Ortega`);
  // Of nobody with an account: one name can be two people.
  await desk.locator("summary", { hasText: "Erase the checked cards" }).click();
  await desk.getByRole("button", { name: "Erase the checked cards" }).click();
  await desk.getByText("Check the cards to erase.").waitFor();
  await desk.getByRole("checkbox", { name: "Forklift operator" }).check();
  await looked(desk, "cards-erase-phone");
  await looked(desk, "cards-erase-desk", LAPTOP);
  await desk.getByRole("button", { name: "Erase the checked cards" }).click();
  await desk.getByText("The cards are erased").waitFor();
  await looked(desk, "cards-erased-desk", LAPTOP);
  await onPhone.goto(`${product.url}/account/jobs/safety/cards`);
  await expect.poll(() => onPhone.locator(".card-people > li").count(), { timeout: 10_000 }).toBe(2);
  await desk.close();
}, 90_000);
