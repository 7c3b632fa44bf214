import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acting, businessOf } from "#ground/businesses/testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "#ground/businesses/testing/signed-in.ts";
import { dripBriefSchema, writeDrip } from "#ground/writing/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { createLog } from "#platform/log/log.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import * as another from "#trade/drips/versions/another.tsx";
import { getDrip, makeDrip } from "#trade/drips/draft/drafts.server.ts";
import { loader as dripFile } from "#trade/drips/paper/download.ts";
import * as dripPage from "#trade/drips/drip.tsx";
import * as edit from "#trade/drips/follow-up/edit.ts";
import { dripFromCookie, forgetDripCookie, rememberDrip } from "#trade/drips/draft/cookie.server.ts";
import { getWrittenDrip, saveDrip, listDripTitles, listSavedDrips } from "#trade/drips/data.server.ts";
import * as list from "#faces/today/follow-ups/list.tsx";
import { dripsTasks } from "#trade/drips/tasks.server.ts";
import { listDeleted, removeForGood } from "#trade/drips/trash.server.ts";
import * as versionsPage from "#trade/drips/versions/versions.tsx";
import { changeDrip, listVersions } from "#trade/drips/versions/versions.server.ts";
import { previewOf } from "#trade/drips/labels.ts";

const clock = testClock("2026-11-20T09:00:00Z");
let installed: Awaited<ReturnType<typeof openInstallation>>;
let queue: TaskQueue;
let owner: SignedIn;
let stranger: SignedIn;
let account: string;

beforeAll(async () => {
  installed = await openInstallation(clock);
  queue = await startTaskQueue({ tasks: dripsTasks, work: false, log: createLog("error") });
  [owner, stranger] = [await signedIn(), await signedIn()];
  account = await businessOf(owner.person);
  await businessOf(stranger.person, "Another business");
});
afterAll(async () => {
  await closeRenderers();
  await queue?.stop();
  await installed?.drop();
});

const brief = dripBriefSchema.parse({
  name: "Maria",
  email: "m@example.com",
  company: "Lopez Decks",
  product: "cedar decks",
  leadType: "demo",
});
const asOwner = <T>(work: (ctx: AccountContext) => Promise<T>) => acting(owner.person, account, work);
const kept = async () => {
  const token = await makeDrip(brief);
  return asOwner((ctx) => saveDrip(ctx, token));
};
interface Screen {
  readonly loader: (args: never) => Promise<unknown>;
  readonly action?: (args: never) => Promise<unknown>;
}

async function visit(
  who: SignedIn,
  screen: Screen,
  dripId: string,
  path: string,
  fields?: Record<string, string>,
) {
  const request = who.request(path, fields ? { method: "POST", body: new URLSearchParams(fields) } : {});
  const args = {
    request,
    context: new RouterContextProvider(),
    params: { dripId, format: path.split("/").at(-1) },
  } as never;
  const answer = await (fields ? screen.action!(args) : screen.loader(args)).catch((error: unknown) => error);
  if (answer instanceof Response)
    return { status: answer.status, location: answer.headers.get("location"), answer, data: undefined };
  const wrapped = answer as { type?: string; data?: unknown; init?: { status?: number } };
  return wrapped?.type === "DataWithResponseInit"
    ? { status: wrapped.init?.status ?? 200, location: null, data: wrapped.data as Record<string, never> }
    : { status: 200, location: null, data: answer as Record<string, never> };
}
const at = (id: string, what = "") => `/account/drips/${id}${what}`;

