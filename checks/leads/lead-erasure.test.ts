// Long because it fills every corner that can know a client, and looks into all of them.
import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listenForWebhooks } from "#faces/api/events.server.ts";
import { listenForNamed } from "#ground/notifications/listeners.server.ts";
import { listenForVisitors } from "#trade/visits/listeners.server.ts";
import { listenForDeeds } from "#ground/events/listeners.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { addressHash, recordReply } from "#trade/leads/data.server.ts";
import { addNote } from "#trade/leads/history/notes.server.ts";
import { acceptCapture } from "#trade/leads/capture/capture-queue.server.ts";
import { eraseLeadWithRetry } from "#trade/leads/personal-data/erase.server.ts";
import { action as file } from "#trade/leads/personal-data/download.ts";
import { action as mine, loader as minePage } from "#trade/leads/personal-data/page.tsx";
import { listenForClients } from "#trade/jobs/listeners.server.ts";
import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { listenForPapers } from "#ground/papers/listeners.server.ts";
import { listenForRecipients } from "#trade/reports/listeners.server.ts";
import { listenForSigners } from "#ground/signatures/listeners.server.ts";
import { listenForPeople } from "#trade/leads/listeners.server.ts";
import { captureSchema } from "#trade/leads/form/schema.ts";
import { unsubscribeToken } from "#trade/leads/preferences/tokens.server.ts";
import { action as preferences, loader as preferencesPage } from "#trade/leads/preferences/unsubscribe.tsx";
import { newerRecords } from "#ground/sync/commands.server.ts";
import { type Json, shownFields, applyCommands } from "#ground/sync/public.server.ts";
import { append } from "#ground/evidence/public.server.ts";
import { shareDocument } from "#ground/shares/public.server.ts";
import { historyOf } from "#ground/evidence/entries.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { sendHeadsUps } from "#trade/sequences/heads-up/send.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount, withMember } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { openBusiness } from "../testing/business.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { leadsTasks } from "#trade/leads/tasks.server.ts";
import { queueTexts } from "#platform/sms/queue.server.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";

// A client's data is shown to nobody but them, and is removed from every table and file when they ask for it.

const FRIDAY = "2026-11-20T17:00:00Z";
const clock = testClock(FRIDAY);
let test: TestDatabase;
let queue: TaskQueue;
let owner: pg.Client;
let shop: Awaited<ReturnType<typeof openBusiness>>;
let lead: string;
let job: string;

