import { sql } from "drizzle-orm";
import fc from "fast-check";
import { type LoaderFunctionArgs, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import type { AppError } from "#platform/errors/app-error.ts";
import { captureForm } from "../capture/post-form.server.ts";
import { loader } from "./page.tsx";
import { closePage, openPage, pageBehind } from "./pages.server.ts";
import { changeSlug, listLinks } from "./slugs.server.ts";
import { slugIdeas, slugSchema } from "./slug.ts";
import { slugFrom } from "../rules.ts";
import { capture } from "../testing/capture.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestInstallation(testClock("2026-11-20T17:00:00Z"));
});
afterAll(() => test.drop());

const slugOf = (typed: string) => slugSchema.shape.slug.safeParse(typed);

describe("slugSchema", () => {
  it.each([
    ["larkspur-decks", "larkspur-decks"],
    ["  Larkspur-Decks ", "larkspur-decks"],
    ["https://plumbline.test/p/larkspur?utm_source=x", "larkspur"],
    ["plumbline.test/p/larkspur/", "larkspur"],
    ["3rd-street-3", "3rd-street-3"],
  ])("reads %j", (typed, slug) => expect(slugOf(typed).data).toBe(slug));

  it.each([
    ["", /at least 3/],
    ["ab", /at least 3/],
    ["x".repeat(61), /60/],
    ["two words", /a to z/],
    ["dächer", /a to z/],
    ["a_b_c", /a to z/],
    ["../../etc", /a to z|at least/],
    ["a\r\nb-c", /a to z/],
    ["-abc", /single hyphens/],
    ["abc-", /single hyphens/],
    ["ab--cd", /single hyphens/],
    ["login", /reserved/],
    ["OPERATOR", /reserved/],
  ])("refuses %j", (typed, words) => expect(slugOf(typed).error?.issues[0]?.message).toMatch(words));

  it("accepts each suggested alternative", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9](?:-?[a-z0-9]){2,59}$/), fc.string(), (slug, business) => {
        const ideas = slugIdeas(slug.slice(0, 60).replace(/-$/, ""), slugFrom(business));
        expect(ideas.length).toBeGreaterThan(5);
        for (const idea of ideas) expect(slugOf(idea).data).toBe(idea);
      }),
    );
  });
});

let shops = 0;
/** A business with one open page. */
async function shop(name = `Shop ${++shops}`) {
  const account = newId();
  return withAccount(account, async (ctx) => {
    await ctx.db.execute(
      `insert into businesses_accounts (account_id, created_at) values ('${account}', '${ctx.now.toString()}')`,
    );
    await saveBusinessDetails(ctx, { businessName: name, postalAddress: "1 Main St", zone: "UTC" });
    const offer = {
      kind: "magnet" as const,
      magnetId: newId(),
      title: "9 questions",
      promise: "p",
      file: "f",
      fileName: "g.pdf",
    };
    const page = await openPage(ctx, name, offer);
    return { account, pageId: page.id, slug: page.slug };
  });
}
type Shop = Awaited<ReturnType<typeof shop>>;

const change = (of: Shop, slug: string, pageId = of.pageId) =>
  withAccount(of.account, (ctx) => changeSlug(ctx, pageId, slug));
const slugNow = async (of: Shop) =>
  (await withAccount(of.account, listLinks)).find(({ pageId }) => pageId === of.pageId)?.slug;
const visit = async (path: string): Promise<{ to: string | null; status: number }> => {
  const request = new Request(`http://localhost:3000${path}`);
  const slug = new URL(request.url).pathname.split("/")[2];
  const answer = await Promise.resolve(
    loader({
      request,
      params: { slug },
      context: new RouterContextProvider(),
    } as unknown as LoaderFunctionArgs),
  ).then(
    () => undefined,
    (thrown: unknown) => thrown as { status?: number; headers?: Headers; init?: { status: number } },
  );
  return {
    status: answer?.status ?? answer?.init?.status ?? 200,
    to: answer?.headers?.get("location") ?? null,
  };
};

