import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dayId } from "../src/tools/logs/ids.ts";
import { launchProfile, logIn, PHONE, picture } from "./harness/browser.ts";
import { openBuildLog } from "./harness/field.ts";
import { freePort, removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { readStoredDevice, restoreDevice, type StoredDevice } from "./harness/stored-device.ts";
import { openShop } from "./harness/visitor.ts";

// A phone that was offline under an earlier release comes back: everything on it is sent as it was written.
// Each file in e2e/devices is what a release left in a browser, one for each shape of the store that a
// release had (`version()` in local-tables.ts): release-1 of November 24, 2026 has the second, release-5 of
// November 28 the third, release-6 of November 29 the fifth. None is ever changed.

const WHO = { email: "upgrade@device.test", password: "correct plumb line 7" };
const DAY = "2026-11-26";

let product: RunningProduct;
let settings: { DATA_DIR: string; PORT: string; OPERATOR_EMAILS: string };
let profile: string;
let phone: BrowserContext;
let owner: { account: string; user: string };

beforeAll(async () => {
  settings = {
    DATA_DIR: await tempFolder("device-upgrade"),
    PORT: String(await freePort()),
    OPERATOR_EMAILS: WHO.email,
  };
  profile = await tempFolder("device-upgrade-phone");
  product = await startProduct(settings);
  await openShop(product, WHO.email, "Hill Brothers");
  phone = await launchProfile(profile, { viewport: PHONE });
  const page = await phone.newPage();
  await logIn(page, product.url, WHO);
  await openBuildLog(page, product.url);
  await page.goto(`${product.url}/account/jobs`);
  await page.getByRole("heading", { name: "Add your first job" }).waitFor();
  owner = await page.evaluate(
    () => JSON.parse(localStorage.getItem("field-me") ?? "{}") as { account: string; user: string },
  );
  await page.close();
}, 120_000);

afterAll(async () => {
  await phone?.close();
  await product?.stop();
  await removeData(settings.DATA_DIR);
  await rm(profile, { recursive: true, force: true });
}, 60_000);

/** A release's stored device as one of this owner. @param job id in the place of the stored job's */
function ownDevice(release = "release-1", job?: string): StoredDevice {
  const stored = readStoredDevice(release);
  return readStoredDevice(release, {
    [dayId(stored.job, DAY, stored.account)]: dayId(job ?? stored.job, DAY, owner.account),
    [stored.account]: owner.account,
    [stored.user]: owner.user,
    ...(job ? { [stored.job]: job } : {}),
  });
}

/** Opens a page with the stored data of a device and the present release. */
async function openWith(device: StoredDevice): Promise<Page> {
  const page = await phone.newPage();
  await page.goto(`${product.url}/robots.txt`);
  await restoreDevice(page, device);
  await page.goto(`${product.url}/account/job/${device.job}`);
  return page;
}

const held = (page: Page, job: string) =>
  page.evaluate(async (of) => (await fetch(`/account/sync/records?since=0&job=${of}`)).text(), job);

it("the id of a day is still derived as the earlier release derived it", () => {
  const { job, account, database } = readStoredDevice("release-1");
  const outbox = database.stores.find(({ name }) => name === "outbox")!;
  const day = outbox.rows.find(({ kind }) => kind === "logs.day")!;
  expect(dayId(job, DAY, account)).toBe(day["record"]);
});

it("a phone with unsent work of the release before sends all of it after the update", async () => {
  const device = ownDevice();
  const page = await openWith(device);
  await page.getByRole("heading", { level: 1, name: "Miller house" }).waitFor();
  await page.getByText("All sent, 13 of 13.").waitFor();
  const records = await held(page, device.job);
  for (const words of [
    "Gate code is 4411",
    "Water at footing 2",
    "Pumped the footings dry by ten.",
    '"value":"paused"',
    '"is":"submitted"',
  ])
    expect(records).toContain(words);
  const photos = device.database.stores.find(({ name }) => name === "blobs")!.rows;
  expect(photos).toHaveLength(3);
  for (const { sha256, size } of photos) {
    const bytes = await page.evaluate(async (hash) => {
      const answer = await fetch(`/account/media/${hash}/original`);
      return answer.ok ? (await answer.arrayBuffer()).byteLength : answer.status;
    }, String(sha256));
    expect(bytes).toBe(size);
  }
  await picture(page, "device-upgrade-phone");
  await page.goto(`${product.url}/account/job/${device.job}/logs?day=${DAY}`);
  await page.getByText("Pumped the footings dry by ten.").waitFor();
  await page.close();
}, 60_000);

it("a change of a kind that this release doesn't know holds nothing else up, and stays on the phone", async () => {
  const job = "01a216a4-c40a-717a-b125-b133f709f15c";
  const device = ownDevice("release-1", job);
  const outbox = device.database.stores.find(({ name }) => name === "outbox")!;
  const note = outbox.rows.find(({ kind }) => kind === "jobs.note")!;
  const unknown = { id: "01a216a4-c5c1-76d5-b3ba-ed55d5e7454d", kind: "cranes.lift" };
  const { command } = note as { command: object };
  // Every id is new, because the server has those of the test before.
  const fresh = JSON.parse(
    JSON.stringify(device).replaceAll(/01a216a4-c(?!40a)([0-9a-f]{3})/g, "01a216a5-c$1"),
  ) as StoredDevice;
  const rowsOf = (table: string) =>
    fresh.database.stores.find(({ name }) => name === table)!.rows as Record<string, unknown>[];
  rowsOf("known").find(({ name }) => name === "made")!["value"] = 14;
  rowsOf("outbox").push({
    ...note,
    order: 99,
    ...unknown,
    record: unknown.id,
    command: { ...command, ...unknown, record: unknown.id },
  });
  const page = await openWith(fresh);
  await expect.poll(() => held(page, job), { timeout: 30_000 }).toContain("Pumped the footings dry by ten.");
  await page.getByText(/^13 of 14 sent\./).waitFor();
  await picture(page, "device-upgrade-unknown-kind-phone");
  await page.close();
}, 60_000);

it.each([
  ["release-5", 30],
  ["release-6", 50],
] as const)(
  "a phone of %s sends everything and still has its unfinished form",
  async (release, version) => {
    const device = ownDevice(release);
    expect(device.database.version).toBe(version);
    const rowsOf = (table: string) => device.database.stores.find(({ name }) => name === table)!.rows;
    const page = await openWith(device);
    await page.getByRole("heading", { level: 1, name: "Miller house" }).waitFor();
    const unsent = rowsOf("outbox").length + rowsOf("blobs").length;
    await page.getByText(`All sent, ${unsent} of ${unsent}.`).waitFor();
    const records = await held(page, device.job);
    for (const words of ["North wall framed and braced.", "Pumped the footings dry."])
      expect(records).toContain(words);
    for (const { sha256, size } of rowsOf("blobs")) {
      const stored = await page.evaluate(
        async (hash) => (await (await fetch(`/account/media/${hash}/original`)).arrayBuffer()).byteLength,
        String(sha256),
      );
      expect(stored).toBe(size);
    }
    const [draft] = rowsOf("drafts");
    await page.goto(product.url + String(draft!["href"]));
    await expect
      .poll(() => page.getByLabel("Work: what happened").inputValue())
      .toBe((draft!["typed"] as { text: string }).text);
    await picture(page, `device-upgrade-${release}-phone`);
    await page.close();
  },
  60_000,
);