describe("keeping", () => {
  test("makes one drip of a draft, however often and at once, under a name that says what it is", async () => {
    const token = await makeDrip(brief);
    const all = await Promise.all([1, 2, 3].map(() => asOwner((ctx) => saveDrip(ctx, token))));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all[0]).toMatchObject({ title: "Cedar decks: requested demo", text: writeDrip(brief), brief });
    expect((await asOwner(listDripTitles)).filter(({ id }) => id === all[0]!.id)).toHaveLength(1);
  });

  test("is offered from a cookie that scripts can't read, and from nothing else", async () => {
    const token = await makeDrip(brief);
    const cookie = rememberDrip(token, true);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; .*Secure$/);
    const asked = (header: string) =>
      withSystem((ctx) =>
        dripFromCookie(ctx, new Request("http://localhost/", { headers: { cookie: header } })),
      );
    await expect(asked(`a=b; ${cookie.split(";")[0]}`)).resolves.toMatchObject({ token });
    for (const header of ["", `draft=${token}`, "drip=x", `drip=${"a".repeat(24)}`])
      await expect(asked(header)).resolves.toBeUndefined();
    expect(forgetDripCookie()).toContain("Max-Age=0");
  });

  test("refuses a draft that is gone", async () => {
    await expect(asOwner((ctx) => saveDrip(ctx, "a".repeat(24)))).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

test("is edited where every follow-up is", async () => {
  const drip = await kept();
  expect(await visit(owner, edit, drip.id, at(drip.id, "/edit"))).toMatchObject({
    status: 302,
    location: `/account/sequences/${drip.id}/edit`,
  });
});

describe("what a kept drip was written for", () => {
  test("is said in a line, with the stages it may be for instead", async () => {
    const drip = await kept();
    expect((await visit(owner, dripPage, drip.id, at(drip.id))).data).toMatchObject({
      understood: expect.stringMatching(/^Written for: .+, people who asked for a visit or a price, to /),
      stages: [{ stage: "cold" }, { stage: "trial" }, { stage: "purchase" }],
    });
    // A drip that an earlier release composed says it in its own words.
    const { arc: _arc, ...composed } = drip.text;
    await asOwner((ctx) => changeDrip(ctx, drip.id, { text: composed, basis: 1, made: "edited" }));
    expect((await visit(owner, dripPage, drip.id, at(drip.id))).data).toMatchObject({ understood: null });
  });

  test("leads back to the maker with its answers, or to one for another stage", async () => {
    const drip = await kept();
    const again = await visit(owner, dripPage, drip.id, at(drip.id), { intent: "again" });
    const [, token] = /^\/genLeadDrip\?again=([\w-]{24})$/.exec(again.location!)!;
    expect(await getDrip(token!)).toMatchObject({ brief });
    const stage = await visit(owner, dripPage, drip.id, at(drip.id), { intent: "stage", stage: "trial" });
    const [, made] = /^\/genLeadDrip\?made=([\w-]{24})$/.exec(stage.location!)!;
    expect(await getDrip(made!)).toMatchObject({ brief: { ...brief, leadType: "trial" } });
    expect(stage.answer!.headers.get("set-cookie")).toContain(`drip=${made}`);
    expect(
      (await visit(stranger, dripPage, drip.id, at(drip.id), { intent: "again" })).location ?? "",
    ).not.toContain("genLeadDrip");
  });
});

describe("a kept drip", () => {
  test("has versions, goes back, and is written anew only when chosen", async () => {
    const drip = await kept();
    expect((await visit(owner, another, drip.id, at(drip.id, "/another?write=2"))).data).toMatchObject({
      text: writeDrip(brief, 2),
    });
    await visit(owner, another, drip.id, at(drip.id, "/another"), { write: "2", basis: "1" });
    expect((await asOwner((ctx) => getWrittenDrip(ctx, drip.id))).text).toEqual(writeDrip(brief, 2));
    expect(
      (await visit(owner, versionsPage, drip.id, at(drip.id, "/versions"), { number: "1", basis: "1" }))
        .status,
    ).toBe(409);
    await visit(owner, versionsPage, drip.id, at(drip.id, "/versions"), { number: "1", basis: "2" });
    const versions = await asOwner((ctx) => listVersions(ctx, drip));
    expect(versions.map(({ made }) => made)).toEqual(["restored", "another", "kept"]);
    expect(versions[0]!.text).toEqual(drip.text);
  });

  test("of two who save at once one makes it, and the other hears of it", async () => {
    const drip = await kept();
    const save = (objection: string) =>
      asOwner((ctx) =>
        changeDrip(ctx, drip.id, { text: { ...drip.text, objection }, basis: 1, made: "edited" }),
      );
    const outcomes = await Promise.all([save("One"), save("Two")]);
    expect(outcomes.filter((one) => "meanwhile" in one)).toHaveLength(1);
  });

  test("is renamed, duplicated once by a double click, and downloaded", async () => {
    const drip = await kept();
    await visit(owner, dripPage, drip.id, at(drip.id), {
      intent: "rename",
      title: "  Spring\r\nleads \u0007",
    });
    expect((await asOwner((ctx) => getWrittenDrip(ctx, drip.id))).title).toBe("Spring leads");
    for (const title of ["", " ", "x".repeat(201)])
      expect(await visit(owner, dripPage, drip.id, at(drip.id), { intent: "rename", title })).toMatchObject({
        status: 422,
        data: { values: { title }, errors: { title: expect.any(String) } },
      });
    const copy = newId();
    await Promise.all(
      [1, 2].map(() => visit(owner, dripPage, drip.id, at(drip.id), { intent: "duplicate", copy })),
    );
    expect(
      (await asOwner(listSavedDrips)).filter(({ title }) => title === "Spring leads (copy)"),
    ).toHaveLength(1);
    for (const [format, start] of [
      ["pdf", "%PDF"],
      ["text", "5 emails"],
    ] as const) {
      const { answer } = await visit(owner, { loader: dripFile }, drip.id, at(drip.id, `/${format}`));
      expect(answer!.status).toBe(200);
      expect((await answer!.text()).replace(/^\d/, "5").startsWith(start)).toBe(true);
    }
    expect((await visit(owner, { loader: dripFile }, drip.id, at(drip.id, "/docx"))).status).toBe(404);
  });

  test("is deleted, taken back, and gone with its versions after 30 days", async () => {
    const start = clock.now().toString();
    const [one, two] = [await kept(), await kept()];
    await asOwner((ctx) =>
      changeDrip(ctx, one.id, { text: { ...one.text, objection: "x" }, basis: 1, made: "edited" }),
    );
    await visit(owner, dripPage, one.id, at(one.id), { intent: "delete" });
    expect(await visit(owner, list, two.id, "/account/follow-up", { discard: two.id })).toMatchObject({
      location: `/account/follow-up?deleted=${two.id}`,
    });
    expect((await visit(owner, edit, one.id, at(one.id, "/edit"))).status).toBe(404);
    await visit(owner, list, two.id, "/account/follow-up", { restore: two.id });
    await removeForGood(account, one.id);
    expect((await asOwner(listDeleted)).map(({ id }) => id)).toEqual([one.id]);
    clock.advance({ hours: 30 * 24 + 1 });
    for (const { id } of [one, two]) await removeForGood(account, id);
    await expect(
      withAccount(account, (ctx) => getWrittenDrip(ctx, one.id, { deleted: true })),
    ).rejects.toMatchObject({ code: "not_found" });
    await expect(withAccount(account, (ctx) => getWrittenDrip(ctx, two.id))).resolves.toMatchObject({
      title: two.title,
    });
    const versions = await withAccount(account, (ctx) =>
      ctx.db.execute<{ drip_id: string }>("select drip_id from drips_versions"),
    );
    expect(versions.rows.map((row) => row.drip_id)).not.toContain(one.id);
    clock.set(start);
  });

  test("is nobody else's", async () => {
    const drip = await kept();
    const posts: [Screen, string, Record<string, string>][] = [
      [dripPage, "", { intent: "delete" }],
      [dripPage, "", { intent: "duplicate", copy: newId() }],
      [dripPage, "", { intent: "rename", title: "Taken over" }],
      [dripPage, "", {}],
      [versionsPage, "/versions", { number: "1", basis: "1" }],
      [another, "/another", { write: "2", basis: "1" }],
      [list, "", { restore: drip.id }],
    ];
    for (const [screen, path, fields] of posts) {
      expect((await visit(stranger, screen, drip.id, at(drip.id, path), fields)).status).toBe(404);
      if (screen !== list)
        expect((await visit(stranger, screen, drip.id, at(drip.id, path))).status).toBe(404);
    }
    expect((await visit(stranger, { loader: dripFile }, drip.id, at(drip.id, "/text"))).status).toBe(404);
    await visit(stranger, list, drip.id, "/account/follow-up", { discard: drip.id });
    expect(await asOwner((ctx) => getWrittenDrip(ctx, drip.id))).toEqual(drip);
  });
});

test.each([
  ["Hi {{first_name}},\n\nYou asked about a deck. It takes two days.\n\nMaria", "You asked about a deck."],
  ["One line only", "One line only"],
  ["Hi,", "Hi,"],
  [`Hi,\n\n${"word ".repeat(60)}`, `${"word ".repeat(28).slice(0, 139)}…`],
])("a mail program shows of %j: %j", (body, shown) => expect(previewOf(body)).toBe(shown));
