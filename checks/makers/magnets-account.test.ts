// Long because every way in which a word could be lost, and every door to it, is tried here.
import fc from "fast-check";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordAudit, saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { acting, businessOf, colleague } from "#ground/businesses/testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "#ground/businesses/testing/signed-in.ts";
import { findPageOfMagnet, openPage } from "#trade/leads/public.server.ts";
import { shareDocument } from "#ground/shares/public.server.ts";
import {
  magnetBriefSchema,
  type ComposedGuide,
  type MagnetText,
  writeGuide,
} from "#ground/writing/public.server.ts";
import { magnetOutlineOf, readTree, shaped } from "#ground/writing/public.tsx";
import { composedGuide } from "#ground/writing/testing/composed-guides.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, type Person, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { createLog } from "#platform/log/log.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { splitPages, stackPages } from "#platform/pdf/svg-pages.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import * as another from "#trade/magnets/versions/another.tsx";
import {
  duplicateMagnet,
  getMagnet,
  saveMagnet,
  saveOffer,
  listMagnets,
} from "#trade/magnets/data.server.ts";
import { makeDraft } from "#trade/magnets/draft/drafts.server.ts";
import { magnetsDrafts } from "#trade/magnets/tables.server.ts";
import * as preview from "#trade/magnets/paper/edit-preview.ts";
import * as edit from "#trade/magnets/edit.tsx";
import * as list from "#trade/magnets/list.tsx";
import * as magnetPage from "#trade/magnets/magnet.tsx";
import { pageOfField } from "#trade/magnets/paper/page-of-field.ts";
import { magnetsTasks } from "#trade/magnets/tasks.server.ts";
import { listDeleted, removeForGood } from "#trade/magnets/trash.server.ts";
import * as versionsPage from "#trade/magnets/versions/versions.tsx";
import { changeMagnet, goBackTo, listVersions } from "#trade/magnets/versions/versions.server.ts";

const clock = testClock("2026-11-20T09:00:00Z");
let test_: Awaited<ReturnType<typeof openInstallation>>;
let queue: TaskQueue;
let owner: SignedIn;
let stranger: SignedIn;
let account: string;

beforeAll(async () => {
  test_ = await openInstallation(clock);
  queue = await startTaskQueue({ tasks: magnetsTasks, work: false, log: createLog("error") });
  [owner, stranger] = [await signedIn(), await signedIn()];
  account = await businessOf(owner.person);
  await businessOf(stranger.person, "Another business");
  await acting(owner.person, account, (ctx) =>
    saveBusinessDetails(ctx, {
      businessName: "Lake View Decking",
      postalAddress: "1 Main St",
      zone: "America/Denver",
    }),
  );
});
afterAll(async () => {
  await closeRenderers();
  await queue?.stop();
  await test_?.drop();
});

const brief = magnetBriefSchema.parse({
  name: "Maria Lopez",
  email: "maria@example.com",
  product: "koi ponds",
});
const asOwner = <T>(work: (ctx: AccountContext) => Promise<T>) => acting(owner.person, account, work);
const kept = async () => {
  const token = await makeDraft(brief);
  // As an earlier release or a model wrote it: a guide from the library has fewer parts to edit.
  await withSystem((ctx) => ctx.db.update(magnetsDrafts).set({ text: composedGuide(brief) }));
  return asOwner((ctx) => saveMagnet(ctx, token));
};
const fieldsOf = (text: MagnetText): Record<string, string> => {
  const fields: Record<string, string> = {};
  const walk = (value: unknown, name: string): void => {
    if (typeof value === "string") fields[name] = value;
    else
      for (const [key, each] of Object.entries(value as object))
        walk(each, name === "" ? key : `${name}.${key}`);
  };
  walk(shaped(magnetOutlineOf({ version: 1 }).root, text), "");
  return fields;
};

interface Screen {
  readonly loader: (args: never) => Promise<unknown>;
  readonly action: (args: never) => Promise<unknown>;
}

