import { writeFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, PHONE, picture } from "./harness/browser.ts";
import { addJob, daysAgo } from "./harness/field.ts";
import { linkOf, mailTo } from "./harness/mails.ts";
import type { RunningProduct } from "./harness/product.ts";
import { openToolJourney } from "./harness/tool-journey.ts";

// What a client said in a dead zone, in an email to her once there is a signal: one tap, or "not quite".

const SAID_ON = daysAgo(2);

const WHO = { email: "foreman@words.test", password: "correct plumb line 7" };

let product: RunningProduct;
let phone: BrowserContext;
let onPhone: Page;
let atClient: Page;
let job: string;
let close = async (): Promise<void> => {};

beforeAll(async () => {
  ({ product, phone, onPhone, atClient, close } = await openToolJourney("ChangeLog", WHO, "Hale Builders"));
  job = await addJob(onPhone, product.url, "Hale kitchen", "14 Elm Street, Boise");
}, 120_000);

afterAll(() => close(), 60_000);

const changesOfJob = () => onPhone.goto(`${product.url}/account/job/${job}/changes`);
const saidByWord = () => onPhone.getByRole("region", { name: "Said by word" });

/** Writes down what Dana said, without a signal, and asks her. */
async function askDana(title: string, said: string): Promise<void> {
  await changesOfJob();
  await phone.setOffline(true);
  await onPhone.getByRole("button", { name: "New change without a photo" }).click();
  await onPhone.getByLabel("What it is").fill(title);
  await onPhone.getByLabel("What changes").fill(said);
  await onPhone.getByText("Verbal direction").click();
  await onPhone.getByLabel("Who", { exact: true }).fill("Dana Hale");
  await onPhone.getByLabel("When", { exact: true }).fill(`${SAID_ON.toString()}T14:10`);
  await onPhone.getByLabel("Where they said it").fill("in the kitchen");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  expect(await onPhone.getByLabel("What they said").inputValue()).toBe(said);
  await saidByWord().getByRole("button", { name: "Ask Dana Hale" }).click();
  await saidByWord().locator(".field-error").getByText("Enter the email address").waitFor();
  await onPhone.getByLabel("Their email").fill("Dana@client.test");
  await picture(onPhone, "word-ask-phone");
  await saidByWord().getByRole("button", { name: "Ask Dana Hale" }).click();
  await saidByWord().getByText("Goes to dana@client.test as soon as there’s a signal.").waitFor();
  await picture(onPhone, "word-waits-phone");
  await phone.setOffline(false);
}

