import { rm } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { hasSidePaths, times } from "#platform/testing/long-form.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, launchBrowser, launchProfile, logIn, PHONE } from "./harness/browser.ts";
import { addJob, openTool } from "./harness/field.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { draw, signNext } from "./harness/signing.ts";
import { looked } from "./harness/tool-journey.ts";
import { openShop } from "./harness/visitor.ts";

// A talk is given in a dead zone and signed by a whole crew on one phone, which dies halfway. Later, a worker
// signs another one in Spanish on their own phone.

const WHO = { email: "foreman@talks.test", password: "correct plumb line 7" };
const CREW_SIZE = times(40, 8);
const CREW = Array.from(
  { length: CREW_SIZE },
  (_, at) => `Worker ${String.fromCharCode(65 + (at % 26))}${at + 1}`,
);

let product: RunningProduct;
let browser: Browser;
let profile: string;
let phone: BrowserContext;
let onPhone: Page;
let job: string;

beforeAll(async () => {
  product = await startProduct({ OPERATOR_EMAILS: WHO.email });
  [profile, browser] = [await tempFolder("talks"), await launchBrowser()];
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

it("is read whole in both languages without a signal, and started in three taps", async () => {
  await phone.setOffline(true);
  await onPhone.getByRole("link", { name: /^Safety/ }).click();
  await onPhone.getByText("Today’s talk").waitFor();
  await looked(onPhone, "talks-phone");
  await onPhone.getByLabel("Find a talk").fill("trench");
  await onPhone
    .getByRole("link", { name: /Trenches|trench/i })
    .first()
    .click();
  const words = onPhone.locator(".talk-words");
  await words.waitFor();
  const english = await words.textContent();
  await looked(onPhone, "talk-read-phone");
  await onPhone.getByRole("button", { name: "Español" }).click();
  await words.getByRole("heading", { name: "En lo que quedamos" }).waitFor();
  expect(await words.textContent()).not.toBe(english);
  expect(await words.getAttribute("lang")).toBe("es");
  await onPhone.getByRole("button", { name: "Start this talk" }).click();
  await onPhone.getByText("No number yet").waitFor();
}, 90_000);

it("asks about the same name twice, and refuses a signature without a stroke", async () => {
  const names = onPhone.getByLabel("Add people");
  await names.fill(CREW.join(", "));
  await onPhone.getByRole("button", { name: "Add", exact: true }).click();
  await onPhone.getByRole("heading", { name: `Who’s here (${CREW_SIZE})` }).waitFor();
  await names.fill(CREW[3]!.toUpperCase());
  await onPhone.getByRole("button", { name: "Add", exact: true }).click();
  await onPhone
    .getByText(/is on the list\. Check the box/)
    .first()
    .waitFor();
  await looked(onPhone, "talk-twice-phone");
  await names.fill("");
  await looked(onPhone, "talk-started-phone");
  await onPhone.getByRole("button", { name: "Finish the talk" }).click();
  await onPhone.getByText(/haven’t signed\. Have them sign/).waitFor();
  await onPhone.getByRole("link", { name: "Pass the phone" }).click();
  await onPhone.locator(".talk-signer", { hasText: CREW[0]! }).waitFor();
  await onPhone.getByRole("button", { name: "Siguiente" }).click();
  await onPhone.locator(".field-error", { hasText: "Primero firma en el cuadro." }).waitFor();
  expect(await onPhone.getByText(`0 of ${CREW_SIZE} signed`).count()).toBe(1);
  await looked(onPhone, "talk-sign-es-phone");
  await onPhone.getByRole("button", { name: "English" }).click();
}, 90_000);

it("is signed by a whole crew on one phone, and loses none when the browser dies halfway", async () => {
  const signed = new Set<string>();
  for (let at = 0; at < CREW_SIZE / 2; at++) signed.add(await signNext(onPhone));
  await looked(onPhone, "talk-sign-phone");
  const address = onPhone.url();
  // As when the battery dies: nobody leaves the page.
  const crashed = onPhone.waitForEvent("crash").catch(() => undefined);
  await onPhone.goto("chrome://crash").catch(() => undefined);
  await Promise.race([crashed, new Promise((resolve) => setTimeout(resolve, 3_000))]);
  await onPhone.close().catch(() => undefined);
  onPhone = await phone.newPage();
  await onPhone.goto(address);
  await onPhone.getByText(`${CREW_SIZE / 2} of ${CREW_SIZE} signed`).waitFor();
  await onPhone.getByRole("button", { name: "English" }).click();
  while (signed.size < CREW_SIZE - 1) signed.add(await signNext(onPhone));
  expect(signed.size).toBe(CREW_SIZE - 1);
  const last = (await onPhone.locator(".talk-signer").textContent())!;
  await onPhone.getByText("Not here, or doesn’t sign").click();
  await onPhone.getByLabel("Why they don’t sign").fill("Left before signing");
  await onPhone.getByRole("button", { name: /doesn’t sign$/ }).click();
  await onPhone.getByText(`${CREW_SIZE - 1} of ${CREW_SIZE} signed, not finished`).waitFor();
  await looked(onPhone, "talk-all-signed-phone");
  await onPhone.getByRole("link", { name: "Back to the talk" }).click();
  await onPhone.getByRole("button", { name: "Finish the talk" }).click();
  await onPhone.getByText(`${CREW_SIZE - 1} of ${CREW_SIZE} signed`, { exact: true }).waitFor();
  await onPhone.getByRole("button", { name: `${last} signs after all` }).click();
  await onPhone.getByRole("link", { name: "Pass the phone" }).click();
  await onPhone.getByRole("button", { name: "English" }).click();
  expect(await signNext(onPhone)).toBe(last);
  await onPhone.getByRole("link", { name: "Back to the talk" }).click();
  await onPhone.getByText(`Complete: ${CREW_SIZE} of ${CREW_SIZE} signed`).waitFor();
  await expect.poll(() => onPhone.getByText(/Signed late/).count()).toBe(1);
  await looked(onPhone, "talk-complete-phone");
}, 240_000);

it("gets its number and its paper once there is a signal, and is in the office’s list", async () => {
  await phone.setOffline(false);
  await onPhone.getByText(/^TBT-\d{4}-0001$/).waitFor({ timeout: 30_000 });
  const link = onPhone.getByRole("link", { name: "Open the PDF" });
  const paper = await onPhone.request.get(product.url + (await link.getAttribute("href"))!);
  expect(paper.headers()["content-type"]).toBe("application/pdf");
  const desk = await phone.newPage();
  await desk.goto(`${product.url}/account/safety`);
  await desk.getByText(`Complete: ${CREW_SIZE} of ${CREW_SIZE} signed`).waitFor();
  await looked(desk, "talks-office-phone");
  await looked(desk, "talks-office-desk", LAPTOP);
  const csv = await (await desk.request.get(`${product.url}/account/safety/talks.csv`)).text();
  expect(csv).toMatch(new RegExp(`TBT-\\d{4}-0001,.*,${CREW_SIZE},${CREW_SIZE},Complete`));
  await desk.close();
}, 90_000);

it("is signed in Spanish by a worker on their own phone, and shows on the leader’s within seconds", async () => {
  await onPhone.goto(`${product.url}/account/job/${job}/safety`);
  await onPhone.getByRole("button", { name: "Start this talk" }).click();
  // Who was at the last talk is expected.
  await onPhone.getByRole("heading", { name: `Who’s here (${CREW_SIZE})` }).waitFor();
  await onPhone.getByRole("button", { name: "Show a QR code" }).click({ timeout: 20_000 });
  await onPhone.getByRole("img", { name: "QR code to sign this talk" }).waitFor();
  await looked(onPhone, "talk-code-phone");
  const address = (await onPhone.locator("a[href*='/s/']").getAttribute("href"))!;
  const worker = await browser.newContext({ viewport: PHONE, locale: "es-MX" });
  const page = await worker.newPage();
  await page.goto(address);
  await page.getByText("Plática de seguridad").waitFor();
  await looked(page, "talk-own-phone");
  await page.getByLabel("Tu nombre completo").fill("José Peña");
  await page.getByRole("button", { name: "Firmar" }).click();
  await page.locator(".field-error", { hasText: "Firma en el cuadro" }).waitFor();
  await draw(page);
  await page.getByRole("button", { name: "Firmar" }).click();
  await page.getByText("Gracias, José Peña. Ya firmaste.").waitFor();
  await looked(page, "talk-own-done-phone");
  await onPhone.getByRole("heading", { name: `Who’s here (${CREW_SIZE + 1})` }).waitFor({ timeout: 5_000 });
  await onPhone
    .locator("li", { hasText: "José Peña" })
    .getByText(/on their own phone.*Español/)
    .waitFor();
  await page.goto(`${address}/talk?lang=en`);
  await page.getByLabel("Your full name").fill("jose pena");
  await draw(page);
  await page.getByRole("button", { name: "Sign", exact: true }).click();
  await page.getByText(/has signed already\. If you’re another person/).waitFor();
  expect(await hardToUse(page)).toEqual([]);
  await worker.close();
}, 120_000);

it.runIf(hasSidePaths)(
  "takes a typed name where there is no script",
  async () => {
    const address = (await onPhone.locator("a[href*='/s/']").getAttribute("href"))!;
    const plain = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
    const page = await plain.newPage();
    await page.goto(address);
    await page.getByText("your typed name counts as your signature").waitFor();
    await page.getByLabel("Your full name").fill(CREW[0]!);
    await page.getByLabel("My typed name is my signature").check();
    await page.getByRole("button", { name: "Sign", exact: true }).click();
    await page.getByText(`Thank you, ${CREW[0]!}. You signed.`).waitFor();
    await onPhone.getByText(`2 of ${CREW_SIZE + 1} signed`, { exact: true }).waitFor({ timeout: 10_000 });
    await plain.close();
    const row = onPhone.locator(".talk-people > li", { hasText: CREW[0]! }).first();
    await row.getByText("They confirmed with their typed name.").waitFor();
    await row.getByText("Wrong signature?").click();
    await row.getByRole("button", { name: "Void the signature" }).click();
    await row.locator(".field-error", { hasText: "Say why it doesn’t count." }).waitFor();
    await row.getByLabel("Why it doesn’t count").fill("Typed by someone else");
    await row.getByRole("button", { name: "Void the signature" }).click();
    await onPhone.getByText(`1 of ${CREW_SIZE + 1} signed`, { exact: true }).waitFor();
    expect(await row.getByText("doesn’t count: Typed by someone else").count()).toBe(1);
    await looked(onPhone, "talk-voided-phone");
  },
  60_000,
);

it("says by when the next talk is due", async () => {
  await onPhone.goto(`${product.url}/account/job/${job}/safety/clock`);
  await onPhone.getByLabel(/Washington/).check();
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.getByText("Saved. What’s due shows on Today.").waitFor();
  await looked(onPhone, "talk-clock-phone");
  await onPhone.getByLabel("Our own rule").check();
  await looked(onPhone, "talk-clock-own-phone");
  await onPhone.getByRole("link", { name: "All talks of this job" }).click();
  await onPhone.getByText(/The next talk is due by|A talk is due today/).waitFor();
  expect(await onPhone.getByText("At the start, then every week.").count()).toBe(1);
  await looked(onPhone, "talks-later-phone");
}, 60_000);