/** A request as the framework makes it; returns the result, whether returned or thrown. */
async function visit(
  who: SignedIn,
  screen: Screen,
  magnetId: string,
  path: string,
  fields?: Record<string, string>,
) {
  const request = who.request(path, fields ? { method: "POST", body: new URLSearchParams(fields) } : {});
  const args = { request, context: new RouterContextProvider(), params: { magnetId } } as never;
  const answer = await (fields ? screen.action(args) : screen.loader(args)).catch((error: unknown) => error);
  if (answer instanceof Response)
    return { status: answer.status, location: answer.headers.get("location"), answer, data: undefined };
  const wrapped = answer as { type?: string; data?: unknown; init?: { status?: number } };
  return wrapped?.type === "DataWithResponseInit"
    ? { status: wrapped.init?.status ?? 200, location: null, data: wrapped.data as Record<string, never> }
    : { status: 200, location: null, data: answer as Record<string, never> };
}
const at = (id: string, what = "") => `/account/magnets/${id}${what}`;
const audited = async () =>
  (
    await asOwner((ctx) =>
      ctx.db.execute<{ action: string }>("select action from businesses_audit order by id"),
    )
  ).rows.map((row) => row.action);

describe("versions", () => {
  test("begin with the text as it was kept, and say who made them", async () => {
    const magnet = await kept();
    const text = { ...magnet.text, title: "Mine now" };
    await expect(
      asOwner((ctx) => changeMagnet(ctx, magnet.id, { text, basis: 1, made: "edited" })),
    ).resolves.toEqual({
      number: 2,
      isNew: true,
    });
    const stored = await asOwner((ctx) => getMagnet(ctx, magnet.id));
    expect(stored).toMatchObject({ title: "Mine now", text: { title: "Mine now" } });
    const versions = await asOwner((ctx) => listVersions(ctx, stored));
    expect(versions.map(({ number, made, by }) => [number, made, by])).toEqual([
      [2, "edited", owner.person.email],
      [1, "kept", owner.person.email],
    ]);
    expect(versions[1]!.text).toEqual(magnet.text);
  });

  test("lose no word through any sequence of edits, going back, other versions, deleting and taking back", async () => {
    const texts = [0, 1, 2].map((number) => composedGuide(brief, number));
    const deed = fc.oneof(
      fc.record({ do: fc.constant("edit" as const), title: fc.constantFrom("One", "Two", "Three") }),
      fc.record({ do: fc.constant("another" as const), number: fc.integer({ min: 0, max: 2 }) }),
      fc.record({ do: fc.constant("back" as const), number: fc.integer({ min: 1, max: 6 }) }),
      fc.constant({ do: "trash" as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 8 }), async (deeds) => {
        const magnet = await kept();
        const said = [magnet.text];
        for (const each of deeds) {
          const now = said.at(-1)!;
          const basis = (await asOwner((ctx) => listVersions(ctx, magnet)))[0]!.number;
          if (each.do === "trash") {
            await visit(owner, magnetPage, magnet.id, at(magnet.id), { intent: "delete" });
            await visit(owner, magnetPage, magnet.id, at(magnet.id), { intent: "restore" });
          } else if (each.do === "back") {
            const to = (await asOwner((ctx) => listVersions(ctx, magnet))).find(
              (one) => one.number === each.number,
            );
            const going = asOwner((ctx) => goBackTo(ctx, magnet.id, each.number, basis));
            if (!to) await expect(going).rejects.toMatchObject({ code: "not_found" });
            else if ("isNew" in (await going)) said.push(to.text);
          } else {
            const text = each.do === "edit" ? { ...now, title: each.title } : texts[each.number]!;
            await asOwner((ctx) =>
              changeMagnet(ctx, magnet.id, { text, basis, made: each.do === "edit" ? "edited" : "another" }),
            );
            said.push(text);
          }
          expect((await asOwner((ctx) => getMagnet(ctx, magnet.id))).text).toEqual(said.at(-1));
        }
        const versions = await asOwner((ctx) => listVersions(ctx, magnet));
        expect(versions.map(({ number }) => number)).toEqual(
          versions.map((_, place) => versions.length - place),
        );
        for (const text of said) expect(versions.map((one) => one.text)).toContainEqual(text);
      }),
      { numRuns: 8 },
    );
  });

  test("of two who save at once one makes it, and the other hears of it", async () => {
    const magnet = await kept();
    const save = (title: string) =>
      asOwner((ctx) =>
        changeMagnet(ctx, magnet.id, { text: { ...magnet.text, title }, basis: 1, made: "edited" }),
      );
    const outcomes = await Promise.all([save("Left"), save("Right")]);
    expect(outcomes.filter((one) => "meanwhile" in one)).toHaveLength(1);
    const now = await asOwner((ctx) => getMagnet(ctx, magnet.id));
    expect(outcomes.find((one) => "meanwhile" in one)).toMatchObject({
      meanwhile: { number: 2, text: { title: now.title } },
    });
    // A double click: the same text again is no new version and no conflict.
    await expect(
      asOwner((ctx) => changeMagnet(ctx, magnet.id, { text: now.text, basis: 1, made: "edited" })),
    ).resolves.toEqual({
      number: 2,
      isNew: false,
    });
  });
});

