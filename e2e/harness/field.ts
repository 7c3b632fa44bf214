import type { BrowserContext, Page } from "playwright-core";
import { launchProfile, PHONE, signInAs } from "./browser.ts";
import { mailTo } from "./mails.ts";
import type { RunningProduct } from "./product.ts";
import type { Owner } from "./visitor.ts";

// Steps in the field app that precede a journey's own story.

/** Opens a tool to everyone, as a signed-in operator. Does nothing if it is open. */
export async function openTool(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/operator/tools`, { waitUntil: "networkidle" });
  const open = page.getByRole("button", { name: `Open to everyone: ${name}` });
  if (await open.count()) await open.click();
  await page
    .getByRole("button", { name: new RegExp(name) })
    .and(page.getByRole("button", { name: /[Cc]lose/ }))
    .waitFor();
}

export const openBuildLog = (page: Page, origin: string): Promise<void> => openTool(page, origin, "BuildLog");

/** Adds a job and stays on its page. @returns its id */
export async function addJob(
  page: Page,
  origin: string,
  name: string,
  address = "418 Alder Street, Boise",
): Promise<string> {
  await page.goto(`${origin}/account/jobs/new`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Address", { exact: true }).fill(address);
  return await saveJob(page, name);
}

/** Saves a filled-in job form. @returns its id */
export async function saveJob(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Save job" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return new URL(page.url()).pathname.split("/").at(-1)!;
}

/** Opens a kind of entry on a day's log, directly or under More. */
export async function chooseEntry(page: Page, kind: string): Promise<void> {
  const what = page.getByRole("group", { name: "What to add" });
  if ((await what.getByRole("button", { name: kind, exact: true }).count()) === 0)
    await what.getByRole("button", { name: "More" }).click();
  await what.getByRole("button", { name: kind, exact: true }).click();
}

/**
 * Invites somebody as a guest of a job, or as a member, who joins on a phone of their own.
 * @param by a page of an owner or manager
 * @param of.job null for a member
 * @param of.folder their phone's profile
 * @returns their phone and a page on it
 */
export async function joinOnPhone(
  product: RunningProduct,
  by: Page,
  { job, guest, folder }: { readonly job: string | null; readonly guest: Owner; readonly folder: string },
): Promise<[BrowserContext, Page]> {
  await by.goto(`${product.url}/account/settings/people`);
  await by.getByLabel("Their email").fill(guest.email);
  await by.getByRole("radio", { name: job === null ? /^Member/ : /^Guest/ }).check();
  if (job !== null) await by.getByLabel("Job, for a guest").selectOption(job);
  await by
    .getByRole("button", { name: /Invite|Send/ })
    .first()
    .click();
  const path = /\/join\/[\w-]{46}/.exec(await mailTo(product, guest.email, /\/join\/([\w-]{46})/))![0];
  const phone = await launchProfile(folder, { viewport: PHONE });
  await signInAs(phone, product.url, guest.visitor);
  const page = await phone.newPage();
  await page.goto(product.url + path);
  await page.getByRole("button", { name: /Join|Accept/ }).click();
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  return [phone, page];
}

/** A day before today, so that no deadline of a test has passed by the calendar. */
export const daysAgo = (days: number): Temporal.PlainDate => Temporal.Now.plainDateISO().subtract({ days });
