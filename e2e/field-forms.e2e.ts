// Long because two people and two devices go through one job: what one test leaves, the next one meets.
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, launchProfile, logIn, PHONE, picture, signInAs } from "./harness/browser.ts";
import { addJob, chooseEntry, openBuildLog } from "./harness/field.ts";
import { mailTo } from "./harness/mails.ts";
import { photoOf } from "./harness/photos.ts";
import { freePort, removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { openShop, registerOwner } from "./harness/visitor.ts";

// Forms in the field app: a refused save never looks like a success, a started change is either complete or
// shown as unfinished, a second tap has no other effect, and two people who change the same text both see it.

const WHO = { email: "boss@forms.test", password: "correct plumb line 7" };

let product: RunningProduct;
let settings: { DATA_DIR: string; PORT: string; OPERATOR_EMAILS: string };
let profiles: string[];
let phone: BrowserContext;
let desk: BrowserContext;
let job: string;
const log = () => `${product.url}/account/job/${job}/logs`;

beforeAll(async () => {
  settings = {
    DATA_DIR: await tempFolder("forms"),
    PORT: String(await freePort()),
    OPERATOR_EMAILS: WHO.email,
  };
  profiles = await Promise.all([tempFolder("forms-phone"), tempFolder("forms-desk")]);
  product = await startProduct(settings);
  const shop = await openShop(product, WHO.email, "Ridge Builders");
  [phone, desk] = await Promise.all([
    launchProfile(profiles[0]!, { viewport: PHONE }),
    launchProfile(profiles[1]!, { viewport: LAPTOP }),
  ]);
  const page = await phone.newPage();
  await logIn(page, product.url, WHO);
  await openBuildLog(page, product.url);
  job = await addJob(page, product.url, "Miller house");
  const colleague = await registerOwner(product, "luis@forms.test");
  await shop.visitor.post("/account/settings/people", {
    intent: "invite",
    email: colleague.email,
    role: "member",
  });
  const invitation = /\/join\/[\w-]{46}/.exec(
    await mailTo(product, colleague.email, /\/join\/([\w-]{46})/),
  )![0];
  await signInAs(desk, product.url, colleague.visitor);
  const other = await desk.newPage();
  await other.goto(product.url + invitation);
  await other.getByRole("button", { name: /Join|Accept/ }).click();
  await other.goto(log());
  await other
    .getByRole("heading", { name: "Miller house" })
    .or(other.getByText("Miller house"))
    .first()
    .waitFor();
  await Promise.all([page.close(), other.close()]);
}, 180_000);

afterAll(async () => {
  await Promise.all([phone?.close(), desk?.close()]);
  await product?.stop();
  await removeData(settings.DATA_DIR);
  await Promise.all(profiles.map((folder) => rm(folder, { recursive: true, force: true })));
}, 60_000);

const entry = (page: Page, words: string | RegExp) => page.locator(".log-entry").filter({ hasText: words });
const save = (page: Page) => page.locator(".log-form").getByRole("button", { name: "Save", exact: true });
const shot = async (size: number) => ({
  name: `${size}.jpg`,
  mimeType: "image/jpeg",
  buffer: await photoOf(size, 640, 480),
});

/** Whether a button can be pressed: on the screen and not covered. */
const isInReach = (button: Locator) =>
  button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return top >= 0 && top + height <= innerHeight && (hit === element || element.contains(hit));
  });

