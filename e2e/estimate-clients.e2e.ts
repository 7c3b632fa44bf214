import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { launchBrowser, logIn, PHONE, picture } from "./harness/browser.ts";
import { type Engine, OTHER_ENGINES } from "./harness/engines.ts";
import { addJob, openTool } from "./harness/field.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop } from "./harness/visitor.ts";

// What clients do with the page of an estimate, without a script, and in each engine on their phones.

const WHO = { email: "roofer@clients.test", password: "correct plumb line 7" };

let product: RunningProduct;
let theirs: BrowserContext;
let atClient: Page;
let owner: Page;
let job: string;

beforeAll(async () => {
  product = await startProduct({ OPERATOR_EMAILS: WHO.email });
  await openShop(product, WHO.email, "Field Decks");
  const browser = await launchBrowser();
  owner = await browser.newPage();
  await logIn(owner, product.url, WHO);
  await openTool(owner, product.url, "EstiMini");
  job = await addJob(owner, product.url, "Hale stairs", "14 Elm Street, Denver, CO");
  await owner.locator(".field-state").filter({ hasText: "All sent" }).waitFor();
  theirs = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
  atClient = await theirs.newPage();
}, 120_000);

afterAll(async () => {
  await owner?.context().browser()?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
}, 60_000);

/** Writes an estimate with two options and an extra, as a device does, and makes a link to it. */
async function linkTo(asks: "yes" | "signature"): Promise<string> {
  const id = await owner.evaluate(async (jobId) => {
    const line = (text: string, cents: number, over: object = {}) => ({
      ...{ place: 1, section: "", text, quantity: 1000, unit: "lot", cents, cost: null },
      ...{ isTaxable: false, isOptional: false, option: 0, ...over },
    });
    const record = crypto.randomUUID();
    const sets = {
      title: "Stair rebuild",
      options: ["Pine", "Cedar"],
      deposit: { by: "cents", cents: 50_000 },
      [`lines.${crypto.randomUUID()}`]: line("Stairs of pine", 90_000, { option: 1 }),
      [`lines.${crypto.randomUUID()}`]: line("Stairs of cedar", 140_000, { option: 2 }),
      [`lines.${crypto.randomUUID()}`]: line("Handrail", 25_000, { isOptional: true }),
    };
    const command = {
      ...{ id: crypto.randomUUID(), kind: "estimates.estimate", record, job: jobId, sets, replaces: {} },
      ...{ capturedAt: Date.now(), skew: 0, zone: "UTC", media: [] },
    };
    const answer = await fetch("/account/sync/commands", {
      method: "POST",
      body: JSON.stringify({ version: 1, device: crypto.randomUUID(), commands: [command] }),
    });
    const { outcomes } = (await answer.json()) as { outcomes: { is: string }[] };
    if (outcomes[0]?.is !== "held") throw new Error(JSON.stringify(outcomes));
    return record;
  }, job);
  await owner.goto(`${product.url}/account/estimates/${id}#send`, { waitUntil: "networkidle" });
  if (asks === "signature") {
    await owner
      .getByText(/^Link: asks for/)
      .last()
      .click();
    await owner.locator("#share-asks").selectOption("signature");
  }
  await owner.getByRole("button", { name: "Text it, or copy a link" }).click();
  return (await owner.locator("#paper-link").textContent())!;
}

it("asks for a change, and declines with a reason, right below Approve", async () => {
  const link = await linkTo("yes");
  await owner.setViewportSize(PHONE);
  await picture(owner, "estimate-link-phone");
  expect(await hardToUse(owner)).toEqual([]);
  await atClient.goto(link);
  await atClient.getByRole("heading", { level: 1, name: "Stair rebuild" }).waitFor();
  await picture(atClient, "estimate-options-phone");
  // The checker is a script, so it needs a browser with one.
  await owner.goto(link);
  expect(await hardToUse(owner)).toEqual([]);
  await atClient.getByText("Ask a question or request a change").click();
  await atClient.locator("#ask-name").fill("Dana Ruiz");
  await atClient.getByLabel("Your question, or what should change").fill("Could the treads be wider?");
  await picture(atClient, "estimate-ask-phone");
  await atClient.getByRole("button", { name: "Send", exact: true }).click();
  await atClient.getByText(/^Sent\. .+ has your message\.$/).waitFor();
  await atClient.getByText("Could the treads be wider?").waitFor();
  await atClient.getByText("Decline", { exact: true }).first().click();
  await atClient.getByText("That’s okay. If you say why").waitFor();
  await atClient.locator("#decline-name").fill("Dana Ruiz");
  await atClient.getByLabel("Your reason").fill("We’re waiting until spring.");
  await atClient.getByRole("button", { name: "Decline" }).click();
  await atClient.getByText(/Declined by Dana Ruiz/).waitFor();
  await picture(atClient, "estimate-declined-phone");
}, 90_000);

it("is signed on the phone that wrote it", async () => {
  await linkTo("yes");
  await owner.getByRole("button", { name: "Sign on this phone" }).click();
  await owner.getByRole("button", { name: "Review and sign" }).waitFor();
  expect(new URL(owner.url()).pathname).toMatch(/^\/s\/[\w-]+\/estimate$/);
  await picture(owner, "estimate-sign-here-phone");
}, 60_000);

describe.each(OTHER_ENGINES)("in $name", ({ missing, open }) => {
  let engine: Engine;
  beforeAll(async () => {
    if (!missing) engine = await open();
  }, 60_000);
  afterAll(() => engine?.close());

  /** Ticks cedar and the handrail, and asks for the price of both. */
  async function chooses(link: string): Promise<void> {
    await engine.goto(link);
    await engine.see("$900.00");
    await engine.read(`document.querySelector('[name=option][value="2"]').click()`);
    await engine.read(`document.querySelector('[name=with]').click()`);
    await engine.see("You changed your choice");
    await engine.press("Show my new price");
    await engine.see("$1,650.00");
  }

  it.skipIf(missing)(
    "options are ticked and approved",
    async () => {
      await chooses(await linkTo("yes"));
      await engine.fill("Your name", "Dana Ruiz");
      await engine.press("Approve");
      await engine.see("Approved by Dana Ruiz");
      await engine.see("What happens next");
      await engine.see("Pay the deposit of $500.00");
      expect(await engine.read<number>("document.querySelectorAll('#approve-name').length")).toBe(0);
    },
    90_000,
  );

  it.skipIf(missing)(
    "options are ticked and signed",
    async () => {
      await chooses(await linkTo("signature"));
      await engine.press("Review and sign");
      await engine.see("Signing electronically");
      // Typing counts as a signature too; drawing needs a pointer.
      await expect
        .poll(() => engine.read<boolean>(`Boolean(document.querySelector('[name=means][value=typed]'))`), {
          timeout: 20_000,
        })
        .toBe(true);
      await engine.read(`document.querySelector('[name=consent]').click()`);
      await engine.fill("Full name", "Dana Ruiz");
      await engine.fill("Email", "dana@client.test");
      await engine.read(`document.querySelector('[name=means][value=typed]').click()`);
      await engine.see("Your name as typed above is your signature");
      await engine.see("“Cedar” with Handrail for $1,650.00");
      await engine.press("Sign");
      await engine.see("is signed");
      await engine.press("Back to");
      await engine.see("Signed by Dana Ruiz");
      await engine.see("What happens next");
    },
    90_000,
  );
});
