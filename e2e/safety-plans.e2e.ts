import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, PHONE } from "./harness/browser.ts";
import { addJob } from "./harness/field.ts";
import { draw, signNext } from "./harness/signing.ts";
import { looked, openToolJourney, type ToolJourney } from "./harness/tool-journey.ts";

// A crew plans its day in a dead zone: from the library, changed for the site, signed on one phone, and again
// when something changes. Later the office has it on paper, and a worker signs in Spanish.

const WHO = { email: "foreman@plans.test", password: "correct plumb line 7" };
const CREW = ["Ana Paz", "Bo Lind", "Luis Ortega"];

let shop: ToolJourney;
let job: string;

beforeAll(async () => {
  shop = await openToolJourney("SiteSafe", WHO, "Hale Builders");
  job = await addJob(shop.onPhone, shop.product.url, "Hale gutters", "14 Elm Street, Boise");
}, 120_000);

afterAll(() => shop?.close(), 60_000);

it("starts from the library without a signal, in four taps", async () => {
  const { onPhone, phone } = shop;
  await phone.setOffline(true);
  await onPhone.getByRole("link", { name: /^Safety/ }).click();
  await onPhone.getByRole("link", { name: "Hazards before work" }).click();
  await onPhone.getByRole("heading", { name: "For this work" }).waitFor();
  await looked(onPhone, "plans-phone");
  await onPhone.getByLabel("Find a JHA").fill("trench");
  await onPhone.getByRole("heading", { name: "Job hazard analyses" }).waitFor();
  await onPhone.getByLabel("Find a JHA").fill("gutters");
  await onPhone
    .getByRole("link", { name: /Gutters from a ladder/ })
    .last()
    .click();
  await onPhone.locator(".plan-text").waitFor();
  await looked(onPhone, "plan-jha-phone");
  await onPhone.getByRole("button", { name: "Start today’s plan" }).click();
  await onPhone.getByRole("link", { name: "Something changed" }).waitFor();
  expect(await onPhone.getByText("Nobody on the list yet").count()).toBeGreaterThan(0);
}, 90_000);

it("is changed for the site, and says beside the field what is missing", async () => {
  const { onPhone } = shop;
  await onPhone.getByRole("link", { name: "Something changed" }).click();
  const control = onPhone.getByLabel("What you do about it").first();
  await control.waitFor();
  const typed = await control.inputValue();
  await onPhone.getByRole("button", { name: "Add a step", exact: true }).click();
  await onPhone.getByLabel("What you do", { exact: true }).last().fill("Load the truck");
  await onPhone.getByRole("button", { name: "Save the change" }).click();
  await onPhone.locator(".field-error", { hasText: "Say what can go wrong in this step." }).waitFor();
  await looked(onPhone, "plan-change-phone");
  await control.fill(`${typed}\nPhone the power company before noon`);
  await onPhone.getByLabel("What can go wrong").last().fill("Old gutter slides off the rack");
  await onPhone.getByLabel("What you do about it").last().fill("Two straps\nRed flag past 4 ft");
  await looked(onPhone, "plan-change-filled-phone");
  // The phone dies; what was typed is still there.
  await onPhone.reload();
  await expect.poll(() => control.inputValue()).toContain("Phone the power company");
  expect(await onPhone.getByLabel("What you do", { exact: true }).last().inputValue()).toBe("Load the truck");
  await onPhone.getByRole("button", { name: "Save the change" }).click();
  await onPhone.locator(".plan-text").getByText("Red flag past 4 ft").waitFor();
  await looked(onPhone, "plan-phone");
}, 90_000);

it("is signed by three on one phone, and again when the wind picks up", async () => {
  const { onPhone } = shop;
  const names = onPhone.getByLabel("Add people");
  await names.fill(CREW.join(", "));
  await onPhone.getByRole("button", { name: "Add", exact: true }).click();
  await onPhone.getByRole("heading", { name: "Who’s here (3)" }).waitFor();
  await names.fill("bo lind");
  await onPhone.getByRole("button", { name: "Add", exact: true }).click();
  await onPhone
    .getByText(/is on the list\. Check the box/)
    .first()
    .waitFor();
  await names.fill("");
  await onPhone.getByRole("link", { name: "Pass the phone" }).click();
  for (const _ of CREW) await signNext(onPhone);
  await onPhone.getByText("All 3 signed").waitFor();
  await onPhone.getByRole("link", { name: "Back to the plan" }).click();
  await onPhone.getByRole("link", { name: "Something changed" }).click();
  const control = onPhone.getByLabel("What you do about it").first();
  await control.fill(`${await control.inputValue()}\nOff the ladder above 25 mph of wind`);
  await onPhone.getByRole("button", { name: "Save the change" }).click();
  await onPhone.locator(".field-error", { hasText: "Say what changed" }).waitFor();
  await onPhone.getByLabel("What changed").fill("Wind picked up");
  await onPhone.getByRole("button", { name: "Save the change" }).click();
  await onPhone.getByText("0 of 3 signed the change").waitFor();
  await looked(onPhone, "plan-changed-phone");
  await onPhone.getByRole("link", { name: "Pass the phone" }).click();
  await onPhone.getByRole("heading", { name: "Changed since you signed" }).waitFor();
  await onPhone.getByText("Off the ladder above 25 mph of wind").first().waitFor();
  await looked(onPhone, "plan-sign-again-phone");
  await onPhone.getByRole("button", { name: "Español" }).click();
  await onPhone.getByRole("heading", { name: "Cambió desde que firmaste" }).waitFor();
  await onPhone.getByRole("button", { name: "English" }).click();
  for (const _ of CREW) await signNext(onPhone);
  await onPhone.getByText("All 3 signed the change").waitFor();
  await onPhone.getByRole("link", { name: "Back to the plan" }).click();
  await looked(onPhone, "plan-signed-phone");
  expect(await onPhone.getByText(/^Signed .*, before the plan changed\.$/).count()).toBe(3);
}, 120_000);