describe("the form", () => {
  test("saves every sentence it shows, and says what is too long beside the field with nothing lost", async () => {
    const magnet = await kept();
    const fields = { ...fieldsOf(magnet.text), basis: "1", do: "save" };
    const long = { ...fields, title: "x".repeat(401), "about.paragraphs.0": "Kept as typed" };
    const refused = await visit(owner, edit, magnet.id, at(magnet.id, "/edit"), long);
    expect(refused.status).toBe(422);
    expect(refused.data).toMatchObject({
      errors: { title: expect.stringContaining("under 401") },
      typed: { title: "x".repeat(401), about: { paragraphs: expect.arrayContaining(["Kept as typed"]) } },
    });
    const saved = await visit(owner, edit, magnet.id, at(magnet.id, "/edit"), {
      ...fields,
      promise: "A promise of mine.\r\n",
    });
    expect(saved).toMatchObject({ status: 303, location: at(magnet.id, "?saved=2") });
    expect((await asOwner((ctx) => getMagnet(ctx, magnet.id))).text).toEqual({
      ...magnet.text,
      promise: "A promise of mine.",
    });
    const same = await visit(owner, edit, magnet.id, at(magnet.id, "/edit"), {
      ...fields,
      basis: "2",
      promise: "A promise of mine.",
    });
    expect(same.location).toBe(at(magnet.id, "?saved=same"));
  });

  test("of a magnet that somebody deleted meanwhile shows why it is not saved, with everything typed", async () => {
    const magnet = await kept();
    await visit(owner, magnetPage, magnet.id, at(magnet.id), { intent: "delete" });
    const fields = { ...fieldsOf(magnet.text), promise: "A promise of mine." };
    const refused = await visit(owner, edit, magnet.id, at(magnet.id, "/edit"), fields);
    expect(refused.status).toBe(404);
    expect(refused.data).toMatchObject({
      typed: readTree(magnetOutlineOf({ version: 1 }).root, fields),
      message: expect.stringMatching(/magnet/i),
    });
  });

  test("takes a step without a script, and stores nothing", async () => {
    const magnet = await kept();
    const fields = { ...fieldsOf(magnet.text), title: "Half typed", basis: "1" };
    const moved = await visit(owner, edit, magnet.id, at(magnet.id, "/edit"), {
      ...fields,
      do: "up sections.1",
    });
    const typed = moved.data as unknown as { typed: MagnetText; looksAt: string };
    expect(typed.looksAt).toBe("sections.0");
    expect(typed.typed.title).toBe("Half typed");
    expect(typed.typed.sections[0]).toEqual(magnet.text.sections[1]);
    const gone = await visit(owner, edit, magnet.id, at(magnet.id, "/edit"), {
      ...fields,
      do: "remove checklist.groups.0.items.0",
    });
    const { typed: less, removed } = gone.data as unknown as { typed: ComposedGuide; removed: string };
    expect(less.checklist.groups[0]!.items).toEqual(
      (magnet.text as ComposedGuide).checklist.groups[0]!.items.slice(1),
    );
    const back = await visit(owner, edit, magnet.id, at(magnet.id, "/edit"), {
      ...fieldsOf(less),
      basis: "1",
      removed,
      do: "insert",
    });
    expect((back.data as unknown as { typed: ComposedGuide }).typed.checklist).toEqual(
      shaped(magnetOutlineOf({ version: 1 }).root, magnet.text)["checklist" as never],
    );
    expect((await asOwner((ctx) => getMagnet(ctx, magnet.id))).text).toEqual(magnet.text);
  });

  test("in a second tab is told what changed, shows both, and saves on top only when that is chosen", async () => {
    const magnet = await kept();
    const first = { ...fieldsOf(magnet.text), basis: "1", do: "save", title: "From the first tab" };
    const second = { ...fieldsOf(magnet.text), basis: "1", do: "save", title: "From the second tab" };
    await visit(owner, edit, magnet.id, at(magnet.id, "/edit"), first);
    const refused = await visit(owner, edit, magnet.id, at(magnet.id, "/edit"), second);
    expect(refused.status).toBe(409);
    expect(refused.data).toMatchObject({
      typed: { title: "From the second tab" },
      meanwhile: {
        number: 2,
        who: expect.stringContaining(owner.person.email),
        differences: [{ place: "Title", before: ["From the first tab"], after: ["From the second tab"] }],
      },
    });
    expect((await asOwner((ctx) => getMagnet(ctx, magnet.id))).title).toBe("From the first tab");
    const { do: _, ...chosen } = { ...second, over: "2" };
    expect((await visit(owner, edit, magnet.id, at(magnet.id, "/edit"), chosen)).location).toBe(
      at(magnet.id, "?saved=3"),
    );
    const titles = (await asOwner((ctx) => listVersions(ctx, magnet))).map(({ text }) => text.title);
    expect(titles).toEqual(["From the second tab", "From the first tab", magnet.text.title]);
  });

  test("with fields of nonsense refuses or shows, and breaks nothing", async () => {
    const magnet = await kept();
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom("do", "basis", "removed", "over", "sections.0.heading")),
          fc.string(),
        ),
        async (fields) => {
          const { status } = await visit(owner, edit, magnet.id, at(magnet.id, "/edit"), fields);
          expect([200, 422]).toContain(status);
        },
      ),
      { numRuns: 25 },
    );
    expect((await asOwner((ctx) => getMagnet(ctx, magnet.id))).text).toEqual(magnet.text);
  });

  test("draws the pages of what stands in it, all of them or none, and stores nothing", async () => {
    const magnet = await kept();
    const fields = {
      ...fieldsOf(magnet.text),
      title: "Ⓩ",
      "opening.paragraphs.0": "",
      promise: "We guarantee that cedar lasts.",
    };
    const drawn = await visit(owner, preview, magnet.id, at(magnet.id, "/preview"), fields);
    const [notes, svg] = (await drawn.answer!.text()).split(/(?<=^\{.*)\n([^]*)/) as [string, string];
    expect(JSON.parse(notes)).toEqual({ promise: [expect.stringContaining("guarantee")] });
    expect(drawn.status).toBe(200);
    const pages = splitPages(svg);
    expect(pages.length).toBeGreaterThanOrEqual(4);
    expect(pages.length).toBe(Math.round(Number(/viewBox="0 0 612 ([\d.]+)"/.exec(svg)![1]) / 792));
    // Every letter is on exactly one page, and each page is complete by itself.
    const letters = (picture: string) => picture.match(/<use\b/g)?.length ?? 0;
    expect(pages.reduce((sum, page) => sum + letters(page), 0)).toBe(letters(svg));
    for (const page of [...pages, stackPages(svg)]) {
      expect(page).toMatch(/^<svg viewBox="0 0 612 \d+" [^>]*>.*<\/svg>$/s);
      expect(page.match(/<g[ >]/g)!.length).toBe(page.match(/<\/g>/g)!.length);
    }
    const nothing = await visit(owner, preview, magnet.id, at(magnet.id, "/preview"), {});
    expect(await nothing.answer!.text()).toMatch(/^\{.*\}\n<svg/);
    expect((await asOwner((ctx) => getMagnet(ctx, magnet.id))).text).toEqual(magnet.text);
    const saved = await visit(owner, preview, magnet.id, at(magnet.id, "/preview"));
    expect(saved.answer!.headers.get("content-type")).toBe("image/svg+xml");
  });
});

