import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import * as people from "./people.tsx";
import { ask, mailsTo, openConsole, OPERATOR, rows, signIn, type Someone } from "./testing/console.ts";

const START = "2026-11-20T09:00:00Z";
const clock = testClock(START);
let database: TestDatabase;
let operator: Someone;
let pat: Someone;
beforeAll(async () => {
  database = await openConsole(clock);
  operator = await signIn(OPERATOR);
  pat = await signIn("pat@shop.test");
  await rows(
    sql`insert into identity_totp (user_id, sealed, created_at, confirmed_at) values (${pat.person.id}, 'x', ${START}, ${START})`,
  );
  await rows(
    sql`insert into identity_recovery_codes (user_id, code_hash, created_at) values (${pat.person.id}, 'x', ${START})`,
  );
});
afterAll(() => database.drop());

const PATH = "/operator/people";
const look = (email: string) => ask(people, PATH, `${PATH}?email=${encodeURIComponent(email)}`, operator);
const press = (intent: string, email: string) =>
  ask(people, PATH, PATH, operator, [
    ["intent", intent],
    ["email", email],
  ]);
const confirm = (at: string) =>
  rows(sql`update identity_sessions set confirmed_at = ${at} where user_id = ${operator.person.id}`);
const left = (table: "identity_totp" | "identity_recovery_codes" | "identity_sessions") =>
  rows(sql`select 1 from ${sql.raw(table)} where user_id = ${pat.person.id}`);

describe("/operator/people", () => {
  test("shows how somebody signs in, found by their whole address only", async () => {
    const { body } = await look(" PAT@shop.test ");
    for (const part of [
      "pat@shop.test, verified",
      "Turn it off for this person",
      "1 device",
      "Log this person out",
    ])
      expect(body).toContain(part);
    for (const none of ["pat@shop", "%", "nobody@shop.test", "x".repeat(5000)])
      expect((await look(none)).body).toContain("No account with this address");
  });

  test("does nothing for an operator who has not shown lately who they are", async () => {
    await confirm("2026-11-20T08:00:00Z");
    for (const intent of ["sign-out", "two-step-off"])
      expect((await press(intent, "pat@shop.test")).location).toMatch(/^\/account\/confirm/);
    expect([await left("identity_totp"), await left("identity_sessions")].map((one) => one.length)).toEqual([
      1, 1,
    ]);
  });

  test("turns two-step login off with its codes, tells the person, and writes it down once", async () => {
    await confirm(START);
    for (let twice = 0; twice < 2; twice++)
      expect((await press("two-step-off", "pat@shop.test")).location).toContain("did=two-step-off");
    expect([await left("identity_totp"), await left("identity_recovery_codes")]).toEqual([[], []]);
    expect((await mailsTo("pat@shop.test")).length).toBe(1);
    expect(await rows(sql`select details from operator_audit where action = 'person.two-step-off'`)).toEqual([
      { details: { person: pat.person.id } },
    ]);
    expect((await look("pat@shop.test")).body).not.toContain("Turn it off");
  });

  test("signs them out on all devices, and lets nobody through who is not there", async () => {
    expect((await press("sign-out", "pat@shop.test")).status).toBe(303);
    expect(await left("identity_sessions")).toEqual([]);
    expect(
      (
        await rows(
          sql`select 1 from identity_events where user_id = ${pat.person.id} and kind = 'sessions-ended'`,
        )
      ).length,
    ).toBe(1);
    for (const [intent, email] of [
      ["sign-out", "nobody@shop.test"],
      ["promote", "pat@shop.test"],
    ] as const)
      expect((await press(intent, email)).status).toBe(404);
  });
});
