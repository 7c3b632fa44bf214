import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LAPTOP, logIn, PHONE } from "./harness/browser.ts";
import { chooseEntry, openTool } from "./harness/field.ts";
import { linkOf, mailTo } from "./harness/mails.ts";
import { photoOf } from "./harness/photos.ts";
import { looked, openToolJourney, type ToolJourney } from "./harness/tool-journey.ts";

// One client from their first request to the friend they send: booked, priced, built, changed, signed,
// closed, shown, reviewed and passed on, without anybody typing again what the product knows.

const OWNER = { email: "owner@thread.test", password: "correct plumb line 7" };
const DANA = "dana@client.test";

let journey: ToolJourney;
/** The owner at a desk, on the phone at the job, and the client at home. */
let desk: Page;
let phone: Page;
let client: Page;
let job: string;
let change: string;

beforeAll(async () => {
  journey = await openToolJourney("EstiMini", OWNER, "Hale Builders");
  phone = journey.onPhone;
  for (const tool of ["BuildLog", "ChangeLog", "Checky", "ProofPix"])
    await openTool(phone, journey.product.url, tool);
  desk = await (await journey.browser.newContext({ viewport: LAPTOP })).newPage();
  await logIn(desk, journey.product.url, OWNER);
  client = await (await journey.browser.newContext({ viewport: PHONE })).newPage();
  await desk.goto(`${journey.product.url}/account/settings/visits`);
  await desk.getByLabel("Let clients book visits online").check();
  await desk.getByLabel("How soon").selectOption("1 hour");
  for (let day = 0; day < 7; day++) {
    await desk.locator(`[name="visits-${day}-closed"]`).uncheck();
    await desk.locator(`[name="visits-${day}-from"]`).fill("08:00");
    await desk.locator(`[name="visits-${day}-to"]`).fill("18:00");
  }
  await desk.getByRole("button", { name: "Save" }).click();
  await desk.getByText("Saved.").waitFor();
}, 120_000);
afterAll(() => journey?.close(), 60_000);

const at = (path: string) => `${journey.product.url}${path}`;
const onJob = (path = "") => phone.goto(at(`/account/job/${job}${path}`));
const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" }).click();

async function ask(name: string, email: string): Promise<void> {
  await client.getByLabel("Your name").fill(name);
  await client.getByRole("textbox", { name: "Email" }).fill(email);
  await client.getByRole("checkbox").first().check();
  await client.locator(".offer-form button[type=submit]").click();
  await client.getByRole("heading", { level: 1, name: "It’s on its way" }).waitFor();
}

it("a stranger asks on the owner's page, and books a visit from the thank-you", async () => {
  await client.goto(at(`/p/${journey.slug}`));
  await ask("Dana Ruiz", DANA);
  await client.getByRole("link", { name: "Book a visit" }).click();
  await client.locator(".visit-time").nth(20).click();
  await client.getByLabel("Your name").fill("Dana Ruiz");
  await client.getByRole("textbox", { name: "Email" }).fill(DANA);
  await client.getByLabel("Phone").fill("(303) 555-0142");
  await client.getByLabel("Address of the visit").fill("12 Elm St\nDenver, CO 80202");
  await client.getByLabel("What should we look at?").fill("New steps for the deck");
  await press(client, "Book the visit");
  await client.getByRole("heading", { name: "You’re booked" }).waitFor();
  expect(await client.locator(".visit-when").innerText()).toMatch(/\d/);
}, 60_000);

it("the visit leads to an estimate that has the name, address and wish already", async () => {
  await phone.goto(at("/account/visits"));
  await phone.getByRole("link", { name: "Dana Ruiz" }).click();
  await looked(phone, "thread-visit-phone");
  await press(phone, "Write an estimate");
  await phone.getByRole("heading", { level: 1, name: "Estimate", exact: true }).waitFor();
  job = /job\/([\w-]+)/.exec(phone.url())![1]!;
  await phone.getByText("New steps for the deck").first().waitFor();
  await phone.getByLabel("Description", { exact: true }).fill("Rebuild the steps");
  await phone.getByLabel("Unit price").fill("2,400");
  await press(phone, "Add line");
  const bar = phone.locator(".estimate-bar");
  await bar.getByText("$2,400", { exact: true }).waitFor();
  await bar.getByRole("link", { name: "Send", exact: true }).click({ timeout: 20_000 });
  // The client's address comes along.
  await expect.poll(() => phone.getByRole("textbox", { name: /^To/ }).inputValue()).toBe(DANA);
  await press(phone, "Send estimate");
  await phone.getByText("Sent. You’ll get an email when your client replies.").waitFor();
}, 60_000);