describe("another version", () => {
  test("is shown first and used only when chosen", async () => {
    const magnet = await kept();
    const shown = await visit(owner, another, magnet.id, at(magnet.id, "/another?write=3"));
    expect(shown.data).toMatchObject({ number: 3, next: 4, text: writeGuide(brief, 3) });
    expect((await asOwner((ctx) => getMagnet(ctx, magnet.id))).text).toEqual(magnet.text);
    for (const nonsense of ["0", "13", "-1", "x", "1e1"])
      expect(
        (await visit(owner, another, magnet.id, at(magnet.id, `/another?write=${nonsense}`))).data,
      ).toMatchObject({ number: 2 });
    await visit(owner, another, magnet.id, at(magnet.id, "/another"), { write: "3", basis: "1" });
    expect((await asOwner((ctx) => getMagnet(ctx, magnet.id))).text).toEqual(writeGuide(brief, 3));
    const late = await visit(owner, another, magnet.id, at(magnet.id, "/another"), {
      write: "4",
      basis: "1",
    });
    expect(late.status).toBe(409);
  });
});

describe("going back", () => {
  test("shows the sentences that differ, makes a version, and is written down", async () => {
    const magnet = await kept();
    await asOwner((ctx) =>
      changeMagnet(ctx, magnet.id, { text: { ...magnet.text, title: "Later" }, basis: 1, made: "edited" }),
    );
    const shown = await visit(owner, versionsPage, magnet.id, at(magnet.id, "/versions?number=2"));
    expect(shown.data).toMatchObject({
      versions: [{ number: 2 }, { number: 1 }],
      chosen: {
        number: 2,
        changed: [{ place: "Title", before: [magnet.text.title], after: ["Later"] }],
        back: [],
      },
    });
    const late = await visit(owner, versionsPage, magnet.id, at(magnet.id, "/versions"), {
      number: "1",
      basis: "1",
    });
    expect(late.status).toBe(409);
    expect(
      await visit(owner, versionsPage, magnet.id, at(magnet.id, "/versions"), { number: "1", basis: "2" }),
    ).toMatchObject({
      status: 303,
    });
    expect((await asOwner((ctx) => getMagnet(ctx, magnet.id))).text).toEqual(magnet.text);
    expect(await audited()).toContain("magnet.went-back");
    for (const number of ["9", "x", ""])
      expect(
        (await visit(owner, versionsPage, magnet.id, at(magnet.id, "/versions"), { number, basis: "3" }))
          .status,
      ).toBe(404);
  });
});

