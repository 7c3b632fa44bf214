import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { openIdentity, Visitor } from "#ground/identity/testing/visits.ts";
import { ensureSealingKey } from "#ground/evidence/seal/keys.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { loader as records } from "#ground/sync/device/records.ts";
import type { StoredRecord, Outcome } from "#ground/sync/device/protocol.ts";
import * as client from "#tools/estimates/client/page.tsx";
import * as office from "#tools/estimates/office/estimate.tsx";
import { ESTIMATE, type Estimate, type LineValue } from "#tools/estimates/rules/estimate.ts";
import type { Choice } from "#tools/estimates/rules/totals.ts";
import { withAccount, withPerson } from "#platform/db/scope.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { subscribe } from "#app/subscriptions.ts";
import { defineNotificationKinds } from "#app/notification-kinds.ts";
import { defineKinds } from "#app/record-kinds.ts";
import { tasks } from "#app/worker.ts";
import { argsOf, sendChange, somebody, type Somebody } from "./changes.ts";
import { cutEach } from "./cuts.ts";
import { visit } from "./screens.ts";

// From a device to a client, through screens and routes, against the real database.

let identity: Awaited<ReturnType<typeof openIdentity>>;
let queue: TaskQueue;
export let db: pg.Client;
export let shop: Somebody & { account: string };
export let guest: Somebody;
/** The job that a test is about. */
export let job: string;

/** A business with an owner, and a person who will be a guest of its jobs. */
export async function startShop(): Promise<void> {
  subscribe();
  defineKinds();
  defineNotificationKinds();
  identity = await openIdentity();
  queue = await startTaskQueue({ tasks, work: false, log: createLog("error") });
  db = new pg.Client(identity.owner);
  await db.connect();
  await ensureSealingKey();
  const one = await somebody(db, "owner@estimates.test");
  const { accountId: account } = await withPerson(one.who.id, (ctx) => enterOwnAccount(ctx, one.who));
  shop = { ...one, account };
  guest = await somebody(db, "guest@estimates.test");
}

export async function stopShop(): Promise<void> {
  await closeRenderers();
  await db?.end();
  await queue?.stop();
  await identity?.drop();
}

/**
 * Registers the shop for the tests of a file, each of which begins with another job and no emails.
 * @param mailsIn the time zone of a shop that may email others
 */
export function withShop(mailsIn?: string): void {
  beforeAll(async () => {
    await startShop();
    if (mailsIn) await mayMail(mailsIn);
  });
  afterAll(stopShop);
  beforeEach(async () => {
    await nextJob();
    await db.query("delete from mail_messages");
  });
}

/** Lets the shop email others. */
export async function mayMail(zone = "UTC"): Promise<void> {
  await db.query("update identity_users set email_verified = true where id = $1", [shop.who.id]);
  await withAccount(shop.account, (ctx) =>
    saveBusinessDetails(ctx, { businessName: "Hale Decks", postalAddress: "1 Main St, Denver", zone }),
  );
}

/** Begins another job, with the guest. */
export async function nextJob(): Promise<void> {
  job = newLocalId();
  await db.query("delete from businesses_members where account_id = $1 and role = 'guest'", [shop.account]);
  await db.query(
    "insert into businesses_members (account_id, user_id, role, job_id, created_at) values ($1, $2, 'guest', $3, now())",
    [shop.account, guest.who.id, job],
  );
  await send(shop, job, { name: "14 Elm Street", status: "planned" }, "jobs.job");
}

/** Sends one change as a device that has seen everything, or nothing. */
export const send = (
  { visitor }: Somebody,
  record: string,
  sets: Record<string, unknown>,
  kind: string = ESTIMATE,
  before?: StoredRecord,
  at: string | null = job,
): Promise<Outcome> => sendChange(visitor, { kind, record, job: at, sets }, before);

export async function fetched(by: Somebody, record: string): Promise<StoredRecord | undefined> {
  const answer = await records(argsOf(by.visitor.request(`/account/sync/records?since=0&job=${job}`)));
  return ((await answer.json()) as { records: StoredRecord[] }).records.find(({ id }) => id === record);
}

export const line = (over: Partial<LineValue> = {}): LineValue => ({
  ...{ place: 1, section: "", text: "Rebuild the stairs", quantity: 1000, unit: "", cents: 90_000 },
  ...{ cost: 50_000, isTaxable: false, isOptional: false, option: 0 },
  ...over,
});

/** An estimate with one line. @returns its id and its line's */
export async function written(more: Record<string, unknown> = {}) {
  const [record, lineId] = [newLocalId(), newLocalId()];
  const sets = { title: "Deck stairs", [`lines.${lineId}`]: line(), ...more };
  expect(await send(shop, record, sets)).toMatchObject({ is: "held" });
  return { record, lineId };
}