it("the client says yes, and the job is there with the client, address and sum", async () => {
  await client.goto(linkOf(await mailTo(journey.product, DANA, /EST-\d{4}-001/), /\/s\//));
  await client.getByLabel("Your name").first().fill("Dana Ruiz");
  await press(client, "Approve");
  await client.getByText(/Approved by Dana Ruiz/).waitFor();
  await onJob();
  await expect.poll(() => phone.getByLabel("Status").inputValue()).toBe("planned");
  await phone.getByRole("link", { name: "12 Elm St, Denver, CO 80202" }).waitFor();
  const call = phone.getByRole("link", { name: "Call Dana Ruiz" });
  expect(await call.getAttribute("href")).toMatch(/3035550142$/);
  await phone.getByText("$2,400").first().waitFor();
  await phone.getByLabel("Status").selectOption("active");
  await desk.goto(at("/account/leads"));
  await desk.getByRole("link", { name: "Dana Ruiz" }).first().click();
  await desk.getByRole("definition").filter({ hasText: "Won" }).first().waitFor();
}, 60_000);

it("extra work in the day's log becomes a change, which the client signs", async () => {
  await onJob("/photos");
  const photo = async (seed: number) => ({
    ...{ name: `${seed}.jpg`, mimeType: "image/jpeg", buffer: await photoOf(seed, 800, 600) },
  });
  await phone.getByRole("link", { name: "Import", exact: true }).click();
  await phone.getByLabel("Photos, videos, or a ZIP").setInputFiles([await photo(1), await photo(2)]);
  await phone.getByText("Done. 2 added, 0 already here, 0 refused.").waitFor();
  await onJob("/logs");
  await chooseEntry(phone, "Note");
  await phone.getByRole("textbox", { name: "Note" }).fill("Dana wants a handrail on the left too.");
  await press(phone, "Save");
  const entry = phone.locator(".log-entry").filter({ hasText: "handrail" });
  await entry.getByRole("button", { name: /^This is extra work/ }).click();
  await phone.getByRole("heading", { level: 1, name: "Change", exact: true }).waitFor();
  expect(await phone.getByLabel("What it is").inputValue()).toContain("handrail on the left");
  await press(phone, "Save");
  await phone.getByLabel("Description", { exact: true }).fill("Handrail, 8 ft");
  await phone.getByLabel("Unit cost").fill("360");
  await press(phone, "Add line");
  change = /changes\/([\w-]+)/.exec(phone.url())![1]!;
  const bar = phone.locator(".estimate-bar");
  await bar.getByText("$360.00", { exact: true }).waitFor();
  await bar.getByRole("link", { name: "Send", exact: true }).click({ timeout: 20_000 });
  await expect.poll(() => phone.getByRole("textbox", { name: /^To/ }).inputValue()).toBe(DANA);
  await phone
    .getByText(/^Link: asks for/)
    .first()
    .click();
  await phone.locator("#send-asks").selectOption("signature");
  await press(phone, "Send change");
  await phone.getByText("Sent. You’ll get an email when they reply.").waitFor();
  await client.goto(linkOf(await mailTo(journey.product, DANA, /COR-001/), /\/s\//));
  await client.getByText("Contract sum with this change").waitFor();
  await client
    .getByRole("link", { name: "Review and sign" })
    .or(client.getByRole("button", { name: "Review and sign" }))
    .first()
    .click();
  await client.locator("[name=consent]").check();
  await client.getByLabel("Full name").fill("Dana Ruiz");
  await client.getByRole("textbox", { name: "Email" }).fill(DANA);
  await client.locator("[name=means][value=typed]").check();
  await press(client, "Sign");
  await client
    .getByText(/is signed/)
    .first()
    .waitFor();
  await onJob("/changes");
  await phone.getByText("$2,760").waitFor({ timeout: 30_000 });
  expect(await phone.getByRole("link", { name: /CO-001/ }).getAttribute("href")).toContain(change);
}, 90_000);

it("the last issue of the punch list closes the job", async () => {
  await onJob("/checklists/issues");
  // The menu is the same on a job's pages as in the rest of the account: the tools of this business.
  const menu = await phone.locator("#account-tools").textContent();
  for (const tool of ["BuildLog", "ChangeLog", "Checky", "ProofPix", "EstiMini"])
    expect(menu).toContain(tool);
  expect(menu).not.toContain("SiteSafe");
  await press(phone, "New issue");
  await phone.getByLabel("What’s wrong").fill("Plug the screw holes");
  await press(phone, "Save issue");
  await phone
    .locator(".issue-row")
    .getByRole("link", { name: /Plug the screw holes/ })
    .click();
  expect(await phone.getByRole("button", { name: "Close the job" }).count()).toBe(0);
  await press(phone, "It’s fixed");
  await phone.getByLabel("What you did").fill("Plugged and sanded");
  await press(phone, "Ready for review");
  await phone.locator(".issue-state").getByText("Ready for review").waitFor();
  await press(phone, "Accept and close");
  await phone.getByText("Every issue of this job is closed.").waitFor();
  await looked(phone, "thread-last-issue-phone");
  await press(phone, "Close the job");
  await phone.getByRole("link", { name: "Finish up" }).waitFor();
  expect(await phone.getByLabel("Status").inputValue()).toBe("done");
  await looked(phone, "thread-job-done-phone");
}, 60_000);

it("a before and an after are paired, and the client says where they may be shown", async () => {
  await onJob("/photos");
  await press(phone, "Select");
  await press(phone, "Select all");
  await press(phone, "Before and after");
  await phone.getByText("Paired as before and after.").waitFor();
  await onJob();
  await phone.getByRole("link", { name: "Finish up" }).click();
  await phone.getByRole("heading", { level: 1, name: "Finish up" }).waitFor();
  // The photos were on their way until now.
  await expect
    .poll(async () => {
      await phone.reload();
      return phone.getByRole("link", { name: "Ask the client" }).count();
    })
    .toBe(1);
  await looked(phone, "thread-finish-phone");
  await looked(phone, "thread-finish-desk", LAPTOP);
  await phone.getByRole("link", { name: "Ask the client" }).click();
  await press(phone, "Email the request");
  await phone.getByText("Sent. You’ll get an email when they answer.").waitFor();
  await client.goto(linkOf(await mailTo(journey.product, DANA, /show these photos|photos of/i), /\/s\//));
  await client.getByLabel("On Hale Builders’s page").or(client.getByLabel("On Hale Builders’ page")).check();
  await client.getByRole("textbox", { name: "Your name" }).fill("Dana Ruiz");
  await press(client, "Yes, show them there");
  await client.getByText("You said yes to 2 photos").waitFor();
  await phone.goto(at(`/account/closeouts/${job}/finish`));
  expect(await phone.getByText("Your client said yes.").count()).toBe(1);
}, 90_000);

it("the closeout package and the request for a review follow from the same page", async () => {
  await phone.getByRole("link", { name: "Make the package" }).click();
  await press(phone, "Save and publish");
  await phone.getByText("What your client sees").waitFor({ timeout: 60_000 });
  await expect.poll(() => phone.getByLabel("To", { exact: true }).inputValue()).toBe(DANA);
  await press(phone, "Send the package");
  await phone.getByText("Sent.", { exact: true }).waitFor();
  await mailTo(journey.product, DANA, /closeout/i);
  await phone.goto(at(`/account/closeouts/${job}/finish`));
  await phone.getByText("Your client has a link to it.").waitFor();
  await phone.getByLabel("Where do clients leave a review?").fill("my reviews");
  await press(phone, "Save link");
  await phone.locator(".field-error").getByText("Enter a full https link").waitFor();
  await phone.getByLabel("Where do clients leave a review?").fill("https://g.page/r/hale/review");
  await press(phone, "Save link");
  await phone.getByRole("link", { name: "Set up the review request" }).click();
  await phone.getByRole("heading", { level: 1, name: "Start “After the job” for Dana Ruiz?" }).waitFor();
  await phone.getByText("https://g.page/r/hale/review").first().waitFor();
  await press(phone, "Start it");
  await phone.getByText("Started. Here’s what goes out and when.").waitFor();
  await phone.goto(at(`/account/closeouts/${job}/finish`));
  await phone.getByText("Nothing is left to do with the client of").waitFor();
  expect(await phone.getByText("It stops as soon as they reply.").count()).toBe(1);
}, 120_000);

it("the client's own link brings a friend, who is counted as referred by her", async () => {
  const link = (await phone.locator("#referral-link").textContent())!.trim();
  await client.context().clearCookies();
  await client.goto(link);
  await client.getByText("Dana sent you here.").waitFor();
  expect(await client.content()).not.toContain(DANA);
  await looked(client, "thread-referred-phone");
  await ask("Lee Park", "lee@friend.test");
  await expect
    .poll(async () => {
      await desk.goto(at("/account/leads"));
      return desk.getByRole("link", { name: "Lee Park" }).count();
    })
    .toBeGreaterThan(0);
  await desk.getByRole("link", { name: "Lee Park" }).first().click();
  const main = desk.getByRole("main");
  await main.getByText("Referred by Dana Ruiz").first().waitFor();
  await looked(desk, "thread-referred-lead-desk", LAPTOP);
  await looked(desk, "thread-referred-lead-phone");
  await desk.setViewportSize(LAPTOP);
  await desk.getByRole("link", { name: /^Thank Dana Ruiz/ }).click();
  await desk.waitForURL("**/account/inbox/**");
  await desk.goto(at("/account/pipeline/brought"));
  const referrers = desk.getByRole("region", { name: "Who referred them" });
  await referrers.getByRole("link", { name: "Dana Ruiz" }).click();
  await desk.getByRole("list", { name: "Referred by Dana Ruiz" }).getByText("Lee Park").waitFor();
  await looked(desk, "thread-referrer-desk", LAPTOP);
  await desk.goto(at("/account/pipeline/brought"));
  expect(
    await desk
      .locator("#sources")
      .getByRole("row", { name: /Referral/ })
      .innerText(),
  ).toMatch(/1/);
}, 90_000);
