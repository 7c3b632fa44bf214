import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  complaintsOf,
  fillIn,
  LAPTOP,
  launchBrowser,
  logIn,
  PHONE,
  picture,
  sendLogIn,
} from "./harness/browser.ts";
import { decodedBody } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { TOOL_PAGES } from "./harness/public-pages.ts";
import { registerOwner } from "./harness/visitor.ts";

// From a tool's waitlist to the tool in the account: the person who waited on a phone, the operator on a
// laptop, and other people, for whom nothing changes until the operator opens a tool to everyone.

const BOSS = "boss@operator.test";
const WAITING = "pat@waiting.test";
const PASSWORD = "correct plumb line 7";
/** How long a tool's page may show its old state, in milliseconds; each process checks every five seconds. */
const WITHIN = 10_000;

let product: RunningProduct;
let browser: Browser;
let operator: Page;
let waiting: Page;
let member: Page;
let guest: Page;
const complaints: string[][] = [];

beforeAll(async () => {
  product = await startProduct({ OPERATOR_EMAILS: BOSS });
  browser = await launchBrowser();
  await Promise.all([
    registerOwner(product, BOSS, PASSWORD),
    registerOwner(product, "other@member.test", PASSWORD),
  ]);
  operator = await page(await browser.newContext({ viewport: LAPTOP }));
  waiting = await page(await browser.newContext({ viewport: PHONE }));
  member = await page(await browser.newContext({ viewport: PHONE }));
  guest = await page(await browser.newContext({ viewport: PHONE, javaScriptEnabled: false }));
  await logIn(operator, product.url, { email: BOSS, password: PASSWORD });
  await logIn(member, product.url, { email: "other@member.test", password: PASSWORD });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

function page(context: BrowserContext): Promise<Page> {
  complaints.push(complaintsOf(context));
  return context.newPage();
}

/** What a tool's page offers a visitor: joining its waitlist or opening it. */
async function offerOf(page: Page, path: string): Promise<"join" | "open"> {
  await page.goto(product.url + path);
  const [join, open] = [
    await page.locator("main").getByRole("link", { name: "Join the Waitlist" }).count(),
    await page
      .locator("main")
      .getByRole("link", { name: /^Open / })
      .count(),
  ];
  expect(join + open, "one of the two stands there").toBe(1);
  return open ? "open" : "join";
}

/** What a tool's page says of its availability, in the words before the sentence about it. */
async function stageOf(page: Page, path: string): Promise<string> {
  await page.goto(product.url + path);
  return page
    .locator("main")
    .getByText(/^(By invitation|Early access|Open to everyone)\.$/)
    .innerText();
}

/** Link targets in the account menu, opened by tap. */
async function accountMenu(page: Page): Promise<string[]> {
  await page.goto(`${product.url}/account/dashboard`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.locator("#account-menu").getByRole("link", { name: "Dashboard" }).waitFor();
  return page
    .locator("#account-menu a")
    .evaluateAll((links) =>
      links.map((link) => `${link.querySelector("b")?.textContent} ${link.getAttribute("href")}`),
    );
}

let link = "";

describe("early access", () => {
  it("begins on the waitlist of the tool's page", async () => {
    expect(await offerOf(waiting, "/buildlog")).toBe("join");
    await waiting.locator('form [name="email"]').fill(WAITING);
    await waiting.getByRole("button", { name: "Join Waitlist" }).click();
    await waiting.getByText("You're on the list!").waitFor();
  });

  it("is given by the operator, from the menu of the account, to the next in line", async () => {
    await operator.goto(`${product.url}/account/dashboard`, { waitUntil: "networkidle" });
    await operator.getByRole("button", { name: "Account" }).click();
    await operator.getByRole("link", { name: "Operator" }).click();
    await operator.getByRole("link", { name: "Waitlist", exact: true }).click();
    await operator.getByRole("heading", { level: 1, name: "Waitlist" }).waitFor();
    await operator.locator('[name="list"]').selectOption({ label: "BuildLog" });
    await operator.locator('[name="many"]').fill("5");
    await operator.getByRole("button", { name: "Invite", exact: true }).click();
    await operator.getByText("1 person invited by email.").waitFor();
    await expect
      .poll(
        async () => {
          const mail = (await product.outbox())
            .map(decodedBody)
            .find((raw) => /^To: .*pat@waiting\.test/m.test(raw) && raw.includes("BuildLog"));
          link = /https?:\/\/[^\s"<>]+\/early-access\/[\w-]{24}/.exec(mail ?? "")?.[0] ?? "";
          return link;
        },
        { timeout: 10_000 },
      )
      .not.toBe("");
  });

  it("is nobody's who merely has the link", async () => {
    await member.goto(link);
    await member.getByText("This invitation was sent to a different address").waitFor();
    expect(await member.getByRole("button", { name: "Open BuildLog" }).count()).toBe(0);
    const answer = await member
      .context()
      .request.post(link, { headers: { "Sec-Fetch-Site": "same-origin" }, maxRedirects: 0 });
    expect(answer.status()).toBeGreaterThanOrEqual(400);
    expect(await offerOf(member, "/buildlog")).toBe("join");
  });

  it("is taken by whom it was sent to, who registers on the way", async () => {
    await waiting.goto(link);
    await waiting.getByText(WAITING).waitFor();
    await waiting.getByRole("link", { name: "Create an account" }).click();
    await fillIn(waiting, { email: WAITING, password: PASSWORD, confirmPassword: PASSWORD });
    await waiting.getByRole("button", { name: "Register" }).click();
    await waiting.waitForURL("**/login?next=*");
    await sendLogIn(waiting, { email: WAITING, password: PASSWORD });
    await waiting.waitForURL(link);
    await picture(waiting, "early-access-ready");
    await waiting.getByRole("button", { name: "Open BuildLog" }).click();
    await waiting.waitForURL("**/account/logs");
    expect(await waiting.locator("main").innerText()).toContain("No jobs yet");
  });

  it("shows on the tool's page and in the menu, to them and to nobody else", async () => {
    expect(await offerOf(waiting, "/buildlog")).toBe("open");
    await picture(waiting, "early-access-tool");
    await waiting.locator("main").getByRole("link", { name: "Open BuildLog" }).click();
    await waiting.waitForURL("**/account/logs");
    expect(await offerOf(waiting, "/checky")).toBe("join");
    expect(await stageOf(waiting, "/buildlog")).toBe("Early access.");
    expect(await stageOf(waiting, "/checky")).toBe("By invitation.");
    for (const other of [guest, member]) expect(await offerOf(other, "/buildlog")).toBe("join");
    const menu = await accountMenu(waiting);
    expect(menu).toContain("BuildLog /account/logs");
    expect(menu.join()).not.toMatch(/Checky|Operator/);
    await picture(waiting, "early-access-menu");
    expect((await accountMenu(member)).join()).not.toMatch(/BuildLog|Operator/);
  });

  it("is everybody's while the operator opens a tool to all", async () => {
    await operator.goto(`${product.url}/operator/tools`, { waitUntil: "networkidle" });
    expect(await offerOf(guest, "/checky")).toBe("join");
    await operator.getByRole("button", { name: "Open to everyone: Checky" }).click();
    await operator.getByText("Checky is open to everyone.").waitFor();
    await expect.poll(() => offerOf(guest, "/checky"), { timeout: WITHIN, interval: 300 }).toBe("open");
    expect(await offerOf(guest, "/sitesafe")).toBe("join");
    await guest.goto(`${product.url}/checky`);
    await guest.getByRole("link", { name: "Open Checky" }).click();
    // A guest is sent to log in, and from there to the tool.
    await guest.waitForURL("**/login?next=*");
    expect(await accountMenu(member)).toContainEqual(expect.stringMatching(/^Checky \/account\//));

    await operator.getByRole("button", { name: "Close: Checky" }).click();
    await operator.getByText("Checky is open only to accounts that have it.").waitFor();
    for (const other of [guest, member])
      await expect.poll(() => offerOf(other, "/checky"), { timeout: WITHIN, interval: 300 }).toBe("join");
    expect((await accountMenu(member)).join()).not.toContain("Checky");
    // People who were invited keep their access.
    expect(await offerOf(waiting, "/buildlog")).toBe("open");
  });

  it("is what every tool’s page says, with and without script, as the operator sets it", async () => {
    for (const { path } of TOOL_PAGES)
      for (const other of [guest, member]) expect(await stageOf(other, path), path).toBe("By invitation.");
    await operator.goto(`${product.url}/operator/tools`, { waitUntil: "networkidle" });
    for (const name of ["BuildLog", "ChangeLog", "Checky", "ProofPix", "EstiMini", "SiteSafe"]) {
      await operator.getByRole("button", { name: `Open to everyone: ${name}` }).click();
      await operator.getByText(`${name} is open to everyone.`).waitFor();
    }
    for (const { path } of TOOL_PAGES) {
      for (const other of [guest, member]) {
        await expect
          .poll(() => stageOf(other, path), { timeout: WITHIN, interval: 300 })
          .toBe("Open to everyone.");
        expect(await offerOf(other, path), path).toBe("open");
        expect(await other.locator("#waitlist").innerText(), path).toContain("is open now.");
      }
    }
    // Nobody who is in loses their tool when it closes for the others.
    await operator.getByRole("button", { name: "Close: BuildLog" }).click();
    await operator.getByText("BuildLog is open only to accounts that have it.").waitFor();
    await expect
      .poll(() => stageOf(guest, "/buildlog"), { timeout: WITHIN, interval: 300 })
      .toBe("By invitation.");
    expect(await stageOf(waiting, "/buildlog")).toBe("Early access.");
  }, 90_000);

  it("leaves a clean console behind", () => {
    expect(complaints.flat()).toEqual([]);
  });
});