describe("duplicating", () => {
  test("makes one copy of a double click, with a life of its own", async () => {
    const magnet = await kept();
    const copy = newId();
    const both = await Promise.all(
      [1, 2].map(() => visit(owner, magnetPage, magnet.id, at(magnet.id), { intent: "duplicate", copy })),
    );
    expect(both.map(({ location }) => location)).toEqual([at(copy, "/edit?copy"), at(copy, "/edit?copy")]);
    const made = await asOwner((ctx) => getMagnet(ctx, copy));
    expect(made).toMatchObject({ title: `${magnet.title} (copy)`, text: magnet.text });
    await asOwner((ctx) =>
      changeMagnet(ctx, copy, { text: { ...made.text, title: "Other" }, basis: 1, made: "edited" }),
    );
    expect((await asOwner((ctx) => getMagnet(ctx, magnet.id))).text).toEqual(magnet.text);
    await expect(asOwner((ctx) => duplicateMagnet(ctx, magnet.id, "not-an-id"))).rejects.toMatchObject({
      code: "invalid",
    });
  });
});

describe("deleting", () => {
  /** A magnet on an open page, with a stored document. */
  const onPage = async () => {
    const magnet = await kept();
    const file = await installation().files.put(account, Buffer.from(`%PDF ${magnet.id}`), "pdf");
    await asOwner(async (ctx) => {
      const plan = { accountId: account, magnet, business: {} as never, page: undefined, file };
      await openPage(ctx, "Lake View Decking", await saveOffer(ctx, plan));
    });
    return { magnet, file };
  };

  test("puts it away, leaves the list, can be undone, and is written down", async () => {
    const magnet = await kept();
    const gone = await visit(owner, magnetPage, magnet.id, at(magnet.id), { intent: "delete" });
    expect(gone.location).toBe(`/account/magnets?deleted=${magnet.id}`);
    expect((await asOwner(listMagnets)).map(({ id }) => id)).not.toContain(magnet.id);
    expect((await visit(owner, edit, magnet.id, at(magnet.id, "/edit"))).status).toBe(404);
    expect((await visit(owner, magnetPage, magnet.id, at(magnet.id))).data).toMatchObject({
      goes: { iso: "2026-12-20" },
    });
    expect(
      (await visit(owner, list, magnet.id, "/account/magnets", { restore: magnet.id })).location,
    ).toContain("restored=");
    expect((await asOwner(listMagnets)).map(({ id }) => id)).toContain(magnet.id);
    expect(await audited()).toEqual(expect.arrayContaining(["magnet.deleted", "magnet.restored"]));
  });

  test("is refused while a page gives it away, which is named; closing that page is asked for, and opens again with a new link", async () => {
    const { magnet } = await onPage();
    const refused = await visit(owner, magnetPage, magnet.id, at(magnet.id), { intent: "delete" });
    expect(refused).toMatchObject({
      status: 409,
      data: { inTheWay: expect.stringMatching(/^\/p\/lake-view-decking/) },
    });
    expect((await asOwner(listMagnets)).map(({ id }) => id)).toContain(magnet.id);
    await visit(owner, magnetPage, magnet.id, at(magnet.id), { intent: "delete-and-close" });
    expect((await asOwner((ctx) => findPageOfMagnet(ctx, magnet.id)))?.closedAt).not.toBeNull();
    await visit(owner, magnetPage, magnet.id, at(magnet.id), { intent: "restore" });
    await asOwner(async (ctx) => {
      const offer = await saveOffer(ctx, {
        accountId: account,
        magnet,
        business: {} as never,
        page: undefined,
        file: "x",
      });
      const again = await openPage(ctx, "Lake View Decking", offer);
      expect(again.closedAt).toBeNull();
      expect((await findPageOfMagnet(ctx, magnet.id))?.closedAt).toBeNull();
    });
  });

  test("ends after 30 days with versions and stored document, unless it was taken back or a client can still open that", async () => {
    const start = clock.now().toString();
    const [one, two, three] = [await onPage(), await onPage(), await onPage()];
    for (const { magnet } of [one, two, three])
      await visit(owner, magnetPage, magnet.id, at(magnet.id), { intent: "delete-and-close" });
    await visit(owner, magnetPage, two.magnet.id, at(two.magnet.id), { intent: "restore" });
    await asOwner((ctx) =>
      shareDocument(
        ctx,
        { kind: "magnet", title: "t", file: three.file, fileName: "t.pdf" },
        { lifetime: Temporal.Duration.from({ days: 90 }) },
      ),
    );
    clock.advance({ hours: 30 * 24 - 1 });
    await removeForGood(account, one.magnet.id);
    expect((await withAccount(account, listDeleted)).map(({ id }) => id)).toContain(one.magnet.id);
    clock.advance({ hours: 2 });
    for (const { magnet } of [one, two, three]) await removeForGood(account, magnet.id);
    const left = await withAccount(account, (ctx) =>
      ctx.db.execute<{ id: string }>("select id from magnets"),
    );
    const ids = left.rows.map(({ id }) => id);
    expect([one, two, three].map(({ magnet }) => ids.includes(magnet.id))).toEqual([false, true, false]);
    expect(await Promise.all([one, two, three].map(({ file }) => installation().files.exists(file)))).toEqual(
      [false, true, true],
    );
    const versions = await withAccount(account, (ctx) =>
      ctx.db.execute<{ magnet_id: string }>("select magnet_id from magnets_versions"),
    );
    expect(versions.rows.map((row) => row.magnet_id)).not.toContain(one.magnet.id);
    clock.set(start);
  });
});