/** A word that occurs only in one test's person. */
let word: string;
let EMAIL: string;
let NAME: string;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForDeeds();
  listenForNamed();
  listenForVisitors();
  defineJobs();
  listenForClients();
  listenForPapers();
  listenForRecipients();
  listenForSigners();
  listenForLeads();
  listenForPeople();
  listenForWebhooks();
  // Stored files are deleted by a task, after the erasure: checks/leads/person-files.test.ts.
  queue = await startTaskQueue({ tasks: leadsTasks, work: false, log: createLog("error") });
  owner = new pg.Client(test.owner);
  await owner.connect();
});
afterAll(async () => {
  await queue.stop();
  await owner.end();
  await test.drop();
});
beforeEach(async () => {
  clock.set(FRIDAY);
  word = `zebedee${randomBytes(6).toString("hex")}`;
  [EMAIL, NAME] = [`${word}@client.test`, `${word.replace("z", "Z")} Quill-O’Dea <b>`];
  shop = await openBusiness();
  lead = await shop.captured(EMAIL, NAME);
  await sendDueSteps(shop.account);
  await deliver(shop.account);
  await inShop((ctx) =>
    publish(ctx, { type: "lead.did", leadId: lead, what: "clicked", about: "the guide" }),
  );
  await owner.query(
    "insert into leads_imports_people (account_id, import_id, lead_id, is_new, touched) values ($1, gen_random_uuid(), $2, true, true)",
    [shop.account, lead],
  );
  await owner.query(
    `insert into leads_imports_errors (account_id, import_id, "row", line, field, problem, is_taken, cells)
     values ($1, gen_random_uuid(), 1, 2, 'Phone', 'x', true, $2)`,
    [shop.account, JSON.stringify([NAME, EMAIL])],
  );
  await owner.query(
    `insert into leads_unconfirmed (account_id, lead_id, id, page_id, name, at, source, answers, wording_version, wording, text_wording, shown_at)
     values ($1, $2, gen_random_uuid(), $3, $4, now(), '{}', $5, '1', 'Email me', '', '/p/x')`,
    [shop.account, lead, shop.page.id, NAME, JSON.stringify({ need: word })],
  );
  await owner.query(
    "insert into leads_merges (account_id, id, lead_id, gone_id, at, before) values ($1, gen_random_uuid(), $2, gen_random_uuid(), now(), $3)",
    [shop.account, lead, JSON.stringify({ gone: { name: NAME } })],
  );
  job = newId();
  // First only their name is typed; the lead is linked later.
  await write({ name: "Porch", clientName: NAME, clientPhone: `call ${word}`.slice(0, 40) });
  await write({ leadId: lead, clientEmail: EMAIL });
  await write({ status: "active" });
  await owner.query(
    `insert into signatures (account_id, id, link_id, about_id, state, title, file, file_name, sha256, name, email, phone, means, disclosure, reason, address, user_agent, at)
     values ($1, gen_random_uuid(), gen_random_uuid(), $2, 'signed', $3, 'f', $3, 'x', $4, $5, $3, 'typed', $3, $3, $3, $3, now())`,
    [shop.account, lead, `for ${word}`, NAME, EMAIL],
  );
  // Someone signing by a forwarded link is known only by what they typed.
  const handed = newId();
  await owner.query(
    `insert into signatures (account_id, id, link_id, job_id, state, title, file, file_name, sha256, name, email, phone, means, disclosure, reason, address, user_agent, at)
     values ($1, $6, gen_random_uuid(), $7, 'signed', $2, 'g', $2, 'x', $3, $4, $2, 'typed', $2, $2, $2, $5, now())`,
    [shop.account, `for ${word}`, NAME, EMAIL.replace("z", "Z"), `by ${word}`, handed, job],
  );
  await inShop((ctx) =>
    append(ctx, {
      job,
      kind: "signatures.signed",
      author: null,
      payload: { signature: handed, name: NAME, email: EMAIL },
    }),
  );
  const { id: mailed } = await inShop((ctx) =>
    shareDocument(
      ctx,
      { kind: "report", title: `Report: ${word}`, file: "r", fileName: "r.pdf" },
      { jobId: job, lifetime: Temporal.Duration.from({ days: 90 }) },
    ),
  );
  await owner.query(
    `insert into papers_recipients (account_id, id, paper_id, way, asks, address, link_id, at) values ($1, $4, gen_random_uuid(), 'email', 'yes', $2, $3, now())`,
    [shop.account, EMAIL, mailed, mailed],
  );
  await owner.query(
    `insert into papers_answers (account_id, id, paper_id, recipient_id, answer, name, words, at) values ($1, gen_random_uuid(), gen_random_uuid(), $2, 'asked', $3, $4, now())`,
    [shop.account, mailed, NAME, `Is it cedar? asks ${word}`],
  );
  await owner.query(
    `insert into shares_visits (account_id, id, link_id, at, did, who, device) values ($1, gen_random_uuid(), $2, now(), 'opened', 'person', $3)`,
    [shop.account, mailed, `${word}’s phone`],
  );
  await owner.query(
    `insert into papers_recipients (account_id, id, paper_id, way, asks, address, lead_id, link_id, at)
     values ($1, gen_random_uuid(), gen_random_uuid(), 'email', 'nothing', $2, $3, gen_random_uuid(), now())`,
    [shop.account, EMAIL, lead],
  );
  await owner.query(
    `insert into reports_schedules (account_id, id, job_id, every, weekday, hour, zone, photos_per_page, places, to_client, recipients,
       since_count, since_at, next_at, created_at)
     values ($1, gen_random_uuid(), gen_random_uuid(), 'day', 1, 17, 'UTC', 0, false, true, $2, 0, now(), now(), now())`,
    [shop.account, [EMAIL, "lee@other.test"]],
  );
  const file = await installation().files.put(shop.account, Buffer.from("A plan"), "leadfile");
  for (const removed of [null, FRIDAY])
    await owner.query(
      `insert into leads_files (account_id, id, lead_id, name, bytes, file, user_id, created_at, removed_at)
       values ($1, gen_random_uuid(), $2, $3, 9, $4, gen_random_uuid(), now(), $5)`,
      [shop.account, lead, `${word}.pdf`, file, removed],
    );
  await inShop((ctx) => addNote(ctx, lead, `Likes cedar, says ${word}`));
  await inShop((ctx) =>
    queueTexts(
      ctx.db,
      [{ id: newId(), accountId: shop.account, to: "+13035550142", body: `Hi ${NAME}`, aboutId: lead }],
      ctx,
    ),
  );
});