/** Makes a link in the office. */
export async function shared(record: string, asks: "yes" | "signature" = "yes") {
  const { shown, status } = await visit(
    shop.visitor,
    office,
    `/account/estimates/${record}`,
    { estimateId: record },
    { intent: "share", days: "30", passcode: "", asks },
  );
  const token = new URL((shown as { link?: string }).link ?? "http://none/").pathname.split("/")[2] ?? "";
  return { token, shown, status };
}

export interface Page {
  readonly view: {
    readonly document: string;
    readonly closed: string | null;
    readonly number: string;
    readonly version: number;
  };
  readonly content: {
    readonly estimate: Estimate;
    readonly choice: Choice;
    readonly total: number;
    readonly changes: string[];
  };
}
export const open = async (token: string, query = "") =>
  (await visit(new Visitor(), client, `/s/${token}/estimate${query}`, { token })).shown as unknown as Page;

export const approve = async (token: string, over: Record<string, string> = {}) =>
  approveAs(token, await open(token), over);

/** Approves what a page showed. */
async function approveAs(token: string, { view, content }: Page, over: Record<string, string> = {}) {
  return visit(
    new Visitor(),
    client,
    `/s/${token}/estimate`,
    { token },
    {
      ...{ do: "approve", document: view.document, name: "Dana Ruiz", words: "" },
      ...{ option: String(content.choice.option), extras: "", total: String(content.total) },
      ...over,
    },
  );
}

export const standing = async (record: string) =>
  shownFields((await fetched(shop, record))!.fields)["standing"] as Record<string, unknown> | undefined;

/**
 * Sends a second version while the first is approved: one of the two is approved, and as it was shown.
 * @returns which
 */
export async function raceOfVersions(round: number): Promise<number> {
  const { record, lineId } = await written();
  const first = await shared(record);
  const before = await fetched(shop, record);
  await send(shop, record, { [`lines.${lineId}`]: line({ cents: 95_000 + round }) }, ESTIMATE, before);
  const [second, yes] = await Promise.all([shared(record), approve(first.token)]);
  const isApproved = yes.status === 303;
  const late = second.token ? await approve(second.token) : null;
  const { rows } = await db.query<{ version: number; details: { total: number } }>(
    "select p.version, a.details from papers_answers a join papers p on p.id = a.paper_id and p.account_id = a.account_id where a.answer = 'approved' and p.thing_id = $1",
    [record],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject(
    isApproved
      ? { version: 1, details: { total: 90_000 } }
      : { version: 2, details: { total: 95_000 + round } },
  );
  if (isApproved) expect(late?.status ?? 409).not.toBe(303);
  const { version } = rows[0]!;
  expect(await standing(record)).toMatchObject({ state: "approved", version });
  return version;
}

/** What the tables, the record and the job say of an estimate, which must agree. */
async function expectAgreement(record: string): Promise<{ state: string }> {
  const { rows } = await db.query<{
    state: string;
    version: number;
    number: string | null;
    versions: number;
    papers: number;
    approved: number;
    contract: string | null;
  }>(
    `select e.state, e.version, e.number, j.contract_cents as contract,
            (select count(*)::int from estimates_versions v where v.estimate_id = e.id) as versions,
            (select count(*)::int from papers p where p.thing_id = e.id) as papers,
            (select count(*)::int from papers_answers a join papers p on p.id = a.paper_id where p.thing_id = e.id and a.answer = 'approved') as approved
       from estimates_estimates e join jobs j on j.job_id = e.job_id where e.id = $1`,
    [record],
  );
  const { state, version, number, versions, papers, approved, contract } = rows[0]!;
  const isApproved = state === "approved";
  expect({ versions, papers, approved, contract }).toEqual({
    ...{ versions: version, papers: version },
    ...{ approved: isApproved ? 1 : 0, contract: isApproved ? "90000" : null },
  });
  if (version > 0) expect(await standing(record)).toMatchObject({ state, version, number });
  else expect(await standing(record)).toBeUndefined();
  return { state };
}

/**
 * Cuts the connection at each statement of sending or approving, or at each `step`th, and then does it again.
 * @returns how many statements were cut
 */
export const cutEverywhere = (what: "shared" | "approved", step = 1): Promise<number> =>
  cutEach(db, step, async () => {
    await nextJob();
    const { record } = await written();
    const { token } = what === "approved" ? await shared(record) : { token: "" };
    const page = what === "approved" ? await open(token) : null;
    const work = () => (page ? approveAs(token, page) : shared(record));
    return {
      work,
      check: () => expectAgreement(record),
      async again() {
        expect([200, 303]).toContain((await work()).status);
        expect((await expectAgreement(record)).state).toMatch(page ? /^approved$/ : /^sent$/);
      },
    };
  });
