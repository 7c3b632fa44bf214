import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { unzipSync, zipSync } from "fflate";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LAPTOP, launchBrowser, picture } from "./harness/browser.ts";
import { addJob, chooseEntry, daysAgo, openBuildLog } from "./harness/field.ts";
import { linkOf, mailTo } from "./harness/mails.ts";
import { photoOf } from "./harness/photos.ts";
import { type RunningProduct, tempFolder } from "./harness/product.ts";
import { looked, openToolJourney } from "./harness/tool-journey.ts";
import { verdictOf } from "./harness/verifier.ts";

// From a photo in a dead zone, over the price and two approvers, to a contract sum that rolled forward.

const WHO = { email: "builder@changes.test", password: "correct plumb line 7" };

let product: RunningProduct;
let phone: BrowserContext;
let onPhone: Page;
let atClient: Page;
let job: string;
let close = async (): Promise<void> => {};

beforeAll(async () => {
  ({ product, phone, onPhone, atClient, close } = await openToolJourney("ChangeLog", WHO, "Hale Builders"));
  await openBuildLog(onPhone, product.url);
}, 120_000);

afterAll(() => close(), 60_000);

async function addCost(text: string, kind: string, cost: string, quantity = "1"): Promise<void> {
  await onPhone.getByLabel("Description", { exact: true }).fill(text);
  await onPhone.getByLabel("Quantity").fill(quantity);
  if (quantity !== "1") await onPhone.getByLabel("Unit", { exact: true }).fill("hr");
  await onPhone.getByLabel("Unit cost").fill(cost);
  await onPhone.getByLabel("Kind of cost").selectOption(kind);
  await onPhone.getByRole("button", { name: "Add line" }).click();
  await onPhone.locator("button.estimate-line", { hasText: text }).waitFor();
  await expect.poll(() => onPhone.getByLabel("Description", { exact: true }).inputValue()).toBe("");
}