it("is asked by one email once there is a signal, and confirmed by one tap, not by opening the link", async () => {
  await askDana("Move the opening", "Move the opening 8 in. to the left");
  const mail = await mailTo(product, "dana@client.test", /8 in\. to the left/);
  const link = linkOf(mail, /\/s\//);
  await saidByWord()
    .getByText(/^Sent to dana@client\.test\. No answer for \d+ minutes?\.$/)
    .waitFor({ timeout: 20_000 });
  // A scanner that opens the link, and one that only asks for its head.
  await fetch(link);
  await fetch(link, { method: "HEAD" });
  await atClient.goto(link);
  await atClient.getByRole("heading", { level: 1, name: "Is this what you said?" }).waitFor();
  await atClient
    .getByText(`${SAID_ON.toLocaleString("en-US", { dateStyle: "medium" })}, 2:10 PM, in the kitchen`)
    .waitFor();
  await picture(atClient, "word-page-phone");
  await atClient.emulateMedia({ colorScheme: "dark" });
  await picture(atClient, "word-page-phone-dark");
  await atClient.emulateMedia({ colorScheme: "light" });
  await atClient.setViewportSize(LAPTOP);
  await picture(atClient, "word-page-desk");
  await atClient.setViewportSize(PHONE);
  await onPhone.reload();
  await saidByWord()
    .getByText(/No answer for/)
    .waitFor();
  await atClient.getByRole("button", { name: "Yes, that’s right" }).click();
  await atClient.getByText("You said: yes, that’s right").waitFor();
  await picture(atClient, "word-yes-phone");
  await saidByWord().getByText("Dana Hale confirmed it.").waitFor({ timeout: 20_000 });
  await picture(onPhone, "word-confirmed-phone");
  expect(await hardToUse(onPhone)).toEqual([]);
  await mailTo(product, WHO.email, /Dana Hale confirmed/);
}, 120_000);

it("is answered with “not quite” and what was really said, on the phone and in the office", async () => {
  await askDana("Taller window", "Make the window 6 in. taller");
  const mail = await mailTo(product, "dana@client.test", /6 in\. taller/);
  await atClient.goto(linkOf(mail, /\/s\//));
  await atClient.getByText("Not quite", { exact: true }).click();
  await atClient.getByLabel("What did you say?").fill("Four inches, and only in the bath.");
  await picture(atClient, "word-not-quite-phone");
  await atClient.getByRole("button", { name: "Send", exact: true }).click();
  await atClient.getByText("You said: not quite").waitFor();
  await saidByWord()
    .getByText("Dana Hale says: not quite. “Four inches, and only in the bath.”")
    .waitFor({ timeout: 20_000 });
  await onPhone.goto(`${product.url}/account/changes`, { waitUntil: "networkidle" });
  await onPhone.getByRole("link", { name: /Taller window/ }).click();
  await onPhone.getByText("Four inches, and only in the bath.").waitFor();
  await onPhone.setViewportSize(LAPTOP);
  await picture(onPhone, "word-office-desk");
  expect(await hardToUse(onPhone)).toEqual([]);
}, 120_000);

it("gets notice with one tap, labeled late where it is late, and by a letter with its mailing record", async () => {
  await onPhone.setViewportSize(PHONE);
  await onPhone.goto(`${product.url}/account/job/${job}/changes/terms`);
  await onPhone.getByLabel("Days the contract gives you").fill("7");
  await onPhone.getByLabel("How the contract wants notice").selectOption("By email");
  await onPhone.getByLabel("Notice goes to").fill("Dana Hale");
  await onPhone.getByLabel("Email for notices").fill("dana");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.locator(".field-error").getByText("Enter an email address").waitFor();
  await onPhone.getByLabel("Email for notices").fill("dana@client.test");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.getByText("Saved. Changes that weren’t sent yet follow.").waitFor();
  await picture(onPhone, "notice-terms-phone");
  await changesOfJob();
  await onPhone.getByRole("link", { name: /Taller window/ }).click();
  const notice = onPhone.getByRole("region", { name: "Notice" });
  await notice.getByText(/^Notice due by /).waitFor();
  await phone.setOffline(true);
  await notice.getByRole("button", { name: "Send notice to dana@client.test" }).click();
  await notice.getByText("Notice goes to dana@client.test as soon as there’s a signal.").waitFor();
  await picture(onPhone, "notice-waits-phone");
  await phone.setOffline(false);
  await notice.getByText(/^Notice emailed to dana@client\.test .*: in time\.$/).waitFor({ timeout: 20_000 });
  const mail = await mailTo(product, "dana@client.test", /notice under the contract/);
  await atClient.goto(linkOf(mail, /\/s\//));
  await atClient.getByRole("heading", { level: 1, name: "Notice of a change: Taller window" }).waitFor();
  await picture(atClient, "notice-page-phone");
  // The contract of the other wants a letter.
  await onPhone.goto(`${product.url}/account/job/${job}/changes/terms`);
  await onPhone.getByLabel("How the contract wants notice").selectOption("By mail: a letter to print");
  await onPhone.getByLabel("Address for notices").fill("14 Elm Street\nBoise, ID 83702");
  await onPhone.getByRole("button", { name: "Save", exact: true }).click();
  await onPhone.getByText("Saved. Changes that weren’t sent yet follow.").waitFor();
  await changesOfJob();
  await onPhone.getByRole("link", { name: /Move the opening/ }).click();
  await notice.getByRole("button", { name: "Make the notice letter" }).click();
  const letter = notice.getByRole("link", { name: "Open the letter (PDF)" });
  await letter.waitFor({ timeout: 20_000 });
  const pdf = await onPhone.request.get(new URL((await letter.getAttribute("href"))!, product.url).href);
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
  if (process.env["SCREENSHOTS"])
    await writeFile(`${process.env["SCREENSHOTS"]}/notice.pdf`, await pdf.body());
  await notice.getByLabel("Postmarked on").fill("2099-12-31");
  await notice.getByLabel("Carrier").fill("USPS Certified Mail");
  await notice.getByLabel("Tracking number").fill("9407 1118 9956");
  await picture(onPhone, "notice-letter-phone");
  await notice.getByRole("button", { name: "Save mailing record" }).click();
  await notice
    .getByText(/^Notice postmarked .*USPS Certified Mail, 9407 1118 9956: [\d,]+ days late\.$/)
    .waitFor();
  await onPhone.goto(`${product.url}/account/changes`, { waitUntil: "networkidle" });
  await onPhone.getByRole("link", { name: /Taller window/ }).click();
  await onPhone.getByText(/^Notice emailed to dana@client\.test/).waitFor();
  await onPhone.setViewportSize(LAPTOP);
  await picture(onPhone, "notice-office-desk");
  expect(await hardToUse(onPhone)).toEqual([]);
}, 120_000);