describe("a save that is refused", () => {
  it("is said beside its button and at the field, takes the focus there, and leaves nothing of an earlier one", async () => {
    const page = await phone.newPage();
    await page.goto(log());
    await chooseEntry(page, "Work");
    await page.getByLabel("Work: what happened").fill("Framed the stair.");
    await save(page).click();
    await page.getByText("Work saved.").waitFor();
    await chooseEntry(page, "Delay");
    await save(page).waitFor();
    await expect
      .poll(() => page.getByText("Work saved.").count(), {
        message: "an open form says nothing of another one",
      })
      .toBe(0);
    expect(await isInReach(save(page)), "Save is above the tab bar before anything is scrolled").toBe(true);
    await save(page).click();
    await page.locator(".field-error").getByText("Enter hours lost.").waitFor();
    await page.locator(".field-save [role=alert]").getByText("Not saved. Enter hours lost.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("hours");
    const field = await page.getByLabel("Hours lost").boundingBox();
    const bar = await page.locator(".field-save").boundingBox();
    expect(field!.y).toBeGreaterThan(0);
    expect(field!.y + field!.height).toBeLessThan(bar!.y);
    await expect.poll(() => page.getByText("Work saved.").count()).toBe(0);
    await picture(page, "forms-refused-phone");
    await page.emulateMedia({ colorScheme: "dark" });
    await picture(page, "forms-refused-phone-dark");
    await page.emulateMedia({ colorScheme: "light" });
    expect(await hardToUse(page)).toEqual([]);
    await page.getByLabel("Hours lost").fill("2");
    await expect
      .poll(() => page.locator(".field-save [role=alert]").count(), { message: "gone once it is put right" })
      .toBe(0);
    await save(page).click();
    await page.getByText("Delay saved.").waitFor();
    await page.close();
  }, 60_000);

  it("is the same in every form of the field", async () => {
    const page = await phone.newPage();
    await page.goto(`${product.url}/account/jobs/new`);
    await page.getByRole("button", { name: "Save job" }).click();
    await page
      .locator(".field-save [role=alert]")
      .getByText("Not saved. Name the job", { exact: false })
      .waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
    expect(await isInReach(page.getByRole("button", { name: "Save job" }))).toBe(true);
    await page.goto(`${product.url}/account/job/${job}`);
    await page.getByRole("button", { name: "Save note" }).click();
    await page.locator(".field-save [role=alert]").getByText("Not saved. Write a few words first.").waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("text");
    await page.goto(log());
    const weather = page.getByRole("region", { name: "Weather" });
    await weather.getByRole("button", { name: "Add weather note" }).click();
    await weather.getByRole("button", { name: "Save" }).click();
    await weather
      .locator(".field-save [role=alert]")
      .getByText("Not saved. Describe it or enter a measurement.")
      .waitFor();
    await page.close();
  }, 60_000);
});

describe("a page that is closed right after Save, without a signal", () => {
  it.each([0, 50, 150, 600, 0, 50, 150, 600])(
    "%i ms after it: one entry with words and photo, or a draft with both",
    async (wait) => {
      const words = `Mid ${wait} ${Date.now()}`;
      const page = await phone.newPage();
      await page.goto(log());
      await page.locator(".log-add").waitFor();
      await phone.setOffline(true);
      await chooseEntry(page, "Note");
      const form = page.locator(".log-form");
      await form.locator("input[multiple]").setInputFiles(await shot(20 + (Date.now() % 1000)));
      await form.getByLabel("Note", { exact: true }).fill(words);
      await form.getByRole("button", { name: "Open photo 1 of 1" }).waitFor();
      expect(await entry(page, words).count(), "nothing of it is an entry before it is saved").toBe(0);
      await save(page).click();
      await sleep(wait);
      await page.close();
      const again = await phone.newPage();
      await again.goto(log());
      const unfinished = again.locator(".unfinished li").filter({ hasText: words });
      await entry(again, words).or(unfinished).first().waitFor();
      await sleep(300);
      const [entries, drafts] = [await entry(again, words).count(), await unfinished.count()];
      expect(entries + drafts, `${entries} entries and ${drafts} drafts`).toBe(1);
      if (drafts === 1) {
        await unfinished.getByText("1 photo", { exact: false }).waitFor();
        await unfinished.getByRole("link", { name: "Continue" }).click();
        expect(await again.locator(".log-form").getByLabel("Note", { exact: true }).inputValue()).toBe(words);
        await again.locator(".log-form").getByRole("button", { name: "Open photo 1 of 1" }).waitFor();
        await save(again).click();
        await again.getByText("Note saved.").waitFor();
      }
      expect(
        await entry(again, words)
          .getByRole("button", { name: /^Open photo/ })
          .count(),
      ).toBe(1);
      await chooseEntry(again, "Note");
      expect(
        await again.locator(".log-form").getByLabel("Note", { exact: true }).inputValue(),
        "no draft comes back",
      ).toBe("");
      expect(
        await again
          .locator(".log-form")
          .getByRole("button", { name: /^Open photo/ })
          .count(),
      ).toBe(0);
      await phone.setOffline(false);
      await again.close();
    },
    60_000,
  );

  it("what was begun is shown with its photo on the day and on the job, goes on, and is discarded only when asked twice", async () => {
    const page = await phone.newPage();
    await page.goto(log());
    await page.locator(".log-add").waitFor();
    await phone.setOffline(true);
    await chooseEntry(page, "Safety");
    await page.locator(".log-form input[multiple]").setInputFiles(await shot(9));
    await page.locator(".log-form").getByRole("button", { name: "Open photo 1 of 1" }).waitFor();
    await page.getByLabel("Safety: what happened").fill("Rail at the stair is loose");
    await sleep(200);
    await page.close();
    const again = await phone.newPage();
    await again.goto(`${product.url}/account/job/${job}`);
    const draft = again
      .locator(".unfinished li")
      .filter({ hasText: "Unfinished safety: “Rail at the stair is loose”, 1 photo" });
    await draft.waitFor();
    await picture(again, "forms-unfinished-job-phone");
    expect(await hardToUse(again)).toEqual([]);
    await draft.getByRole("link", { name: "Continue" }).click();
    await again.locator(".log-form").getByRole("button", { name: "Open photo 1 of 1" }).waitFor();
    expect(await again.getByLabel("Safety: what happened").inputValue()).toBe("Rail at the stair is loose");
    expect(await again.locator(".unfinished").count(), "its form is open").toBe(0);
    await again.goto(log());
    await again.locator(".unfinished li").waitFor();
    await picture(again, "forms-unfinished-day-phone");
    await again.locator(".unfinished summary").getByText("Discard").click();
    await again.getByRole("button", { name: "Discard for good" }).click();
    await again.locator(".unfinished").waitFor({ state: "detached" });
    await expect.poll(() => entry(again, "Rail at the stair").count()).toBe(0);
    await phone.setOffline(false);
    await expect
      .poll(() => again.getByText("All sent", { exact: false }).count(), { timeout: 30_000 })
      .toBe(1);
    await again.close();
  }, 90_000);

  it("the words of a note come back to the photos that were taken with it", async () => {
    const page = await phone.newPage();
    await page.goto(`${product.url}/account/job/${job}`);
    await page.locator(".note-box").waitFor();
    await phone.setOffline(true);
    await page.locator('.note-box input[capture][accept="image/*"]').setInputFiles(await shot(12));
    await page.getByLabel("Caption for these photos").fill("Soffit, east");
    await sleep(200);
    await page.close();
    const again = await phone.newPage();
    await again.goto(`${product.url}/account/job/${job}`);
    await again.getByRole("list", { name: "Photos just taken" }).waitFor();
    expect(await again.getByLabel("Caption for these photos").inputValue()).toBe("Soffit, east");
    await again.getByRole("button", { name: "Save note" }).click();
    await again.getByText("Note saved.").waitFor();
    const told = again
      .getByRole("list", { name: "History" })
      .getByRole("listitem")
      .filter({ hasText: "Soffit, east" });
    expect(await told.getByRole("button", { name: /^Open photo/ }).count()).toBe(1);
    await phone.setOffline(false);
    await again.close();
  }, 60_000);
});

async function tapTwice(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await button.boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
  await sleep(80);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

describe("a second tap", () => {
  it("on Hand in does not take the day back, nor seal it", async () => {
    const page = await phone.newPage();
    await page.goto(log());
    await page.getByRole("navigation", { name: "Days" }).getByRole("link").first().click();
    for (const crew of [true, false]) {
      if (crew) {
        await chooseEntry(page, "Crew");
        await page.getByLabel("Trade").fill("Framing");
        await save(page).click();
        await page.getByText("Crew saved.").waitFor();
      }
      const handIn = page.getByRole("button", { name: /^Submit log/ });
      await tapTwice(page, handIn);
      await page.getByText(/^Submitted by you/).waitFor();
      // What replaces the button ignores taps for a second; a third tap falls into that second.
      const box = (await page.locator(".log-handed-in").boundingBox())!;
      for (let y = box.y; y < box.y + 240; y += 24) await page.mouse.click(box.x + box.width / 2, y);
      await sleep(1_500);
      expect(await page.getByText(/^Submitted by you/).count()).toBe(1);
      expect(await page.getByText(/^Locked/).count()).toBe(0);
      if (crew) {
        await page.getByRole("button", { name: "Reopen the day" }).click();
        await handIn.waitFor();
        await sleep(1_100);
      }
    }
    await picture(page, "forms-handed-in-phone");
    expect(await hardToUse(page)).toEqual([]);
    const seal = page.locator(".approval-final summary");
    await tapTwice(page, seal);
    expect(await page.getByText(/^Locked/).count()).toBe(0);
    await page.getByText("Lock this day for good?", { exact: false }).waitFor();
    await picture(page, "forms-seal-asks-phone");
    expect(await hardToUse(page)).toEqual([]);
    await page.getByRole("button", { name: "Lock it for good" }).click();
    await page.getByText(/^Locked by you/).waitFor();
    await page.close();
  }, 90_000);
});

describe("two people at one entry", () => {
  it("see who changed it, what stood there, and both versions where neither saw the other's", async () => {
    const [here, there] = [await phone.newPage(), await desk.newPage()];
    await here.goto(log());
    await chooseEntry(here, "Work");
    await here.getByLabel("Work: what happened").fill("Framed north wall");
    await save(here).click();
    await there.goto(log());
    await entry(there, "Framed north wall").waitFor({ timeout: 20_000 });

    // One after the other: the entry is marked as changed, and its earlier text is one tap away.
    await entry(there, "Framed north wall")
      .getByRole("button", { name: /^Change/ })
      .click();
    await there.getByLabel("Work: what happened").fill("Framed north wall, first bay");
    await save(there).click();
    await entry(here, "first bay").waitFor({ timeout: 20_000 });
    const mark = entry(here, "first bay").locator(".changes");
    expect(await mark.locator("summary").textContent()).toMatch(/^Changed by .+, \d+:\d\d [AP]M$/);
    expect(await mark.getByText("Framed north wall", { exact: true }).isVisible()).toBe(false);
    await mark.locator("summary").click();
    await mark.getByText("Framed north wall", { exact: true }).waitFor();
    await picture(here, "forms-changed-phone");
    expect(await hardToUse(here)).toEqual([]);

    // Both at once: the incoming text is shown next to the open form, and isn't overwritten.
    for (const page of [here, there])
      await entry(page, "first bay")
        .getByRole("button", { name: /^Change/ })
        .click();
    await there.getByLabel("Work: what happened").fill("A text from the desk");
    await save(there).click();
    const notice = here.locator(".changed-meanwhile");
    await notice.getByText("A text from the desk").waitFor({ timeout: 20_000 });
    expect(await here.getByLabel("Work: what happened").inputValue(), "what is typed stays").toBe(
      "Framed north wall, first bay",
    );
    await picture(here, "forms-changed-meanwhile-phone");
    expect(await hardToUse(here)).toEqual([]);
    await here.getByLabel("Work: what happened").fill("B text from the phone");
    await save(here).click();
    for (const page of [here, there]) {
      const conflict = page.locator(".conflict").filter({ hasText: "Text: two versions" });
      await conflict.waitFor({ timeout: 20_000 });
      await conflict.getByText("A text from the desk").waitFor();
      await conflict.getByText("B text from the phone").waitFor();
      expect(await page.getByText(/[{}]/).count()).toBe(0);
    }
    await picture(there, "forms-conflict-desk");
    expect(await hardToUse(there)).toEqual([]);
    await there
      .locator(".conflict li")
      .filter({ hasText: "A text" })
      .getByRole("button", { name: "Use this one" })
      .click();
    for (const page of [here, there])
      await page.locator(".conflict").waitFor({ state: "detached", timeout: 20_000 });
    await entry(here, "A text from the desk").waitFor();
    await Promise.all([here.close(), there.close()]);
  }, 120_000);

  it("do not meet where they change different things", async () => {
    const [here, there] = [await phone.newPage(), await desk.newPage()];
    await Promise.all([here.goto(log()), there.goto(log())]);
    for (const page of [here, there])
      await entry(page, "A text from the desk")
        .getByRole("button", { name: /^Change/ })
        .click();
    await there.getByLabel("Tags").fill("north wall");
    await save(there).click();
    await here
      .locator(".changed-meanwhile")
      .getByText("Tag “north wall”", { exact: false })
      .waitFor({ timeout: 20_000 });
    await here.getByLabel("Work: what happened").fill("Words from the phone");
    await save(here).click();
    await entry(there, "Words from the phone")
      .getByText("north wall", { exact: true })
      .waitFor({ timeout: 20_000 });
    expect(await there.locator(".conflict").count()).toBe(0);
    await Promise.all([here.close(), there.close()]);
  }, 90_000);
});
