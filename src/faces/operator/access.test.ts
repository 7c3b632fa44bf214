import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withSystem } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import * as account from "./accounts/account.tsx";
import * as accounts from "./accounts/accounts.tsx";
import * as history from "./history.tsx";
import * as layout from "./layout.tsx";
import * as messages from "./messages.tsx";
import { inOperator, recordAction } from "./in-operator.server.ts";
import * as overview from "./overview/overview.tsx";
import { consoleFiles, consoleRoutes } from "./routes.ts";
import * as people from "./people.tsx";
import * as sending from "./sending/sending.tsx";
import * as tasks from "./sending/tasks.tsx";
import { ask, type Module, openConsole, OPERATOR, rows, signIn, type Someone } from "./testing/console.ts";
import * as tools from "./accounts/tools.tsx";
import * as askedFor from "./overview/asked-for.tsx";
import * as views from "./overview/views.tsx";
import * as waitlistFile from "./waitlist/waitlist-file.ts";
import * as waitlist from "./waitlist/waitlist.tsx";

const clock = testClock("2026-11-20T09:00:00Z");
let database: TestDatabase;
let operator: Someone;
const others: Record<string, Someone | null> = { "nobody who is signed in": null };

beforeAll(async () => {
  database = await openConsole(clock);
  operator = await signIn(OPERATOR);
  others["a member"] = await signIn("owner@shop.test");
});
afterAll(() => database.drop());

const MODULES: Record<string, Module> = {
  "overview.tsx": overview,
  "messages.tsx": messages,
  "waitlist.tsx": waitlist,
  "waitlist-file.ts": waitlistFile,
  "tools.tsx": tools,
  "accounts.tsx": accounts,
  "account.tsx": account,
  "people.tsx": people,
  "sending.tsx": sending,
  "tasks.tsx": tasks,
  "asked-for.tsx": askedFor,
  "views.tsx": views,
  "history.tsx": history,
};
const SCREENS = [...consoleRoutes, ...consoleFiles].map(({ path, file }) => ({
  path: `/${path!}`,
  module: MODULES[file.split("/").at(-1)!]!,
}));
const FORMS = [
  ["intent", "done"],
  ["id", newId()],
] as const;
const addressOf = (path: string) => path.replace(":accountId", newId());

describe("the door of the console", () => {
  test("every route of the map is tried here", () => expect(SCREENS.every((one) => one.module)).toBe(true));

  test.each(SCREENS)(
    "$path is not there for anybody else, to look at or to post to",
    async ({ path, module }) => {
      for (const who of Object.values(others)) {
        const shown = await ask(module, path, addressOf(path), who);
        expect(shown.status).toBe(404);
        if (module.action) expect((await ask(module, path, addressOf(path), who, FORMS)).status).toBe(404);
      }
    },
  );

  test("the frame is not there either", async () => {
    for (const who of Object.values(others))
      expect((await ask(layout, "/operator", "/operator", who)).status).toBe(404);
  });

  const look = (who: Someone) => ask(overview, "/operator", "/operator", who);

  test("opens for the operator", async () => {
    expect((await look(operator)).status).toBe(200);
    expect((await look(operator)).body).toContain("All good.");
  });

  test("stays shut for an operator's address that nobody verified, and opens as soon as somebody does", async () => {
    const verify = (value: boolean) =>
      rows(sql`update identity_users set email_verified = ${value} where email = ${OPERATOR}`);
    await verify(false);
    expect((await look(operator)).status).toBe(404);
    await verify(true);
    expect((await look(operator)).status).toBe(200);
  });

  test("a changed address or setting counts at the next request", async () => {
    await rows(sql`update identity_users set email = 'moved@operator.test' where email = ${OPERATOR}`);
    expect((await look(operator)).status).toBe(404);
    await rows(sql`update identity_users set email = ${OPERATOR} where email = 'moved@operator.test'`);
    const before = installation();
    useInstallation({ ...before, operatorEmails: [] });
    expect((await look(operator)).status).toBe(404);
    useInstallation(before);
    expect((await look(operator)).status).toBe(200);
  });

  test("knows the operator however the address is written", async () => {
    await rows(sql`update identity_users set email = 'Boss@Operator.Test' where email = ${OPERATOR}`);
    expect((await look(operator)).status).toBe(200);
    await rows(sql`update identity_users set email = ${OPERATOR} where email = 'Boss@Operator.Test'`);
  });

  test("an address that only contains the operator's is another", async () => {
    for (const email of [`x${OPERATOR}`, `${OPERATOR}.evil.test`, `${OPERATOR},a@b.test`])
      expect((await look(await signIn(email))).status).toBe(404);
  });
});

describe("what operators did", () => {
  test("is only added to: the database refuses to change or remove a line", async () => {
    await withSystem((ctx) => recordAction(ctx, operator.person, "tool.opened", { tool: "BuildLog" }));
    for (const change of [sql`update operator_audit set who = 'nobody'`, sql`delete from operator_audit`])
      await expect(rows(change)).rejects.toMatchObject({ cause: { code: "42501" } });
    const page = await ask(history, "/operator/history", "/operator/history", operator);
    for (const part of ["Opened a tool to everyone", OPERATOR, "tool: BuildLog"])
      expect(page.body).toContain(part);
  });

  test("is not there when the deed is undone", async () => {
    const before = await rows(sql`select * from operator_audit`);
    const args = {
      request: new Request("http://localhost:3000/operator", { headers: { cookie: operator.cookie } }),
      params: {},
    } as never;
    await inOperator(args, async (ctx) => {
      await recordAction(ctx, ctx.operator, "tool.closed");
      throw new Error("changed my mind");
    }).catch(() => {});
    expect(await rows(sql`select * from operator_audit`)).toEqual(before);
  });
});