it("is in the office’s list and on paper once there is a signal", async () => {
  const { onPhone, phone, product } = shop;
  await phone.setOffline(false);
  const link = onPhone.getByRole("link", { name: "Open the PDF" });
  await link.waitFor({ timeout: 30_000 });
  await onPhone.getByText(/^PTP-\d{4}-0001$/).waitFor({ timeout: 30_000 });
  const paper = await onPhone.request.get(product.url + (await link.getAttribute("href"))!);
  expect(paper.headers()["content-type"]).toBe("application/pdf");
  const shots = process.env["SCREENSHOTS"];
  if (shots) await writeFile(path.join(shots, "plan.pdf"), await paper.body());
  const desk = await phone.newPage();
  await desk.goto(`${product.url}/account/safety/plans`);
  await desk.getByText(/All signed: 3 of 3, changed/).waitFor();
  await looked(desk, "plans-office-phone");
  await looked(desk, "plans-office-desk", LAPTOP);
  const csv = await (await desk.request.get(`${product.url}/account/safety/plans/plans.csv`)).text();
  expect(csv).toMatch(/PTP-\d{4}-0001,.*Gutters from a ladder,.*,1,3,3,All signed/);
  await desk.goto(`${product.url}/account/job/${job}`);
  await desk
    .getByText(
      /Hazards before work · Gutters from a ladder · PTP-\d{4}-0001 · 3 people · changed once on site/,
    )
    .waitFor();
  await desk.close();
}, 90_000);

it("is signed in Spanish by a worker on their own phone", async () => {
  const { onPhone, browser } = shop;
  await onPhone.getByRole("button", { name: "Show a QR code" }).click({ timeout: 20_000 });
  await onPhone.getByRole("img", { name: "QR code to sign this plan" }).waitFor();
  const address = (await onPhone.locator("a[href*='/s/']").getAttribute("href"))!;
  const worker = await browser.newContext({ viewport: PHONE, locale: "es-MX" });
  const page = await worker.newPage();
  await page.goto(address);
  await page.getByText("Peligros antes de trabajar").waitFor();
  await looked(page, "plan-own-phone");
  await page.getByLabel("Tu nombre completo").fill("José Peña");
  await draw(page);
  await page.getByRole("button", { name: "Firmar" }).click();
  await page.getByText("Gracias, José Peña. Ya firmaste.").waitFor();
  expect(await hardToUse(page)).toEqual([]);
  await worker.close();
  await onPhone.getByRole("heading", { name: "Who’s here (4)" }).waitFor({ timeout: 10_000 });
  await onPhone.getByText("All 4 signed the change").waitFor();
}, 90_000);

it("is what a rejected signature leads to, and not a talk", async () => {
  const { onPhone, phone, product } = shop;
  const plan = onPhone.url();
  const answer = "**/account/sync/commands";
  await phone.route(answer, (route) => {
    const { commands } = route.request().postDataJSON() as { commands: { id: string; kind: string }[] };
    if (!commands.some(({ kind }) => kind === "safety.sign")) return route.continue();
    const outcomes = commands.map(({ id }) => ({
      ...{ id, is: "refused", code: "invalid", why: "This signature isn’t for the words that were read." },
    }));
    return route.fulfill({ json: { plumbline: 1, outcomes, upTo: 0, now: Date.now() } });
  });
  await onPhone.getByLabel("Add people").fill("Kim Vo");
  await onPhone.getByRole("button", { name: "Add", exact: true }).click();
  await onPhone.getByRole("link", { name: "Pass the phone" }).click();
  // The last signer spoke Spanish.
  await draw(onPhone);
  const refused = onPhone.waitForResponse(
    (response) => response.request().postData()?.includes("safety.sign") === true,
    { timeout: 60_000 },
  );
  await onPhone.getByRole("button", { name: "Listo" }).click();
  await onPhone.getByRole("link", { name: "Back to the plan" }).waitFor();
  // A page that goes away while it sends begins again later.
  await refused;
  await onPhone.goto(`${product.url}/account/jobs/refused`);
  const link = onPhone.getByRole("link", { name: /^Signature/ });
  await expect.poll(() => link.getAttribute("href"), { timeout: 60_000 }).toBe(new URL(plan).pathname);
  await looked(onPhone, "plan-signature-rejected-phone");
  await link.click();
  await onPhone.locator(".plan-text").waitFor();
  await phone.unroute(answer);
}, 150_000);
