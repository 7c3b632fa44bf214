import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { loader as invoices } from "#faces/api/quickbooks/invoices.ts";
import { writeExport } from "#ground/evidence/export/export.server.ts";
import { nodeChecks } from "#ground/evidence/verify/hashing.server.ts";
import { verifyExport } from "#ground/evidence/verify/verify.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { loader as log } from "#tools/changes/log/log.ts";
import { partOf, readTrail } from "#tools/changes/trail/trail.server.ts";
import { askTask } from "#tools/changes/word/send.server.ts";
import { WORD } from "#tools/changes/word/word.ts";
import { openZip } from "#platform/archive/read-zip.ts";
import { withMember } from "#platform/db/scope.server.ts";
import { argsOf } from "../testing/changes.ts";
import { changed, handedOver, reply } from "../testing/change-orders.ts";
import { mayMail, job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";

// The whole trail of one change as a file that verifies without us, and what goes to billing.

beforeAll(startShop);
afterAll(stopShop);
beforeEach(nextJob);

/** A change that was said by word, sent, and approved, beside another that is nobody's business. */
async function lived() {
  await mayMail();
  await changed({ title: "Secret cellar", description: "Not for the neighbors." });
  const { record } = await changed();
  const word = newLocalId();
  const said = { by: "Dana Hale", email: "dana@hale.test", at: "", where: "", said: "Eight inches" };
  await send(shop, word, { asked: { change: record, ...said } }, WORD);
  await askTask.run({ accountId: shop.account, id: word }, Temporal.Now.instant());
  const { token } = await handedOver(record);
  await reply(token);
  return record;
}

/** The files of its copy, by path. */
async function filesOf(record: string) {
  const trail = await withMember(shop.account, shop.who, { role: "owner", jobId: null }, (ctx) =>
    readTrail(ctx, record),
  );
  const { file, remove } = await writeExport(
    { ...trail.history, part: partOf(trail) },
    "<!doctype html><title>Verifier</title>",
  );
  const zip = await openZip(new Blob([await readFile(file)]));
  const files = new Map(await Promise.all(zip.paths.map(async (one) => [one, await zip.read(one)] as const)));
  await remove();
  return files;
}
type Files = Awaited<ReturnType<typeof filesOf>>;

const verified = (files: Files) =>
  verifyExport(
    { paths: [...files.keys()], read: (path) => Promise.resolve(new Uint8Array(files.get(path)!)) },
    nodeChecks,
  );
const textOf = (files: Files, path: string) => new TextDecoder().decode(files.get(path));

it("has all of one change and the text of nothing else, and verifies", async () => {
  const files = await filesOf(await lived());
  const found = await verified(files);
  expect(found.problems).toEqual([]);
  expect(found.withheld).toBeGreaterThan(0);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(["change.html", "papers/01.pdf", "papers/02.pdf", "verify.html"]),
  );
  const page = textOf(files, "change.html");
  for (const part of [
    "CO-001: Move the opening",
    "Revision 0 made",
    "Dana Ruiz answered: approved",
    "Eight inches",
  ])
    expect(page).toContain(part);
  expect(textOf(files, "papers/01.pdf").slice(0, 5)).toBe("%PDF-");
  const history = textOf(files, "history.jsonl");
  expect(history).toContain("Eight inches");
  for (const [path] of files) expect(textOf(files, path), path).not.toMatch(/Secret cellar|neighbors/);
});

it("doesn't verify once anything in it is altered, or its list of what was left out", async () => {
  const files = await filesOf(await lived());
  const replaced = (path: string, change: (text: string) => string) =>
    new Map(files).set(path, new TextEncoder().encode(change(textOf(files, path))));
  const altered = async (path: string, change: (text: string) => string) =>
    (await verified(replaced(path, change))).problems.length;
  expect(await altered("change.html", (text) => text.replace("approved", "declined"))).toBeGreaterThan(0);
  expect(await altered("history.jsonl", (text) => text.replace("Eight", "Nine"))).toBeGreaterThan(0);
  // Removing a text, and saying that it was left out.
  const last = textOf(files, "history.jsonl").trimEnd().split("\n").length;
  expect(
    await altered("manifest.json", (text) => text.replace('"withheld":[', `"withheld":[${last},`)),
  ).toBeGreaterThan(0);
});

it("gives billing its approved changes, which add up to what was approved", async () => {
  await lived();
  const moved = await log(
    argsOf(shop.visitor.request(`/account/changes/log/${job}?as=quickbooks`), { logJobId: job }),
  );
  const address = `/account/settings/quickbooks/invoices.csv?job=${job}`;
  expect([moved.status, moved.headers.get("location")]).toEqual([302, address]);
  const answer = await invoices(argsOf(shop.visitor.request(address)));
  const [head, row, ...rest] = (await answer.text()).trim().split(/\r?\n/);
  expect(head!.split(",").slice(0, 2)).toEqual(["*InvoiceNo", "*Customer"]);
  const [number, customer, day, due, ...what] = row!.split(",");
  expect(number).toMatch(/^CO-001-[0-9A-F]{6}$/);
  expect(day).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  expect([customer, due, ...what]).toEqual([
    ...["14 Elm Street", day, "CO-001: Move the opening", "Labor", "Move the opening"],
    ...["1", "900.00", "900.00", "N"],
  ]);
  expect(rest).toEqual([]);
});
