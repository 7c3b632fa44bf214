import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LAPTOP } from "./harness/browser.ts";
import { addJob } from "./harness/field.ts";
import { linkOf, mailTo } from "./harness/mails.ts";
import type { RunningProduct } from "./harness/product.ts";
import { looked, openToolJourney } from "./harness/tool-journey.ts";

// Extra work signed for in a dead zone, priced in the office, and approved by two people in order.

const WHO = { email: "foreman@tickets.test", password: "correct plumb line 7" };

let product: RunningProduct;
let phone: BrowserContext;
let onPhone: Page;
let atClient: Page;
let job: string;
let change: string;
let close = async (): Promise<void> => {};

beforeAll(async () => {
  ({ product, phone, onPhone, atClient, close } = await openToolJourney("ChangeLog", WHO, "Hale Builders"));
}, 120_000);

afterAll(() => close(), 60_000);

async function addTicketLine(
  text: string,
  kind: string,
  quantity: string,
  more: { unit?: string; people?: string },
) {
  await onPhone.getByLabel("Description", { exact: true }).fill(text);
  await onPhone.getByLabel("Quantity").fill(quantity);
  if (more.unit) await onPhone.getByLabel("Unit", { exact: true }).fill(more.unit);
  await onPhone.getByLabel("What it is", { exact: true }).selectOption(kind);
  if (more.people) await onPhone.getByLabel("How many people").fill(more.people);
  await onPhone.getByRole("button", { name: "Add line" }).click();
  await onPhone.locator("button.estimate-line", { hasText: text }).waitFor();
}

/** Draws a line in the box for signatures. */
async function draw(): Promise<void> {
  const pad = onPhone.locator(".signature-pad canvas");
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await pad.boundingBox())!;
  await onPhone.mouse.move(x + width * 0.15, y + height * 0.6);
  await onPhone.mouse.down();
  for (const [across, down] of [
    [0.3, 0.3],
    [0.4, 0.7],
    [0.55, 0.35],
    [0.7, 0.6],
    [0.85, 0.4],
  ] as const)
    await onPhone.mouse.move(x + width * across, y + height * down, { steps: 8 });
  await onPhone.mouse.up();
  await onPhone.getByText("Signature drawn.").waitFor();
}

it("is signed in a dead zone by the client's person, and refused without hours", async () => {
  job = await addJob(onPhone, product.url, "Hale kitchen", "14 Elm Street, Boise");
  await onPhone.getByRole("link", { name: "Change", exact: true }).click();
  await onPhone.getByLabel("Contract sum").fill("48,000");
  await onPhone.getByLabel("Finish").fill("2026-12-18");
  await onPhone.getByRole("button", { name: /^Save/ }).click();
  await onPhone.getByText("$48,000").waitFor();
  await onPhone.goto(`${product.url}/account/job/${job}/changes`);
  await phone.setOffline(true);
  await onPhone.getByRole("button", { name: "New change without a photo" }).click();
  await onPhone.getByLabel("What it is").fill("Move the opening");
  await onPhone.getByLabel("What changes").fill("Move the opening 8 inches to the left.");
  await onPhone.getByLabel("Days", { exact: true }).fill("3");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.locator(".estimate-bar").getByText("This change, +3 days").waitFor();
  change = /changes\/([\w-]+)/.exec(onPhone.url())![1]!;
  await onPhone.getByRole("button", { name: "New ticket" }).click();
  await onPhone.getByRole("heading", { level: 1, name: "Ticket" }).waitFor();
  await onPhone.getByLabel("What was done").fill("Reframed the opening and the header.");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.getByText("A ticket without hours can’t be signed.").waitFor();
  await addTicketLine("Header lumber", "Material", "2", { unit: "each" });
  await onPhone.getByLabel("Name of who signs").fill("Sam Hale");
  await draw();
  await onPhone.getByRole("button", { name: "Sign ticket" }).click();
  await expect.poll(() => onPhone.getByText("A ticket without hours can’t be signed.").count()).toBe(2);
  await addTicketLine("Carpenter", "People", "4", { people: "2" });
  await onPhone.getByText("8 hours in all").waitFor();
  await onPhone.getByLabel("Their company or role").fill("Owner");
  await onPhone.getByLabel("Their email, for a signed copy").fill("Sam@client.test");
  await looked(onPhone, "ticket-write-phone");
  await onPhone.getByRole("button", { name: "Sign ticket" }).click();
  await onPhone.getByText("Signed by").waitFor();
  await onPhone.getByText("I agree that 8 hours of work").waitFor();
  await onPhone.locator(".signature-drawing").waitFor();
  await onPhone.getByText("A signed copy goes to Sam@client.test as soon as there’s a signal.").waitFor();
  expect(await onPhone.getByRole("button", { name: "Add line" }).count()).toBe(0);
  await looked(onPhone, "ticket-signed-phone");
}, 120_000);

/** Gives a cost line its price. */
async function price(text: string, cost: string): Promise<void> {
  await onPhone.locator("button.estimate-line", { hasText: text }).click();
  await onPhone.getByLabel("Unit cost").first().fill(cost);
  await onPhone.getByRole("button", { name: "Save", exact: true }).last().click();
  await expect
    .poll(() => onPhone.locator("button.estimate-line", { hasText: text }).textContent())
    .toContain(cost);
}