describe("changing a link", () => {
  it("gives the page a new slug and redirects the old one, with its query", async () => {
    const mine = await shop();
    await change(mine, "new-name-one");
    expect(await slugNow(mine)).toBe("new-name-one");
    expect(await visit(`/p/${mine.slug}?utm_source=card`)).toEqual({
      status: 301,
      to: "/p/new-name-one?utm_source=card",
    });
    expect((await visit("/p/new-name-one")).status).toBe(200);
    const { rows } = await withAccount(mine.account, (ctx) =>
      ctx.db.execute(sql`select action, details from businesses_audit order by id desc`),
    );
    expect(rows[0]).toMatchObject({
      action: "link.changed",
      details: { "Personal link": `/p/${mine.slug} → /p/new-name-one` },
    });
  });

  it("accepts a form that was opened at the old slug", async () => {
    const mine = await shop();
    await change(mine, "new-name-two");
    const { leadId } = await capture(mine.slug, { name: "Dana Ruiz", email: "dana@client.test" });
    expect(leadId).toBeTruthy();
    const fields = { name: "Uma", email: "uma@client.test", consent: "yes" };
    expect(
      await captureForm.take(
        mine.slug,
        Object.assign(Object.create(null), fields, { check: () => fields }),
        undefined,
      ),
    ).toMatch(new RegExp(`^/p/${mine.slug}\\?thanks=[\\w-]+$`));
    expect((await pageBehind(mine.slug)).pageId).toBe(mine.pageId);
  });

  it("lets only the page itself return to its old slug", async () => {
    const [mine, other] = [await shop(), await shop()];
    await change(mine, "for-a-while");
    await expect(change(other, mine.slug)).rejects.toMatchObject({ code: "invalid" });
    expect(await slugNow(other)).toBe(other.slug);
    await change(mine, mine.slug);
    expect(await slugNow(mine)).toBe(mine.slug);
    expect(await visit("/p/for-a-while")).toEqual({ status: 301, to: `/p/${mine.slug}` });
    await expect(change(other, "for-a-while")).rejects.toMatchObject({ code: "invalid" });
  });

  it("reports a taken name at the field, with two free suggestions", async () => {
    const [mine, other] = [await shop("Ridge Roofing"), await shop()];
    await change(mine, "best-roofs");
    await change(await shop(), "best-roofs-2");
    const refusal = await change(other, "best-roofs").catch((error: unknown) => error as AppError);
    const free = /^best-roofs is taken\. Available: (\S+) and (\S+)\.$/
      .exec((refusal as AppError).fields["slug"]!)!
      .slice(1);
    expect(free).not.toContain("best-roofs-2");
    await change(other, free[1]!);
    expect(await slugNow(other)).toBe(free[1]);
  });

  it("gives a name that two want at the same moment to only one", async () => {
    const both = [await shop(), await shop()];
    const outcomes = await Promise.allSettled(both.map((one) => change(one, "same-moment")));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const winner = both[outcomes.findIndex(({ status }) => status === "fulfilled")]!;
    expect(await pageBehind("same-moment")).toMatchObject({ accountId: winner.account });
    expect((await Promise.all(both.map(slugNow))).filter((slug) => slug === "same-moment")).toHaveLength(1);
  });

  it("makes one change when submitted twice at once", async () => {
    const mine = await shop();
    await Promise.all([change(mine, "twice-at-once"), change(mine, "twice-at-once")]);
    expect(await slugNow(mine)).toBe("twice-at-once");
  });

  it("throws not_found for another account's page, none, or a closed one", async () => {
    const [mine, other] = [await shop(), await shop()];
    for (const pageId of [other.pageId, newId(), "x", ""])
      await expect(change(mine, "not-yours", pageId)).rejects.toMatchObject({ code: "not_found" });
    await withAccount(mine.account, (ctx) => closePage(ctx, mine.pageId));
    await expect(change(mine, "not-yours")).rejects.toMatchObject({ code: "not_found" });
    expect(await slugNow(other)).toBe(other.slug);
    await expect(pageBehind("not-yours")).rejects.toMatchObject({ code: "not_found" });
  });
});
