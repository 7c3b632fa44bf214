import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onEvent } from "#ground/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { acceptCapture, convertCaptures, convertWaiting } from "./capture-queue.server.ts";
import { findLeadByEmail, leadHistory, listLeads } from "../data.server.ts";
import { openPage } from "../page/pages.server.ts";
import { captureSchema } from "../form/schema.ts";
import { sourceFrom } from "../page/source.ts";

let test: TestDatabase;

async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client(test.owner);
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

beforeAll(async () => {
  test = await createTestInstallation();
  // Before the pool's first connection, shorten the 30-second timeout to 0.3 seconds
  await asOwner((owner) =>
    owner.query(
      `do $$ begin execute format('alter database %I set lock_timeout = 300', current_database()); end $$`,
    ),
  );
});
afterAll(() => test.drop());

async function openSlug(account: string): Promise<string> {
  return withAccount(account, async (ctx) => {
    await ctx.db.execute(
      sql`insert into businesses_accounts (account_id, name, created_at) values (${account}, 'Summit', now())`,
    );
    const offer = {
      kind: "magnet" as const,
      magnetId: newId(),
      title: "9 questions",
      promise: "Ask.",
      file: "f",
      fileName: "f.pdf",
    };
    return (await openPage(ctx, "Summit", offer)).slug;
  });
}

const capture = (email: string, submission: string = randomUUID()) =>
  captureSchema.parse({ name: "Dana", email, consent: "yes", submission });

const storyOf = (account: string, email: string) =>
  withAccount(account, async (ctx) => leadHistory(ctx, (await findLeadByEmail(ctx, email))!.id));

it("stores any visit source that a form sends", async () => {
  const account = newId();
  const slug = await openSlug(account);
  const given = { utm_source: "a\0b", utm_campaign: `${"x".repeat(119)}\u{1f600}`, utm_term: "\ud800" };
  await acceptCapture(slug, capture("dana@example.com"), sourceFrom(JSON.stringify(given)));
  expect(await convertCaptures(account)).toEqual({ kept: 1, failed: [] });
  const { touches } = await storyOf(account, "dana@example.com");
  expect(touches[0]?.source).toEqual({
    utm_source: "a b",
    utm_campaign: `${"x".repeat(119)}\ufffd`,
    utm_term: "\ufffd",
  });
});

it.each([
  ["converted one by one", true],
  ["converted together", false],
])(
  "records touch and consent of each person when one form is sent again with another address, %s",
  async (_, oneByOne) => {
    const account = newId();
    const slug = await openSlug(account);
    const submission = randomUUID();
    for (const email of ["dana@example.com", "sam@example.com", "sam@example.com", "dana@example.com"]) {
      await acceptCapture(slug, capture(email, submission), {});
      if (oneByOne) await convertCaptures(account);
    }
    await convertCaptures(account);
    for (const email of ["dana@example.com", "sam@example.com"]) {
      const { touches, consents } = await storyOf(account, email);
      expect([touches.length, consents.length]).toEqual([1, 1]);
    }
  },
);

it("stores the others when one capture of a batch can't be stored", async () => {
  const account = newId();
  const slug = await openSlug(account);
  // Validation normally rejects such a value.
  const bad = (at: number) => at % 4 === 3;
  const stored = await Promise.allSettled(
    Array.from({ length: 12 }, (_, at) =>
      acceptCapture(slug, capture(`c${at}@example.com`), bad(at) ? { utm_source: "\ud800" } : {}),
    ),
  );
  expect(stored.map(({ status }) => status === "rejected")).toEqual(stored.map((_, at) => bad(at)));
  expect(await convertCaptures(account)).toEqual({ kept: 9, failed: [] });
});

it("rejects all waiting captures together when the database is stuck, and stores again afterwards", async () => {
  const account = newId();
  const slug = await openSlug(account);
  await acceptCapture(slug, capture("before@example.com"), {});
  await asOwner(async (owner) => {
    await owner.query("begin; lock table leads_captures in access exclusive mode");
    const began = performance.now();
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, (_, at) => acceptCapture(slug, capture(`s${at}@example.com`), {})),
    );
    expect(
      answers.every((one) => one.status === "rejected" && (one.reason as { code?: string }).code === "55P03"),
    ).toBe(true);
    // One timeout for the first and one for the others together; one by one would take nine seconds.
    expect(performance.now() - began).toBeLessThan(7_000);
    await owner.query("rollback");
  });
  await acceptCapture(slug, capture("after@example.com"), {});
  expect(await convertCaptures(account)).toEqual({ kept: 2, failed: [] });
});

describe("convertWaiting", () => {
  const seen = (account: string) =>
    withAccount(account, async (ctx) => {
      await convertWaiting(ctx);
      return (await listLeads(ctx)).map(({ email }) => email);
    });

  it("converts a new capture before any worker does", async () => {
    const account = newId();
    const slug = await openSlug(account);
    await acceptCapture(slug, capture("dana@example.com"), {});
    expect(await seen(account)).toEqual(["dana@example.com"]);
    expect(await convertCaptures(account)).toEqual({ kept: 0, failed: [] });
  });

  it("waits for a worker that has claimed the capture", async () => {
    const account = newId();
    const slug = await openSlug(account);
    await acceptCapture(slug, capture("dana@example.com"), {});
    const slow = Promise.withResolvers<void>();
    onEvent("leads.captured", (ctx) => (ctx.account.id === account ? slow.promise : Promise.resolve()));
    const keeping = convertCaptures(account);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const looking = seen(account);
    await new Promise((resolve) => setTimeout(resolve, 50));
    slow.resolve();
    expect(await looking).toEqual(["dana@example.com"]);
    expect((await keeping).kept).toBe(1);
  });

  it("leaves the transaction usable and the capture stored when one can't be converted", async () => {
    const account = newId();
    const slug = await openSlug(account);
    let failing = false;
    onEvent("leads.captured", async (ctx) => {
      if (failing && ctx.account.id === account) throw new Error("planned");
    });
    await acceptCapture(slug, capture("dana@example.com"), {});
    await convertCaptures(account);
    failing = true;
    await acceptCapture(slug, capture("sam@example.com"), {});
    expect(await seen(account)).toEqual(["dana@example.com"]);
    failing = false;
    expect((await seen(account)).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      "dana@example.com",
      "sam@example.com",
    ]);
  });
});