async function write(sets: Record<string, Json>): Promise<void> {
  const base = {
    id: newId(),
    kind: "jobs.job",
    record: job,
    job,
    replaces: {},
    capturedAt: Date.parse(FRIDAY),
    skew: 0,
    zone: "UTC",
    media: [],
  };
  const { outcomes } = await withMember(shop.account, shop.owner, { role: "owner", jobId: null }, (ctx) =>
    applyCommands(ctx, newId(), [{ ...base, sets }]),
  );
  expect(outcomes).toMatchObject([{ is: "held" }]);
}

const inShop = <T>(work: Parameters<typeof withAccount<T>>[1]) => withAccount(shop.account, work);
const post = (fields: Record<string, string>) =>
  new Request("http://localhost:3000/x", { method: "POST", body: new URLSearchParams(fields) });
async function answerOf(
  promise: Promise<unknown>,
): Promise<Record<string, unknown> & { status?: number; location?: string | null }> {
  const answer = await promise.catch((error: unknown) => error);
  if (answer instanceof Response) return { status: answer.status, location: answer.headers.get("location") };
  const { data, init } = answer as { data?: Record<string, unknown>; init?: { status?: number } | number };
  if (!data) return answer as Record<string, unknown>;
  const status = typeof init === "number" ? init : init?.status;
  return { ...data, ...(status === undefined ? {} : { status }) };
}

const ask = async () => {
  const params = { token: unsubscribeToken(shop.account, lead) };
  return answerOf(preferences({ params, request: post({ do: "link" }) } as never));
};
const links = async () =>
  (await shop.messages()).flatMap(({ text, recipient, state }) => {
    const token = /\/mine\/([\w-]+)/.exec(text)?.[1];
    return token ? [{ token, recipient, state }] : [];
  });
async function freshLink(): Promise<string> {
  expect(await ask()).toMatchObject({ did: "link" });
  return (await links()).at(-1)!.token;
}
const at = (token: string, fields: Record<string, string>) =>
  answerOf(mine({ params: { token }, request: post(fields) } as never));
const lookAt = (token: string, query = "") =>
  answerOf(
    Promise.resolve().then(() =>
      minePage({ params: { token }, request: new Request(`http://localhost:3000/mine/x${query}`) } as never),
    ),
  );
const open = async () => {
  const token = await freshLink();
  return { token, mark: (await at(token, { do: "open" }))["mark"] as string };
};

/** Where any of these texts occurs in any row of any table. */
async function inTables(): Promise<string[]> {
  const { rows: tables } = await owner.query<{ schema: string; name: string }>(
    "select relnamespace::regnamespace::text as schema, relname as name from pg_class where relkind in ('r', 'p') and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')",
  );
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await owner.query<{ row: string }>(
      `select to_jsonb(t)::text as row from "${schema}"."${name}" t where to_jsonb(t)::text ilike any ($1)`,
      [[word, lead].map((needle) => `%${needle}%`)],
    );

    found.push(...rows.map(({ row }) => `${name}: ${row.includes("/h/") ? "/h/" : ""}`));
  }
  return found;
}

/** The same for the files in the store. */
async function inFiles(): Promise<string[]> {
  const { files } = installation();
  const keys = await Array.fromAsync(files.list(shop.account));
  const texts = await Promise.all(
    keys.map(async ({ key }) => ({ key, text: Buffer.from(await files.get(key)).toString("latin1") })),
  );
  expect(texts.length).toBeGreaterThan(0);
  return texts.filter(({ text }) => text.toLowerCase().includes(word)).map(({ key }) => key);
}