it("is two taps from a photo, without a signal", async () => {
  job = await addJob(onPhone, product.url, "Hale kitchen", "14 Elm Street, Boise");
  await onPhone.getByRole("link", { name: "Change", exact: true }).click();
  await onPhone.getByLabel("Contract sum").fill("48,000");
  await onPhone.getByLabel("Finish").fill("2026-12-18");
  await onPhone.getByRole("button", { name: /^Save/ }).click();
  await onPhone.getByText("$48,000").waitFor();
  await phone.setOffline(true);
  await onPhone
    .getByLabel("Gallery")
    .setInputFiles({ name: "wall.jpg", mimeType: "image/jpeg", buffer: await photoOf(3, 800, 600) });
  await onPhone.getByLabel("Caption for these photos").fill("Dana wants the opening 8 inches to the left.");
  await onPhone.getByRole("button", { name: "Save note" }).click();
  await onPhone.getByText("Note saved.").waitFor();
  // In the history: the box under the camera is empty again.
  await onPhone
    .getByRole("button", { name: /^Open photo 1 of 1/ })
    .last()
    .click();
  await picture(onPhone, "change-photo-act");
  await onPhone.getByRole("dialog").getByRole("button", { name: "This is extra work" }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Change", exact: true }).waitFor();
  await onPhone.getByText("Not sent. Gets its number when it’s uploaded").waitFor();
  expect(await onPhone.getByLabel("What it is").inputValue()).toBe(
    "Dana wants the opening 8 inches to the left.",
  );
  // The same photo is the same change.
  await onPhone.goto(`${product.url}/account/job/${job}`);
  await onPhone
    .getByRole("button", { name: /^Open photo 1 of 1/ })
    .last()
    .click();
  await onPhone.getByRole("dialog").getByRole("button", { name: "This is extra work" }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Change", exact: true }).waitFor();
  await onPhone.getByLabel("What it is").fill("Move the opening");
  await onPhone
    .getByLabel("What changes")
    .fill("Move the opening 8 inches to the left and reframe the header.");
  await onPhone.getByLabel("Why", { exact: true }).selectOption("Client asked for it");
  await onPhone.getByLabel("Where", { exact: true }).fill("Kitchen, north wall");
  await onPhone.getByLabel("Days", { exact: true }).fill("soon");
  await onPhone.getByText("Verbal direction").click();
  await onPhone.getByLabel("Who", { exact: true }).fill("Dana Hale");
  await onPhone.getByLabel("When", { exact: true }).fill(`${daysAgo(2).toString()}T14:10`);
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.locator(".field-error").getByText("Enter whole days").waitFor();
  await onPhone.getByLabel("Days", { exact: true }).fill("3");
  await looked(onPhone, "change-details-phone");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.locator(".estimate-bar").getByText("This change, +3 days").waitFor();
  await onPhone.goto(`${product.url}/account/job/${job}/changes`);
  await onPhone.getByRole("link", { name: /Move the opening/ }).waitFor();
  expect(await onPhone.locator(".estimate-list > li").count()).toBe(1);
  await looked(onPhone, "changes-list-phone");
}, 90_000);

it("has the crew of a day on it, without a signal", async () => {
  await onPhone.goto(`${product.url}/account/job/${job}/logs`);
  await chooseEntry(onPhone, "Crew");
  await onPhone.getByLabel("Trade").fill("Framing");
  await onPhone.getByLabel("Workers").fill("2");
  await onPhone.getByLabel("Hours each").fill("4");
  await onPhone.getByLabel("Extra work").selectOption({ label: "Move the opening" });
  await looked(onPhone, "change-crew-phone");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.locator(".log-entry").getByText("Extra work: Move the opening").waitFor();
  await picture(onPhone, "change-crew-saved-phone");
  await onPhone.goto(`${product.url}/account/job/${job}/changes`);
  await onPhone.getByRole("link", { name: /Move the opening/ }).click();
  const logged = onPhone.getByRole("region", { name: "Logged work" });
  await logged.getByText("Framing: 2 people, 4 h each").waitFor();
  expect(await logged.getByRole("listitem").count()).toBe(1);
  await logged.scrollIntoViewIfNeeded();
  await looked(onPhone, "change-logged-phone");
}, 60_000);

it("is priced with the markup of the job, and gets its number once there is a signal", async () => {
  await onPhone.getByRole("link", { name: "Markup, tax, and allowances of this job" }).click();
  await onPhone.getByLabel("Labor", { exact: true }).fill("15");
  await onPhone.getByLabel("Material", { exact: true }).fill("10");
  await onPhone.getByLabel("An hour of labor costs you").fill("65");
  await onPhone.getByLabel("Tax in percent").fill("6");
  await onPhone.getByLabel("Days the contract gives you").fill("soon");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.locator(".field-error").getByText("Enter whole days").waitFor();
  await onPhone.getByLabel("Days the contract gives you").fill("21");
  await looked(onPhone, "change-terms-phone");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.getByText("Saved. Changes that weren’t sent yet follow.").waitFor();
  await onPhone.goto(`${product.url}/account/job/${job}/changes`);
  await onPhone.getByRole("link", { name: /Move the opening/ }).click();
  await onPhone.getByText(/^Notice due by /).waitFor();
  await addCost("Reframe the opening", "Labor", "65", "8");
  await addCost("Header and studs", "Material", "240");
  await addCost("Original opening left out", "Labor", "-100");
  const bar = onPhone.locator(".estimate-bar");
  // 520 + 15%, 240 + 10%, and a credit of 100 with its 15%.
  await bar.getByText("$747.00", { exact: true }).waitFor();
  await bar.getByText("Saved on this phone.").waitFor();
  await looked(onPhone, "change-priced-phone");
  await phone.setOffline(false);
  await onPhone.getByText("Not sent. PCO-001").waitFor({ timeout: 20_000 });
  await expect
    .poll(async () => (await onPhone.request.get(`${product.url}/account/changes`)).text())
    .toContain("1 change isn’t approved yet: $747, +3 days, 8 hours logged.");
  await bar.getByRole("link", { name: "Send", exact: true }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Move the opening" }).waitFor();
  await expect.poll(() => onPhone.locator(".estimate-price").textContent()).toContain("$747.00");
}, 90_000);

async function sendToBoth(): Promise<void> {
  await onPhone.getByRole("textbox", { name: /^To/ }).fill("dana@client.test, sam@client.test");
  await onPhone.getByText("Several people decide").click();
  await onPhone.getByLabel("All must approve, and get it right away").check();
  await onPhone.getByRole("button", { name: "Send change" }).click();
  await onPhone.getByText("Sent. You’ll get an email when they reply.").waitFor();
}

it("is sent to two who must both approve; one declines, and it is revised", async () => {
  await looked(onPhone, "change-send-phone");
  await looked(onPhone, "change-send-desk", LAPTOP);
  await sendToBoth();
  await onPhone.getByText("COR-001").first().waitFor();
  await atClient.goto(linkOf(await mailTo(product, "sam@client.test", /COR-001/), /\/s\//));
  await atClient.getByText("Change order COR-001 for 14 Elm Street, Boise", { exact: true }).waitFor();
  await atClient.getByText("8 hr").waitFor();
  await atClient.getByText("Contract sum with this change").waitFor();
  await atClient.getByText("$48,747.00").waitFor();
  await atClient.getByText("Dec 21, 2026").waitFor();
  expect(await atClient.getByText("$520").count(), "what it costs us stays with us").toBe(0);
  const thumb = await atClient.locator(".estimate-photos img").getAttribute("src");
  expect((await atClient.request.get(product.url + thumb!)).headers()["content-type"]).toMatch(/^image\//);
  await looked(atClient, "change-client-phone");
  await looked(atClient, "change-client-desk", LAPTOP);
  await atClient.getByText("Decline", { exact: true }).first().click();
  const no = atClient.locator("form", { has: atClient.locator("button[value=decline]") });
  await no.getByLabel("Your name").fill("Sam Hale");
  await no.getByLabel("Your reason").fill("Leave the credit as agreed: 150.");
  await no.getByRole("button", { name: "Decline" }).click();
  await atClient.getByText(/Declined by Sam Hale/).waitFor();
  await onPhone.goto(`${product.url}/account/changes`, { waitUntil: "networkidle" });
  await onPhone.getByRole("link", { name: /Move the opening.*Declined/s }).click();
  await onPhone.getByText("Leave the credit as agreed").waitFor();
  await picture(onPhone, "change-declined-phone");
  await onPhone.getByRole("link", { name: "Price and edit" }).click();
  await onPhone.locator("button.estimate-line", { hasText: "Original opening" }).click();
  await onPhone.getByLabel("Unit cost").fill("-150");
  await onPhone.getByRole("button", { name: "Save", exact: true }).last().click();
  const bar = onPhone.locator(".estimate-bar");
  await bar.getByText("$689.50", { exact: true }).waitFor();
  await bar.getByRole("link", { name: "Replies and sending" }).click({ timeout: 20_000 });
  await sendToBoth();
  await onPhone.getByText("COR-001 R1").first().waitFor();
}, 120_000);

it("is approved by both, and the contract sum and completion roll forward", async () => {
  for (const name of ["dana", "sam"]) {
    await atClient.goto(linkOf(await mailTo(product, `${name}@client.test`, /\$689\.50/), /\/s\//));
    await atClient.getByLabel("Your name").first().fill(`${name} Hale`);
    await atClient.getByRole("button", { name: "Approve", exact: true }).click();
    await atClient.getByText(`Approved by ${name} Hale`).waitFor();
  }
  await atClient.getByText("CO-001").first().waitFor();
  await mailTo(product, "dana@client.test", /change order CO-001/);
  await onPhone.goto(`${product.url}/account/job/${job}/changes`);
  await onPhone.getByText("$48,689.50").waitFor({ timeout: 20_000 });
  await onPhone.getByText("Dec 21, 2026, +3 days").waitFor();
  await onPhone.getByText(/Approved, CO-001/).waitFor();
  await looked(onPhone, "changes-rolled-phone");
  await onPhone.goto(`${product.url}/account/changes`, { waitUntil: "networkidle" });
  await looked(onPhone, "changes-office-phone");
  await looked(onPhone, "changes-office-desk", LAPTOP);
  await onPhone.getByRole("link", { name: /Move the opening/ }).click();
  const log = await onPhone.request.get(`${product.url}/account/changes/log/${job}`);
  expect(log.headers()["content-type"]).toBe("application/pdf");
  await onPhone.getByText("Void this change order").click();
  await looked(onPhone, "change-approved-desk", LAPTOP);
}, 90_000);

it("is voided, which takes it back and tells the client", async () => {
  await onPhone.getByLabel("Why", { exact: true }).fill("The wall stays.");
  await onPhone.getByRole("button", { name: "Void change order" }).click();
  await onPhone.getByText("Voided. Those who approved it get an email.").waitFor();
  await atClient.goto(linkOf(await mailTo(product, "sam@client.test", /The wall stays/), /\/s\//));
  await atClient.getByText("This change order was voided. Reason: The wall stays.").waitFor();
  expect(await atClient.getByRole("button", { name: "Approve", exact: true }).count()).toBe(0);
  await onPhone.goto(`${product.url}/account/job/${job}/changes`);
  await onPhone.getByText("Contract sum now").waitFor();
  await onPhone.getByText("$48,000").waitFor({ timeout: 20_000 });
}, 60_000);

it("leaves a trail that anyone verifies without us, and that nobody can alter", async () => {
  await onPhone.goto(`${product.url}/account/changes`, { waitUntil: "networkidle" });
  await onPhone.getByRole("link", { name: /Move the opening/ }).click();
  const link = onPhone.getByRole("link", { name: "All records (ZIP)" });
  const answer = await onPhone.request.get(product.url + (await link.getAttribute("href"))!);
  expect(answer.headers()["content-type"]).toBe("application/zip");
  const zip = new Uint8Array(await answer.body());
  const files = unzipSync(zip);
  // The page that came with it, on a computer without a network that has never heard of us.
  const folder = await tempFolder("trail");
  await writeFile(path.join(folder, "verify.html"), files["verify.html"]!);
  const browser = await launchBrowser();
  const elsewhere = await browser.newContext({ viewport: LAPTOP, offline: true });
  const page = await elsewhere.newPage();
  await page.goto(pathToFileURL(path.join(folder, "verify.html")).href);
  const good = await verdictOf(page, zip, "trail.zip");
  expect(good.problems).toEqual([]);
  expect(good.verdict).toContain("match what was recorded");
  await picture(page, "change-trail-good");
  const altered = (name: string, from: string | RegExp, to: string) => {
    const text = new TextDecoder().decode(files[name]);
    expect(text).toMatch(from);
    return zipSync({ ...files, [name]: new TextEncoder().encode(text.replace(from, to)) });
  };
  // That somebody packed it again is a problem of its own.
  const { problems: packed } = await verdictOf(page, zipSync(files), "trail.zip");
  for (const [name, from, to] of [
    ["history.jsonl", "The wall stays.", "The wall goes."],
    ["change.html", "The wall stays.", "The wall goes."],
    ["manifest.json", /"withheld":\[(\d+)/, '"withheld":[1$1'],
  ] as const) {
    const { verdict, problems } = await verdictOf(page, altered(name, from, to), "trail.zip");
    expect(problems.length, name).toBeGreaterThan(packed.length);
    expect(verdict, name).not.toContain("match what was recorded");
  }
  const paper = Object.keys(files).find((name) => name.startsWith("papers/"))!;
  const bytes = Uint8Array.from(files[paper]!);
  bytes[200]! ^= 1;
  expect((await verdictOf(page, zipSync({ ...files, [paper]: bytes }), "trail.zip")).problems).not.toEqual(
    [],
  );
  await picture(page, "change-trail-altered");
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);