it("becomes cost lines once there is a signal, which the office prices", async () => {
  await phone.setOffline(false);
  await onPhone.getByRole("link", { name: "Open the PDF" }).waitFor({ timeout: 20_000 });
  const paper = await onPhone.request.get(
    product.url + (await onPhone.getByRole("link", { name: "Open the PDF" }).getAttribute("href"))!,
  );
  expect(paper.headers()["content-type"]).toBe("application/pdf");
  await onPhone.getByText("A signed copy was emailed to Sam@client.test.").waitFor({ timeout: 20_000 });
  await atClient.goto(linkOf(await mailTo(product, "sam@client.test", /signed ticket/), /\/s\//));
  await atClient.getByText("This is the ticket that was signed on site").waitFor();
  await looked(atClient, "ticket-copy-phone");
  await looked(atClient, "ticket-copy-desk", LAPTOP);
  await mailTo(product, WHO.email, /The copy went to Sam@client.test too/);
  await onPhone.goto(`${product.url}/account/job/${job}/changes/${change}`);
  await onPhone
    .locator("button.estimate-line", { hasText: "Carpenter (ticket of" })
    .waitFor({ timeout: 20_000 });
  await onPhone.getByText("8 hours, signed by Sam Hale").waitFor();
  await onPhone.getByText(/^“.*” has no price yet\.$/).waitFor();
  await price("Carpenter", "65");
  await price("Header lumber", "40");
  await onPhone.locator(".estimate-bar").getByText("$600.00", { exact: true }).waitFor();
  await looked(onPhone, "ticket-priced-phone");
  await onPhone.locator(".estimate-bar").getByRole("link", { name: "Send" }).click({ timeout: 20_000 });
  await onPhone.getByText("8 hours, signed by Sam Hale, price not agreed to").waitFor();
}, 90_000);

async function sendInOrder(): Promise<void> {
  await onPhone.getByRole("textbox", { name: /^To/ }).fill("dana@client.test, sam@client.test");
  await onPhone.getByLabel(/^Reply by/).fill("2099-12-04");
  await onPhone.getByText("Several people decide").click();
  await onPhone.getByLabel("All must approve, in this order").check();
  await looked(onPhone, "change-in-order-phone");
  await onPhone.getByRole("button", { name: "Send change" }).click();
  await onPhone.getByText("Sent. You’ll get an email when they reply.").waitFor();
}

async function approve(name: string, about: RegExp): Promise<void> {
  await atClient.goto(linkOf(await mailTo(product, `${name}@client.test`, about), /\/s\//));
  await atClient.getByLabel("Your name").first().fill(`${name} Hale`);
  await atClient.getByRole("button", { name: "Approve", exact: true }).click();
  await atClient.getByText(`Approved by ${name} Hale`).waitFor();
}

it("is sent to two in order: the second is asked once the first approved, declines, and it is revised", async () => {
  await sendInOrder();
  await onPhone.getByText("Number 2 in order: gets it once the person before has approved").waitFor();
  await looked(onPhone, "change-in-order-desk", LAPTOP);
  await mailTo(product, "dana@client.test", /COR-001/);
  expect(
    (await product.outbox()).filter((raw) => raw.includes("sam@client.test") && /COR-001/.test(raw)),
  ).toHaveLength(0);
  await approve("dana", /COR-001/);
  await atClient.getByText("sam@client.test is asked now").waitFor();
  await atClient.goto(linkOf(await mailTo(product, "sam@client.test", /COR-001/), /\/s\//));
  await atClient.getByText("You: it’s your turn").waitFor();
  await atClient.getByText("Reply by Dec 4, 2099").first().waitFor();
  await atClient.getByText("8 hours, signed by Sam Hale").waitFor();
  await looked(atClient, "change-your-turn-phone");
  await looked(atClient, "change-your-turn-desk", LAPTOP);
  await atClient.getByText("Decline", { exact: true }).first().click();
  const no = atClient.locator("form", { has: atClient.locator("button[value=decline]") });
  await no.getByLabel("Your name").fill("Sam Hale");
  await no.getByLabel("Your reason").fill("We agreed on 60 an hour.");
  await no.getByRole("button", { name: "Decline" }).click();
  await atClient.getByText(/Declined by Sam Hale/).waitFor();
  await onPhone.goto(`${product.url}/account/job/${job}/changes/${change}`);
  await onPhone.getByText(/^Declined/).waitFor({ timeout: 20_000 });
  await price("Carpenter", "60");
  const bar = onPhone.locator(".estimate-bar");
  await bar.getByText("$560.00", { exact: true }).waitFor();
  await bar.getByRole("link", { name: "Replies and sending" }).click({ timeout: 20_000 });
  await sendInOrder();
}, 120_000);

it("is approved by both, and the contract sum and completion roll forward", async () => {
  await approve("dana", /\$560\.00/);
  await approve("sam", /\$560\.00/);
  await atClient.getByText(/^Change order CO-001 R1 for 14 Elm/).waitFor();
  await looked(atClient, "change-approved-phone");
  await onPhone.goto(`${product.url}/account/job/${job}/changes`);
  await onPhone.getByText("$48,560").waitFor({ timeout: 20_000 });
  expect(await onPhone.locator(".estimate-list > li").count()).toBe(1);
  await onPhone.getByText("Dec 21, 2026, +3 days").waitFor();
}, 90_000);