describe("what is held about a client", () => {
  it("is not on the page of their link, nor their address: it may have been forwarded", async () => {
    const shown = JSON.stringify(
      await preferencesPage({ params: { token: unsubscribeToken(shop.account, lead) } } as never),
    );
    expect(shown.toLowerCase()).not.toContain(word);
    expect(shown).toContain("z…@client.test");
  });

  it("has its link mailed to their own address, five times a day at most", async () => {
    for (let time = 0; time < 5; time++) expect(await ask()).toMatchObject({ did: "link" });
    expect(await ask()).toMatchObject({
      status: 409,
      message: expect.stringContaining("already sent several links today") as string,
    });
    expect((await links()).map(({ recipient }) => recipient)).toEqual(Array.from({ length: 5 }, () => EMAIL));
    expect(new Set((await links()).map(({ token }) => token)).size).toBe(5);
    clock.advance({ hours: 25 });
    expect(await ask()).toMatchObject({ did: "link" });
  });

  it("can be asked for by somebody who wants no mail any more", async () => {
    await answerOf(
      preferences({ params: { token: unsubscribeToken(shop.account, lead) }, request: post({}) } as never),
    );
    await freshLink();
    await deliver(shop.account);
    expect((await links()).at(-1)!.state).toBe("sent");
  });

  it("is shown once, within the hour; looking at the link opens nothing", async () => {
    const token = await freshLink();
    for (let time = 0; time < 3; time++) expect(await lookAt(token)).toMatchObject({ link: "fresh" });
    const first = await at(token, { do: "open" });
    expect(first["step"]).toBe("shown");
    // An impatient second press gets the same answer.
    expect((await at(token, { do: "open" }))["step"]).toBe("shown");
    clock.advance({ seconds: 11 });
    expect(await at(token, { do: "open" })).toMatchObject({ step: "over", status: 410 });
    expect(await lookAt(token)).toMatchObject({ link: "opened" });
    // That visit can continue; others don't have its mark.
    const mark = first["mark"] as string;
    expect((await at(token, { do: "show", mark }))["step"]).toBe("shown");
    for (const wrong of ["", "x", `${mark.slice(0, -2)}AA`, mark.slice(0, 8)])
      expect((await at(token, { do: "show", mark: wrong }))["step"]).toBe("over");
    clock.advance({ minutes: 60 });
    expect((await at(token, { do: "show", mark }))["step"]).toBe("over");
    const late = await freshLink();
    clock.advance({ minutes: 60 });
    expect(await lookAt(late)).toMatchObject({ link: "expired" });
    expect(await at(late, { do: "open" })).toMatchObject({ step: "over", status: 410 });
  });

  it("opens for no forged link, nor with the mark of another's", async () => {
    const { mark } = await open();
    const other = await shop.captured("somebody.else@client.test", "Somebody Else");
    await inShop((ctx) => ctx.db.execute(sql`update leads set name = 'Else' where id = ${other}`));
    const token = await freshLink();
    expect((await at(token, { do: "show", mark }))["step"]).toBe("over");
    for (const forged of [`${token.slice(0, -2)}AA`, "x", unsubscribeToken(shop.account, lead)])
      expect(await lookAt(forged)).toMatchObject({ status: 404 });
    expect(await lookAt(`${token.slice(0, -2)}AA`, "?erased=AAAA")).toMatchObject({ status: 404 });
  });

  it("is all of it: who, when, where, in which words, what was sent and what they wrote", async () => {
    await inShop((ctx) =>
      recordReply(ctx, lead, {
        via: "mail",
        messageId: `<${word}@x>`,
        subject: "Yes",
        body: `A porch, says ${word}.`,
      }),
    );
    const { token, mark } = await open();
    const answer = await file({ params: { token }, request: post({ mark }) } as never);
    expect(answer.headers.get("content-disposition")).toContain("attachment");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const held = (await answer.json()) as Record<string, unknown>;
    expect(held).toMatchObject({
      Name: NAME,
      Email: EMAIL,
      Phone: "none",
      "When and where you gave your details": [{ "What you asked for": "9 questions" }],
      "What you agreed to": [
        {
          "In these words": expect.stringContaining("follow-up notes from Summit Deck") as string,
          "Wording version": "2026-11",
        },
      ],
      "What you wrote back": [{ Subject: "Yes", Words: `A porch, says ${word}.` }],
      "Documents shared with you": [{ Title: "9 questions" }],
      "Emails planned for you": [],
    });
    const mails = held["Emails sent to you"] as Record<string, string>[];
    expect(mails.map((mail) => [mail["Subject"], mail["Status"]])).toEqual([
      ["What Summit Deck has on file about you", "waiting to be sent"],
      ["9 questions", "sent"],
    ]);
    expect((await file({ params: { token }, request: post({ mark: "no" }) } as never)).status).toBe(403);
  });

  it("tells what is planned", async () => {
    const { token, mark } = await open();
    const answer = await at(token, { do: "show", mark });
    expect(JSON.stringify(answer["held"])).toContain("Did the guide answer your question?");
    expect(JSON.stringify(answer["held"])).toContain("Mon, Nov 23, 9:00 AM MST");
  });
});

