import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withAccount } from "#platform/db/scope.server.ts";
import * as historyFile from "#ground/businesses/history/csv.ts";
import { inAccount } from "#ground/businesses/public.server.ts";
import * as businesses from "#ground/businesses/access/switch.tsx";
import { openIdentity, signedIn, type Visitor } from "#ground/identity/testing/visits.ts";
import { type Args, visit } from "../testing/screens.ts";

let identity: Awaited<ReturnType<typeof openIdentity>>;
let owner: Visitor;
let count = 0;

beforeAll(async () => void (identity = await openIdentity()));
afterAll(() => identity.drop());

const start = (visitor: Visitor, businessName: string) =>
  visit(visitor, businesses, "/account/businesses", {}, { intent: "start", businessName });

beforeEach(async () => {
  owner = await signedIn(`owner${++count}@business.test`);
  await start(owner, "Lake View Decking");
});

describe("the history's file", () => {
  it("holds what the filter lets through, with no cell that a spreadsheet would run", async () => {
    await start(owner, '=HYPERLINK("http://evil.test")');
    const answer = await historyFile.loader({
      request: owner.request("/account/settings/history/csv?kind=account.opened"),
      params: {},
      context: new RouterContextProvider(),
    } as unknown as Args);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const text = await answer.text();
    expect(text).toContain("Started the business");
    expect(text).toContain(`name: =HYPERLINK(""http://evil.test"")`);
    expect(text).not.toMatch(/(?:^|,|\n)"?[=+\-@]/);
  });

  it("is handed over while it is read, each line once, though more is done meanwhile and much at one moment", async () => {
    const LINES = 2_500;
    const account = await inAccount(
      {
        request: owner.request("/account/dashboard"),
        params: {},
        context: new RouterContextProvider(),
      } as unknown as Args,
      "account.enter",
      async (ctx) => ctx.account.id,
    );
    const write = (from: number, count: number) =>
      withAccount(account, (ctx) =>
        ctx.db.execute(
          sql`insert into businesses_audit (account_id, id, at, who, action, details)
              select ${account}, gen_random_uuid(), ${from === 0 ? "2026-01-01T00:00:00Z" : ctx.now.toString()}::timestamptz, 'x', 'business.changed', jsonb_build_object('n', n::text)
                from generate_series(${from}::int, ${from + count - 1}::int) n`,
        ),
      );
    await write(0, LINES);
    const answer = await historyFile.loader({
      request: owner.request("/account/settings/history/csv?kind=business.changed"),
      params: {},
      context: new RouterContextProvider(),
    } as unknown as Args);
    const pieces: string[] = [];
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
      // Entries written during the download don't shift those still to be read.
      if (pieces.length === 3) await write(LINES, 50);
      pieces.push(piece);
    }
    expect(pieces[0]!.length).toBeLessThan(200);
    const told = [...pieces.join("").matchAll(/n: (\d+)/g)].map((match) => Number(match[1]));
    expect(told.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: LINES }, (_, index) => index),
    );
  });
});
