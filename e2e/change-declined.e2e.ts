import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LAPTOP } from "./harness/browser.ts";
import { saveJob } from "./harness/field.ts";
import { linkOf, mailTo } from "./harness/mails.ts";
import type { RunningProduct } from "./harness/product.ts";
import { looked, openToolJourney } from "./harness/tool-journey.ts";
import { askForGuide } from "./harness/visitor.ts";

// A change that is sent with follow-up, declined, and decided about: at our cost, a credit, or dropped.

const WHO = { email: "builder@declined.test", password: "correct plumb line 7" };

let product: RunningProduct;
let page: Page;
let atClient: Page;
let job: string;
let close = async (): Promise<void> => {};

beforeAll(async () => {
  const journey = await openToolJourney("ChangeLog", WHO, "Hale Builders");
  ({ product, onPhone: page, atClient, close } = journey);
  await askForGuide(product, journey.slug, { name: "Dana Ruiz", email: "dana@client.test" });
}, 120_000);

afterAll(() => close(), 60_000);

/** Writes a change with one line, and opens it in the office. @returns its id */
async function written(title: string): Promise<string> {
  await page.goto(`${product.url}/account/job/${job}/changes`);
  await page.getByRole("button", { name: "New change without a photo" }).click();
  await page.getByLabel("What it is").fill(title);
  await page.getByLabel("What changes").fill("Eight inches to the left.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".estimate-head").getByText(title).waitFor();
  await page.getByLabel("Description", { exact: true }).fill("Reframe");
  await page.getByLabel("Quantity").fill("1");
  await page.getByLabel("Unit cost").fill("900");
  await page.getByRole("button", { name: "Add line" }).click();
  await page.locator("button.estimate-line", { hasText: "Reframe" }).waitFor();
  const send = page.locator(".estimate-bar").getByRole("link", { name: "Send", exact: true });
  await send.click({ timeout: 20_000 });
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  return /changes\/([\w-]+)/.exec(page.url())![1]!;
}

async function send(): Promise<void> {
  await page.getByRole("textbox", { name: /^To/ }).fill("dana@client.test");
  await page.getByRole("button", { name: "Send change" }).click();
  await page.getByText("Sent. You’ll get an email when they reply.").waitFor();
}

/** Declines what was emailed with these words in its subject, and opens it in the office. */
async function decline(about: RegExp, id: string): Promise<void> {
  await atClient.goto(linkOf(await mailTo(product, "dana@client.test", about), /\/s\//));
  await atClient.getByText("Decline", { exact: true }).first().click();
  const no = atClient.locator("form", { has: atClient.locator("button[value=decline]") });
  await no.getByLabel("Your name").fill("Dana Ruiz");
  await no.getByLabel("Your reason").fill("That’s too much for us.");
  await no.getByRole("button", { name: "Decline" }).click();
  await atClient.getByText(/Declined by Dana Ruiz/).waitFor();
  await page.goto(`${product.url}/account/changes/${id}`, { waitUntil: "networkidle" });
  await page.getByRole("heading", { name: "Do it anyway, give a credit, or drop it?" }).waitFor();
}

it("is sent with follow-up in the owner's words by one yes", async () => {
  // The guide's email: she is a lead now.
  await mailTo(product, "dana@client.test");
  await page.goto(`${product.url}/account/jobs/new`);
  await page.getByText("Client, dates, and contract sum").click();
  await page.getByLabel("Find the client in your leads").fill("dana");
  await page.getByRole("button", { name: /Dana Ruiz/ }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ruiz kitchen");
  await page.getByLabel("Address", { exact: true }).fill("14 Elm Street, Boise");
  job = await saveJob(page, "Ruiz kitchen");
  await written("Move the opening");
  expect(await page.getByLabel("Follow up if they don’t reply").isChecked()).toBe(true);
  await page.getByText("Read the emails").click();
  await page.getByText("Did you get the change order?").waitFor();
  await looked(page, "change-follow-up-phone");
  await looked(page, "change-follow-up-desk", LAPTOP);
  await send();
  await page.goto(`${product.url}/account/sequences`, { waitUntil: "networkidle" });
  await page.getByText("Change order not opened").first().waitFor();
  await page.getByText("Change order opened, no reply").first().waitFor();
}, 120_000);

it("is declined and done anyway, with the reason in the log", async () => {
  const id = await written("Close the wall");
  await send();
  await decline(/Close the wall/, id);
  await page.goto(`${product.url}/account/job/${job}/changes/${id}`);
  const ask = page.getByRole("link", { name: "Do it anyway, give a credit, or drop it?" });
  await ask.waitFor({ timeout: 20_000 });
  await looked(page, "change-declined-field-phone");
  await ask.click();
  await page.getByText("Do it anyway, at our cost").click();
  await looked(page, "change-decide-phone");
  await looked(page, "change-decide-desk", LAPTOP);
  await page.getByLabel("Why we do it").fill("The inspector wants the wall closed.");
  await page.getByRole("button", { name: "Do it anyway", exact: true }).click();
  await page.getByText("Saved. The change log and the trail show it.").waitFor();
  await page.getByText("Done anyway, at our cost: “The inspector wants the wall closed.”").waitFor();
  await looked(page, "change-unpaid-phone");
  const log = await page.request.get(`${product.url}/account/changes/log/${job}?as=csv`);
  expect(await log.text()).toContain("Close the wall: The inspector wants the wall closed.,At our cost");
}, 120_000);

it("is declined, gets a credit, and goes out again for less", async () => {
  const id = await written("Oak threshold");
  await send();
  await decline(/Oak threshold/, id);
  await page.locator("summary", { hasText: "Give a credit" }).click();
  await page.getByLabel("Amount of the credit").fill("soon");
  await page.getByRole("button", { name: "Add the credit" }).click();
  await page.getByText("Enter an amount, such as 250.").first().waitFor();
  await page.getByLabel("Amount of the credit").fill("150");
  await page.getByRole("button", { name: "Add the credit" }).click();
  await page.getByText("The credit is in the price.").waitFor();
  await page.locator(".estimate-price").getByText("$750.00").waitFor();
  await looked(page, "change-credit-phone");
  await send();
  await atClient.goto(linkOf(await mailTo(product, "dana@client.test", /\$750\.00/), /\/s\//));
  await atClient.getByText("-$150.00").first().waitFor();
  expect(await atClient.getByRole("button", { name: "Approve", exact: true }).count()).toBe(1);
}, 120_000);

it("is declined and dropped, which its page says", async () => {
  const id = await written("Second window");
  await send();
  await decline(/Second window/, id);
  await page.locator("summary", { hasText: "Drop it" }).click();
  await page.getByLabel("Why we drop it").fill("Dana wants to wait until spring.");
  await page.getByRole("button", { name: "Drop it" }).click();
  await page.getByText("Dropped: “Dana wants to wait until spring.”").waitFor();
  await looked(page, "change-dropped-desk", LAPTOP);
  await atClient.reload();
  await atClient.getByText("The business that sent this document withdrew it.").first().waitFor();
  expect(await atClient.getByRole("button", { name: "Approve", exact: true }).count()).toBe(0);
  await page.goto(`${product.url}/account/changes`, { waitUntil: "networkidle" });
  await page.getByRole("link", { name: /Second window.*Dropped/s }).waitFor();
  await looked(page, "changes-decided-desk", LAPTOP);
}, 120_000);
