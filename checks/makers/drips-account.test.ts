import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saveLook } from "#ground/businesses/public.server.ts";
import { acting, businessOf } from "#ground/businesses/testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "#ground/businesses/testing/signed-in.ts";
import { dripBriefSchema, type DripText, writeDrip } from "#ground/writing/public.server.ts";
import { dripOutline, shaped } from "#ground/writing/public.tsx";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { createLog } from "#platform/log/log.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { splitPages } from "#platform/pdf/svg-pages.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import * as another from "#trade/drips/versions/another.tsx";
import { makeDrip } from "#trade/drips/draft/drafts.server.ts";
import { loader as dripFile } from "#trade/drips/paper/download.ts";
import * as dripPage from "#trade/drips/drip.tsx";
import * as preview from "#trade/drips/paper/edit-preview.ts";
import * as edit from "#trade/drips/edit.tsx";
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
const fieldsOf = (text: DripText): Record<string, string> => {
  const fields: Record<string, string> = {};
  const walk = (value: unknown, name: string): void => {
    if (typeof value === "string") fields[name] = value;
    else
      for (const [key, each] of Object.entries(value as object))
        walk(each, name === "" ? key : `${name}.${key}`);
  };
  walk(shaped(dripOutline.root, text), "");
  return fields;
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

describe("the form", () => {
  test("saves days, subjects, lines and scripts; emails stand in the order of their days", async () => {
    const drip = await kept();
    const fields = {
      ...fieldsOf(drip.text),
      basis: "1",
      "emails.0.day": "45",
      "emails.0.subject": "Last one",
      "scripts.0.lines.0.say": "Hello, this is Maria.",
    };
    expect((await visit(owner, edit, drip.id, at(drip.id, "/edit"), fields)).location).toBe(
      at(drip.id, "?saved=2"),
    );
    const { text } = await asOwner((ctx) => getWrittenDrip(ctx, drip.id));
    expect(text.emails.at(-1)).toMatchObject({
      day: 45,
      subject: "Last one",
      body: drip.text.emails[0]!.body,
    });
    expect(text.emails.map(({ day }) => day)).toEqual(
      text.emails.map(({ day }) => day).toSorted((a, b) => a - b),
    );
    expect(text.scripts[0]!.lines[0]!.say).toBe("Hello, this is Maria.");
  });

  test("says what is wrong beside the field, with nothing lost", async () => {
    const drip = await kept();
    const fields = {
      ...fieldsOf(drip.text),
      basis: "1",
      "emails.1.day": "soon",
      "emails.2.subject": "x".repeat(50),
    };
    const refused = await visit(owner, edit, drip.id, at(drip.id, "/edit"), fields);
    expect(refused).toMatchObject({ status: 422, data: { typed: { emails: { 1: { day: "soon" } } } } });
    expect(Object.keys((refused.data as unknown as { errors: object }).errors)).toEqual([
      "emails.1.day",
      "emails.2.subject",
    ]);
  });

  test("in a second tab is told what changed and overwrites nothing", async () => {
    const drip = await kept();
    const fields = (subject: string) => ({ ...fieldsOf(drip.text), basis: "1", "emails.0.subject": subject });
    await visit(owner, edit, drip.id, at(drip.id, "/edit"), fields("First tab"));
    const refused = await visit(owner, edit, drip.id, at(drip.id, "/edit"), fields("Second tab"));
    expect(refused).toMatchObject({
      status: 409,
      data: {
        meanwhile: {
          number: 2,
          differences: [{ place: "Email 1, subject", before: ["First tab"], after: ["Second tab"] }],
        },
      },
    });
    expect((await asOwner((ctx) => getWrittenDrip(ctx, drip.id))).text.emails[0]!.subject).toBe("First tab");
  });
});

describe("the pages beside the form", () => {
  test("are drawn from what is typed on the paper of the business, with what our writer would say, and nothing is stored", async () => {
    const drip = await kept();
    const color = "#14532f";
    await asOwner((ctx) => saveLook(ctx, { color }));
    const fields = {
      ...fieldsOf(drip.text),
      "emails.0.day": "89",
      "emails.1.body": "Hi,\n\nWe guarantee that cedar lasts.\n\nMaria",
      "emails.2.subject": "",
    };
    const drawn = await visit(owner, preview, drip.id, at(drip.id, "/preview"), fields);
    expect(drawn.status).toBe(200);
    const [notes, svg] = (await drawn.answer!.text()).split(/(?<=^\{.*)\n([^]*)/) as [string, string];
    // The note is beside the field it was typed in, although the changed day sorts another email first.
    expect(JSON.parse(notes)).toMatchObject({ "emails.1.body": [expect.stringContaining("guarantee")] });
    expect(svg).toContain(color);
    expect(splitPages(svg).length).toBe(Math.round(Number(/viewBox="0 0 612 ([\d.]+)"/.exec(svg)![1]) / 792));
    const nothing = await visit(owner, preview, drip.id, at(drip.id, "/preview"), {});
    expect(await nothing.answer!.text()).toMatch(/^\{.*\}\n<svg/);
    expect((await asOwner((ctx) => getWrittenDrip(ctx, drip.id))).text).toEqual(drip.text);
    const saved = await visit(owner, preview, drip.id, at(drip.id, "/preview"));
    expect(saved.answer!.headers.get("content-type")).toBe("image/svg+xml");
    expect(await saved.answer!.text()).toContain(color);
    await asOwner((ctx) => saveLook(ctx, { color: null }));
  });
});

describe("a kept drip", () => {
  test("has versions, goes back, and is written anew only when chosen", async () => {
    const drip = await kept();
    expect((await visit(owner, another, drip.id, at(drip.id, "/another?write=3"))).data).toMatchObject({
      text: writeDrip(brief, 3),
    });
    await visit(owner, another, drip.id, at(drip.id, "/another"), { write: "3", basis: "1" });
    expect((await asOwner((ctx) => getWrittenDrip(ctx, drip.id))).text).toEqual(writeDrip(brief, 3));
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
    for (const { id } of [one, two]) await visit(owner, dripPage, id, at(id), { intent: "delete" });
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
      [edit, "/edit", { ...fieldsOf(drip.text), basis: "1", objection: "Taken over" }],
      [versionsPage, "/versions", { number: "1", basis: "1" }],
      [another, "/another", { write: "2", basis: "1" }],
      [preview, "/preview", { objection: "Taken over" }],
      [list, "", { restore: drip.id }],
      [list, "", { draft: drip.id }],
    ];
    for (const [screen, path, fields] of posts) {
      expect((await visit(stranger, screen, drip.id, at(drip.id, path), fields)).status).toBe(404);
      if (screen !== list)
        expect((await visit(stranger, screen, drip.id, at(drip.id, path))).status).toBe(404);
    }
    expect((await visit(stranger, { loader: dripFile }, drip.id, at(drip.id, "/text"))).status).toBe(404);
    expect(await asOwner((ctx) => getWrittenDrip(ctx, drip.id))).toEqual(drip);
  });
});

test.each([
  ["Hi {{first_name}},\n\nYou asked about a deck. It takes two days.\n\nMaria", "You asked about a deck."],
  ["One line only", "One line only"],
  ["Hi,", "Hi,"],
  [`Hi,\n\n${"word ".repeat(60)}`, `${"word ".repeat(28).slice(0, 139)}…`],
])("a mail program shows of %j: %j", (body, shown) => expect(previewOf(body)).toBe(shown));