describe("who may", () => {
  test("another business finds nothing at any address, and changes nothing", async () => {
    const magnet = await kept();
    const before = await asOwner((ctx) => getMagnet(ctx, magnet.id));
    const posts: [Screen, string, Record<string, string>][] = [
      [magnetPage, "", { intent: "delete" }],
      [magnetPage, "", { intent: "duplicate", copy: newId() }],
      [magnetPage, "", { intent: "restore" }],
      [magnetPage, "", {}],
      [edit, "/edit", { ...fieldsOf(magnet.text), title: "Taken over", basis: "1" }],
      [edit, "/edit", { do: "up sections.1" }],
      [versionsPage, "/versions", { number: "1", basis: "1" }],
      [another, "/another", { write: "2", basis: "1" }],
      [preview, "/preview", { title: "x" }],
      [list, "", { restore: magnet.id }],
    ];
    for (const [screen, path, fields] of posts) {
      expect((await visit(stranger, screen, magnet.id, at(magnet.id, path), fields)).status).toBe(404);
      if (screen !== list)
        expect((await visit(stranger, screen, magnet.id, at(magnet.id, path))).status).toBe(404);
    }
    expect(await asOwner((ctx) => getMagnet(ctx, magnet.id))).toEqual(before);
  });

  test("a member edits and deletes; their address stands beside what they made", async () => {
    const magnet = await kept();
    const member: Person = await colleague(owner.person, account, "member");
    await acting(member, account, (ctx) =>
      changeMagnet(ctx, magnet.id, { text: { ...magnet.text, title: "M" }, basis: 1, made: "edited" }),
    );
    const [newest] = await asOwner((ctx) => listVersions(ctx, magnet));
    expect(newest).toMatchObject({ number: 2, by: member.email });
    await acting(member, account, (ctx) => recordAudit(ctx, "magnet.deleted", {}));
  });
});

test.each([
  ["title", 1],
  ["opening.heading", 2],
  ["sections.0.todo", 3],
  ["sections.3.heading", 5],
  ["checklist.groups.0.items.3", 6],
  ["nextStep.contact.email", 7],
  ["basis", 0],
])("the preview shows for %s page %d of seven", (field, page) => {
  const fields = Object.fromEntries([0, 1, 2, 3].map((at) => [`sections.${at}.heading`, "Words"]));
  expect(pageOfField(field, 7, fields)).toBe(page);
});

test("what the form shows is what a reader of its fields gets", async () => {
  const magnet = await kept();
  const shown = await visit(owner, edit, magnet.id, at(magnet.id, "/edit"));
  const { stored, basis, notes } = shown.data as unknown as { stored: object; basis: number; notes: object };
  expect({ stored, basis, notes }).toEqual({
    stored: readTree(magnetOutlineOf({ version: 1 }).root, fieldsOf(magnet.text)),
    basis: 1,
    notes: {},
  });
});
