import { RouterContextProvider } from "react-router";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openToAll } from "#ground/businesses/public.server.ts";
import { openDatabase } from "#platform/db/database.server.ts";
import { useDatabase, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { isDrawnForVisitor, loadToolAccess } from "./access.server.ts";

const MEMBER = "signed-in=1";
let test: TestDatabase;
beforeAll(async () => void (test = await createTestInstallation()));
afterAll(() => test.drop());

const access = (path: string, cookie = "") =>
  loadToolAccess({
    request: new Request(`http://localhost:3000${path}`, { headers: { cookie } }),
    context: new RouterContextProvider(),
    params: {},
  } as never);

/** Pages refresh their view of the database every few seconds in the background. */
async function until(wanted: () => boolean): Promise<void> {
  for (let look = 0; look < 100 && !wanted(); look++) await sleep(100);
}

describe("a tool's page", () => {
  it("lies in memory for guests, and is drawn for whoever may have the tool; other pages always lie there", () => {
    expect(isDrawnForVisitor("/buildlog", undefined)).toBe(false);
    expect(isDrawnForVisitor("/buildlog", MEMBER)).toBe(true);
    for (const path of ["/", "/leadMagnet", "/articles", "/buildlog/x"])
      expect(isDrawnForVisitor(path, MEMBER)).toBe(false);
  });

  it("is the page for everybody where nobody is signed in, however the cookie reads", async () => {
    expect(await access("/buildlog")).toEqual({ to: "invited", opens: "/account/logs" });
    expect(await access("/buildlog", MEMBER)).toEqual({ to: "invited", opens: "/account/logs" });
    expect(await access("/checky.data", MEMBER)).toEqual({ to: "invited", opens: "/account/checklists" });
  });

  it("opens to everybody within seconds of the operator's opening it, and closes again", async () => {
    await withSystem((ctx) => openToAll(ctx, "checklists", true));
    await until(() => isDrawnForVisitor("/checky", undefined));
    expect(isDrawnForVisitor("/checky", undefined)).toBe(true);
    expect(await access("/checky")).toEqual({ to: "all", opens: "/account/checklists" });
    expect(isDrawnForVisitor("/buildlog", undefined)).toBe(false);
    await withSystem((ctx) => openToAll(ctx, "checklists", false));
    await until(() => !isDrawnForVisitor("/checky", undefined));
    expect((await access("/checky")).to).toBe("invited");
  }, 30_000);

  it("stays as it is for everybody while the database is away", async () => {
    useDatabase(openDatabase({}, { host: "127.0.0.1", port: 1, user: "nobody", database: "nothing" }));
    expect((await access("/buildlog", `${MEMBER}; plumbline-session=x.y`)).to).toBe("invited");
    useDatabase(test.database);
  });
});
