import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { toolsOf } from "#ground/businesses/public.server.ts";
import { withAccount, withSystem } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { newToken } from "#platform/db/tokens.server.ts";
import * as screen from "./early-access.tsx";
import { invite, inviteAgain } from "./invitations.server.ts";
import { accountOf, ask, mailsTo, openConsole, rows, signIn, type Someone } from "../testing/console.ts";

const START = "2026-11-20T09:00:00Z";
const clock = testClock(START);
let database: TestDatabase;
beforeAll(async () => void (database = await openConsole(clock)));
afterAll(() => database.drop());
beforeEach(() => clock.set(START));

let number = 0;
async function invited() {
  const email = `early${++number}@waiting.test`;
  await withSystem((ctx) => invite(ctx, [{ email, tool: "logs" }]));
  return { email, token: await tokenFor(email) };
}
const tokenFor = async (email: string) =>
  /\/early-access\/([\w-]{24})/.exec((await mailsTo(email)).at(-1)!.text)![1]!;
const look = (token: string, who: Someone | null) =>
  ask(screen, "/early-access/:token", `/early-access/${token}`, who);
const press = (token: string, who: Someone | null) =>
  ask(screen, "/early-access/:token", `/early-access/${token}`, who, []);
const tools = async (who: Someone) =>
  withAccount(await accountOf(who), async (ctx) => (await toolsOf(ctx)).map((tool) => tool.name));

describe("/early-access/{token}", () => {
  test("asks a stranger to log in with the address it came to, and to come back", async () => {
    const { email, token } = await invited();
    const { status, body } = await look(token, null);
    expect(status).toBe(200);
    expect(body).toContain("BuildLog is open for you");
    expect(body).toContain(email);
    expect(body).toContain(`href="/login?next=%2Fearly-access%2F${token}"`);
    expect(body).toContain(`href="/register?next=%2Fearly-access%2F${token}"`);
    expect((await press(token, null)).location).toMatch(/^\/login\?next=/);
  });

  test("gives the tool at the press of the button, not at a look, and the second press ends the same", async () => {
    const { email, token } = await invited();
    const who = await signIn(email);
    for (let looks = 0; looks < 3; looks++) expect((await look(token, who)).body).toContain("Open BuildLog");
    expect(await tools(who)).toEqual([]);
    const answers = await Promise.all([press(token, who), press(token, who)]);
    for (const answer of answers) expect([answer.status, answer.location]).toEqual([303, "/account/logs"]);
    expect(await tools(who)).toEqual(["BuildLog"]);
    expect((await look(token, who)).body).toContain("already has BuildLog");
    expect(
      await rows(sql`select 1 from operator_invitations where email = ${email} and accepted_at is not null`),
    ).toHaveLength(1);
  });

  test("tells somebody else nothing about whom it is for, and gives them nothing", async () => {
    const { email, token } = await invited();
    const other = await signIn(`other${number}@waiting.test`);
    const { body } = await look(token, other);
    expect(body).toContain("was sent to a different address");
    expect(body).not.toContain(email);
    const refused = await press(token, other);
    expect([refused.status, await tools(other)]).toEqual([403, []]);
    expect(refused.body).toContain("was sent to a different address");
  });

  test("is gone for tokens that are none, replaced or too old", async () => {
    const { email, token } = await invited();
    const who = await signIn(email);
    for (const none of [newToken(), "x", "%00", "../account"])
      expect((await look(none, who)).status, none).toBe(404);
    await withSystem((ctx) => inviteAgain(ctx, { email, tool: "logs" }));
    expect((await look(token, who)).status).toBe(404);
    expect((await press(token, who)).status).toBe(404);
    const renewed = await tokenFor(email);
    clock.advance({ hours: 24 * 91 });
    await withSystem(({ db, now }) =>
      db.execute(
        sql`update identity_sessions set expires_at = ${now.add({ hours: 1 }).toString()}, created_at = ${now.toString()}`,
      ),
    );
    expect((await look(renewed, who)).status).toBe(410);
    expect((await press(renewed, who)).status).toBe(409);
    expect(await tools(who)).toEqual([]);
  });
});