describe("erasing a client", () => {
  it("asks once more, and leaves none of their values in any table or file", async () => {
    await inShop((ctx) =>
      recordReply(ctx, lead, {
        via: "mail",
        messageId: `<${word}@x>`,
        subject: "Yes",
        body: `A porch, says ${word}.`,
      }),
    );
    await inShop((ctx) => ctx.db.execute(sql`update leads set replied_at = null where id = ${lead}`));
    await inShop((ctx) =>
      ctx.db.execute(sql`update sequences_steps set state = 'waiting', reason = null where step = 1`),
    );
    await inShop((ctx) =>
      ctx.db.execute(sql`update sequences_enrolments set stopped_at = null, stop_reason = null`),
    );
    clock.set("2026-11-23T15:00:00Z");
    // Without a mailbox, the business's owner gets an email each morning.
    const heard = installation();
    useInstallation({ ...heard, setup: undefined });
    await sendHeadsUps();
    useInstallation(heard);
    expect((await inTables()).some((row) => row.includes("/h/"))).toBe(true);
    const { token, mark } = await open();
    expect((await inTables()).length).toBeGreaterThan(8);
    expect((await at(token, { do: "erase", mark }))["step"]).toBe("asked");
    expect((await inTables()).length).toBeGreaterThan(8);

    const { status, location } = await at(token, { do: "erase-for-good", mark });
    expect(status).toBe(303);
    expect(await inTables()).toEqual([]);
    expect(await inFiles()).toEqual([]);
    expect(await lookAt(token, location!.slice(location!.indexOf("?")))).toMatchObject({
      link: "erased",
      face: { business: "Summit Deck" },
    });
    expect(await lookAt(token)).toMatchObject({ status: 404 });
    // The link at the end of their emails reports the current state.
    expect(
      await preferencesPage({ params: { token: unsubscribeToken(shop.account, lead) } } as never),
    ).toMatchObject({ gone: true });
    const { rows } = await owner.query(
      "select action, details, who from businesses_audit where account_id = $1 and action = 'lead.erased'",
      [shop.account],
    );
    expect(rows).toEqual([{ action: "lead.erased", details: {}, who: "a client" }]);
    const heads = await owner.query<{ text: string; html: string }>(
      "select text, html from mail_messages where text like '%/h/%' and recipient = $1",
      [shop.owner.email],
    );
    expect(heads.rows[0]!.text).toContain("Someone who had their data deleted, 9:00");
    expect(heads.rows[0]!.html).toContain("Someone who had their data deleted, 9:00");
  });

  it("leaves the job to the business, tells its devices, and says in its history that something went", async () => {
    const before = await inShop((ctx) => newerRecords(ctx, { since: 0, job }));
    expect(before.records[0]!.fields["clientName"]!.values).toHaveLength(1);
    expect(await eraseLeadWithRetry(shop.account, lead)).toBe(true);
    const { records } = await inShop((ctx) => newerRecords(ctx, { since: before.upTo, job }));
    expect(records.map(({ fields }) => shownFields(fields))).toEqual([{ name: "Porch", status: "active" }]);
    const entries = (await inShop((ctx) => Array.fromAsync(historyOf(ctx, job)))).flat();
    expect(entries.map(({ kind, payload }) => [kind, payload === null])).toEqual([
      ["jobs.job", true],
      ["jobs.job", true],
      ["jobs.job", false],
      ["signatures.signed", true],
      ["evidence.erased", false],
      ["evidence.erased", false],
    ]);
    // A device that never got the response sends its change again: it is accepted as known, and stays empty.
    const { rows } = await owner.query<{ sets: object; hash: string }>(
      "select sets, hash from sync_commands where account_id = $1 order by number",
      [shop.account],
    );
    expect(rows.map(({ sets, hash }) => [sets, hash.length])).toEqual([
      [{ name: "Porch" }, 0],
      [{}, 0],
      [{ status: "active" }, 64],
    ]);
  });

  it("needs the visit that opened the link", async () => {
    const token = await freshLink();
    expect((await at(token, { do: "erase-for-good" }))["step"]).toBe("over");
    expect((await at(token, { do: "erase-for-good", mark: "A".repeat(43) }))["step"]).toBe("over");
    expect((await inTables()).length).toBeGreaterThan(5);
  });

  it("leaves a hash by which nobody writes to them again, though they come back", async () => {
    await eraseLeadWithRetry(shop.account, lead);
    const again = await shop.captured(EMAIL.toUpperCase().replace("CLIENT.TEST", "client.test"), "Zeb");
    await sendDueSteps(shop.account);
    expect((await shop.ledger(again))[0]!.reason).toBe("they unsubscribed");
    expect(await shop.messages()).toEqual([]);
  });

  it("leaves a hash of their phone number too, though they never agreed to texts", async () => {
    await owner.query("update leads set phone = $2 where id = $1", [lead, "+13035550142"]);
    await eraseLeadWithRetry(shop.account, lead);
    const { rows } = await owner.query<{ address_hash: string }>(
      "select address_hash from leads_suppressions where account_id = $1",
      [shop.account],
    );
    expect(rows.map((row) => row.address_hash).toSorted()).toEqual(
      [addressHash(EMAIL), addressHash("+13035550142")].toSorted(),
    );
  });

  it("takes what waits to become a lead, and touches nobody else", async () => {
    const other = await shop.captured("ann@client.test", "Ann Other");
    const theirs = await openBusiness();
    const same = await theirs.captured(EMAIL, NAME);
    await sendDueSteps(theirs.account);
    const before = [await shop.ledger(other), await theirs.ledger(same), (await theirs.messages()).length];
    await acceptCapture(
      shop.page.slug,
      captureSchema.parse({ name: NAME, email: EMAIL, consent: "yes" }),
      {},
    );
    expect(await eraseLeadWithRetry(shop.account, lead)).toBe(true);
    expect(await eraseLeadWithRetry(shop.account, lead)).toBe(false);
    expect([await shop.ledger(other), await theirs.ledger(same), (await theirs.messages()).length]).toEqual(
      before,
    );
    const { rows } = await owner.query<{ account_id: string }>(
      "select account_id from leads where email = $1",
      [EMAIL],
    );
    expect(rows.map((row) => row.account_id)).toEqual([theirs.account]);
    expect((await owner.query("select from leads_captures where email = $1", [EMAIL])).rowCount).toBe(0);
    await eraseLeadWithRetry(theirs.account, same);
  });

  it("leaves nothing though follow-up is sent at that very moment", async () => {
    for (let round = 0; round < 5; round++) {
      clock.set(FRIDAY);
      const one = round ? await shop.captured(EMAIL, NAME) : lead;
      await owner.query("delete from leads_suppressions where account_id = $1", [shop.account]);
      await sendDueSteps(shop.account);
      clock.set("2026-11-23T16:00:00Z");
      await Promise.all([
        sendDueSteps(shop.account),
        eraseLeadWithRetry(shop.account, one),
        sendDueSteps(shop.account),
      ]);
      expect((await inTables()).filter((row) => !row.startsWith("leads_suppressions"))).toEqual([]);
    }
  });

  it("is a rule for every table: one that points to a lead and is not emptied is found by this test", async () => {
    const { rows } = await owner.query<{ name: string }>(
      "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and column_name in ('lead_id', 'about_id') order by 1",
    );
    const pointing = rows.map(({ name }) => name);
    expect(pointing).toEqual(
      expect.arrayContaining([
        "leads_touches.lead_id",
        "mail_messages.about_id",
        "sequences_enrolments.lead_id",
      ]),
    );
    // A new feature's table has no rows about this person until this test adds some: do it above, and listen
    // to lead.erased.
    const filled = [
      "api_events",
      "events_deeds",
      "jobs",
      "leads_addresses",
      "leads_answers",
      "leads_consents",
      "leads_files",
      "leads_happenings",
      "leads_imports_people",
      "leads_links",
      "leads_merges",
      "leads_replies",
      "leads_todos",
      "leads_touches",
      "leads_unconfirmed",
      "mail_messages",
      "notifications_events",
      "papers_recipients",
      "sequences_enrolments",
      "shares_links",
      "signatures",
      "sms_messages",
      "visits_visits",
    ];
    expect([...new Set(pointing.map((name) => name.split(".")[0]))]).toEqual(filled);
  });
});

it("this test's eye for files sees a value that is there", async () => {
  const key = await installation().files.put(shop.account, Buffer.from(`about ${word}`), "pdf");
  expect(await inFiles()).toEqual([key]);
  await installation().files.remove(key);
  expect(await inFiles()).toEqual([]);
});
