import { afterAll, beforeAll, expect, test } from "vitest";
import { testClock } from "#platform/db/testing/installation.ts";
import { findPerson } from "./public.server.ts";
import { identityTasks } from "./tasks.server.ts";
import { openIdentity, signedIn } from "./testing/visits.ts";

// Starts today, because the identity library dates its links by the machine's clock.
const clock = testClock(Temporal.Now.instant().toString());
let identity: Awaited<ReturnType<typeof openIdentity>>;
beforeAll(async () => void (identity = await openIdentity({ clock })));
afterAll(() => identity.drop());

const TABLES = ["sessions", "challenges", "verifications", "events", "devices"] as const;
const counts = async () =>
  Object.fromEntries(
    await Promise.all(
      TABLES.map(
        async (table) =>
          [
            table,
            (await identity.rows<{ n: number }>(`select count(*)::int as n from identity_${table}`))[0]!.n,
          ] as const,
      ),
    ),
  );

test("identity.purge-expired deletes only expired rows", async () => {
  const visitor = await signedIn("purged@example.com");
  await visitor.post("/forgot", { email: "purged@example.com" });
  await visitor.post("/account/settings/you/email", { email: "purged-new@example.com" });
  const task = identityTasks.find(({ name }) => name === "identity.purge-expired")!;
  expect(task.every).toMatch(/^\d+ \d+ \* \* \*$/);
  const fresh = await counts();
  expect(Math.min(...Object.values(fresh))).toBeGreaterThan(0);

  await task.run({}, clock.now());
  expect(await counts()).toEqual(fresh);

  clock.advance({ hours: 25 });
  await task.run({}, clock.now());
  expect(await counts()).toEqual({ ...fresh, challenges: 0 });
  expect(await findPerson(visitor.request("/"))).not.toBeNull();

  clock.advance({ hours: 24 * 31 });
  await task.run({}, clock.now());
  expect(await counts()).toMatchObject({
    sessions: 0,
    challenges: 0,
    verifications: 0,
    events: fresh["events"],
    devices: fresh["devices"],
  });

  clock.advance({ hours: 24 * 401 });
  await task.run({}, clock.now());
  expect(Object.values(await counts())).toEqual([0, 0, 0, 0, 0]);
});
