import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closePage } from "#trade/leads/page/pages.server.ts";
import { sequencesOverview } from "#trade/sequences/editor/overview.server.ts";
import {
  draftOf,
  type DraftStep,
  type DraftText,
  FIELDS,
  KINDS,
  newStep,
  sequenceOf,
} from "#trade/sequences/draft/draft.ts";
import { applyCommand, parseCommand, readDraft } from "#trade/sequences/draft/form.ts";
import { fieldsOf } from "#trade/sequences/draft/labels.ts";
import { beginDraft, discardDraft, openDraft, saveDraft } from "#trade/sequences/draft/drafts.server.ts";
import { loadVersions } from "#trade/sequences/draft/versions.server.ts";
import { problemsOf, publishDraft } from "#trade/sequences/draft/publish.server.ts";
import { getSequence, liveSequence } from "#trade/sequences/live.server.ts";
import { pauseSequence } from "#trade/sequences/enrollment/pause-sequence.server.ts";
import { sequenceSchema } from "#trade/sequences/schema.ts";
import { startByEvent } from "#trade/sequences/enrollment/start.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { mail, open, people, refusal, republished, withSequences } from "../../testing/sequences.ts";

// What an owner does in the editor, and its effect on the leads already enrolled: drafts, versions, pauses
// and ends, with the engine.

const clock = withSequences();

const typedMail = (subject: string, amount = "1"): DraftStep => ({
  ...newStep(newId(), "mail"),
  amount,
  subject,
  body: "Hi.",
});
const byHand = { kind: "manual", pageId: "", what: "", on: "" };
const textOf = (steps: readonly DraftStep[], name = "After a quote"): DraftText => ({
  name,
  trigger: byHand,
  steps,
});

describe("the form of the editor", () => {
  const step = fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom(...KINDS),
    ...(Object.fromEntries(
      FIELDS.map((field) => [field, fc.string({ unit: "grapheme", maxLength: 30 })]),
    ) as Record<string, fc.Arbitrary<string>>),
  }) as unknown as fc.Arbitrary<DraftStep>;
  const text = fc.record({
    name: fc.string(),
    trigger: fc.record({ kind: fc.string(), pageId: fc.string(), what: fc.string(), on: fc.string() }),
    steps: fc.array(step, { maxLength: 12 }),
  });

  it("carries every text whole, unfinished or not", () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(
          readDraft(JSON.parse(JSON.stringify(fieldsOf(one)).replaceAll("\\r\\n", "\\n")), newId),
        ).toEqual(JSON.parse(JSON.stringify(one).replaceAll("\\r\\n", "\\n")));
      }),
    );
  });

  it("moves and adds without losing or doubling a step, and never puts one before the guide", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 8 }),
        fc.integer({ min: -2, max: 10 }),
        fc.integer({ min: -2, max: 10 }),
        (steps, at, to) => {
          const unique = steps.map((one, place) => ({
            ...one,
            id: String(place),
            kind: place ? (one.kind === "gift" ? "mail" : one.kind) : one.kind,
          }));
          const ids = (some: readonly DraftStep[]) => some.map(({ id }) => id).toSorted();
          const moved = applyCommand(unique, { do: "move", at, to }, newId);
          expect(ids(moved)).toEqual(ids(unique));
          const added = applyCommand(unique, { do: "add", at, kind: "call" }, () => "new");
          expect(ids(added)).toEqual(ids([...unique, newStep("new", "call")]));
          for (const after of [moved, added])
            if (unique[0]?.kind === "gift") expect(after[0]?.kind).toBe("gift");
        },
      ),
    );
  });

  it("reads its buttons and nothing else", () => {
    expect(
      ["up:2", "add:mail:-1", "delete:0", "add:gift:1", "publish", "up:x", ""].map(parseCommand),
    ).toEqual([
      { do: "up", at: 2 },
      { do: "add", at: -1, kind: "mail" },
      { do: "delete", at: 0 },
      null,
      null,
      null,
      null,
    ]);
  });

  it("brings a stored sequence through the editor unchanged", () => {
    const steps = sequenceSchema.parse({
      name: "All kinds",
      trigger: { kind: "manual" },
      steps: [
        { ...mail("First", 0), signed: true },
        { kind: "text", delay: { amount: 3, unit: "hours" }, body: "On my way." },
        {
          kind: "condition",
          if: { what: "replied", not: true, within: { amount: 3, unit: "days" } },
          otherwise: { skip: 2 },
        },
        { kind: "wait", delay: { amount: 1, unit: "weeks" } },
        { kind: "call", delay: { amount: 2, unit: "days" }, say: "Ask." },
        { kind: "condition", if: { what: "silent", days: 4 }, otherwise: "end" },
        mail("Last"),
      ],
    }).steps;
    const back = sequenceOf({ name: "All kinds", trigger: byHand, steps: draftOf(steps, String) });
    expect(back.steps).toEqual(steps);
  });
});

describe("a draft", () => {
  it("keeps what is unfinished, word for word, also ten thousand characters of it", async () => {
    const shop = await open();
    const long = "a line of words\n".repeat(700);
    const text = textOf([{ ...newStep("a", "mail"), amount: "2 or 3", body: long }], "");
    const id = await shop.within((ctx) => beginDraft(ctx, text));
    expect(await shop.within((ctx) => openDraft(ctx, id))).toMatchObject({
      ...text,
      revision: 1,
      changes: null,
    });
    expect(problemsOf(text)).toMatchObject({
      name: "Enter a name.",
      "steps.0.subject": "Please give the mail a subject.",
    });
    expect(Object.keys(problemsOf(text))).toContain("steps.0.amount");
    expect(problemsOf(textOf([{ ...newStep("a", "text"), body: long }]))["steps.0.body"]).toMatch(
      /^Please keep a text to/,
    );
  });

  it("of two people keeps both texts: the second is told and nothing is written over, until they say so", async () => {
    const shop = await open();
    const id = await shop.make({ kind: "manual" });
    const save = (text: DraftText, basis: number, over = false) =>
      shop.within((ctx) => saveDraft(ctx, id, { text, basis, over }));
    const [hers, mine] = [textOf([typedMail("Hers")]), textOf([typedMail("Mine")])];
    expect(await save(hers, 0)).toEqual({ revision: 1 });
    // Repeating a save, as after a lost response, is no conflict.
    expect(await save(hers, 0)).toEqual({ revision: 1 });
    const told = await save(mine, 0);
    expect(told).toMatchObject({ revision: 1, theirs: { steps: [{ subject: "Hers" }] } });
    expect((await shop.within((ctx) => openDraft(ctx, id))).steps[0]?.subject).toBe("Hers");
    expect(await save(mine, 1, true)).toEqual({ revision: 2 });
    expect(await shop.within((ctx) => openDraft(ctx, id))).toMatchObject({
      steps: [{ subject: "Mine" }],
      replaced: { steps: [{ subject: "Hers" }] },
    });
  });

  it("of two who begin at the same moment keeps one, and the other is told", async () => {
    const shop = await open();
    const id = await shop.make({ kind: "manual" });
    const both = await Promise.all(
      ["One", "Two"].map((subject) =>
        shop.within((ctx) => saveDraft(ctx, id, { text: textOf([typedMail(subject)]), basis: 0 })),
      ),
    );
    expect(both.filter((saved) => "theirs" in saved)).toHaveLength(1);
  });

  it("changes nothing for anybody, and is dropped without a trace", async () => {
    const shop = await open();
    const id = await shop.make({ kind: "manual" });
    await shop.within((ctx) => saveDraft(ctx, id, { text: textOf([]), basis: 0 }));
    expect((await shop.within((ctx) => getSequence(ctx, id))).steps).toHaveLength(2);
    await shop.within((ctx) => discardDraft(ctx, id));
    expect(await shop.within((ctx) => openDraft(ctx, id))).toMatchObject({ revision: 0, name: "Made" });
  });

  it("of another business is not there", async () => {
    const [shop, other] = [await open(), await open()];
    const id = await shop.within((ctx) => beginDraft(ctx, textOf([typedMail("Mine")])));
    for (const work of [
      (ctx: AccountContext): Promise<unknown> => openDraft(ctx, id),
      (ctx: AccountContext): Promise<unknown> => saveDraft(ctx, id, { text: textOf([]), basis: 1 }),
      (ctx: AccountContext): Promise<unknown> => publishDraft(ctx, id, 1),
      (ctx: AccountContext): Promise<unknown> => pauseSequence(ctx, id),
    ])
      expect(await refusal(other.within(work))).toMatchObject({ code: "not_found" });
  });
});

describe("putting it to work", () => {
  it("is refused beside the fields while something is missing, and nothing is lost", async () => {
    const shop = await open();
    const id = await shop.within((ctx) => beginDraft(ctx, textOf([])));
    expect(await refusal(shop.within((ctx) => publishDraft(ctx, id, 1)))).toEqual({
      code: "invalid",
      fields: { steps: "Please give it at least one step." },
    });
    expect(await refusal(shop.within((ctx) => publishDraft(ctx, id, 7)))).toMatchObject({ code: "conflict" });
    expect((await shop.within((ctx) => openDraft(ctx, id))).revision).toBe(1);
  });

  it("makes the first version under the draft's own address", async () => {
    const shop = await open();
    const id = await shop.within((ctx) => beginDraft(ctx, textOf([typedMail("First", "0")])));
    expect(await shop.within((ctx) => publishDraft(ctx, id, 1))).toBe(id);
    const [lead] = await people(shop, 1);
    expect((await shop.start(id, [lead!])).started).toEqual([lead]);
    // Publishing without a change makes no new version.
    expect(await republished(shop, id, (text) => text)).toBe(id);
  });

  it("leaves whoever is inside in the version that they began; who comes gets the new one", async () => {
    const shop = await open();
    const id = await shop.make({ kind: "event", what: "clicked" }, [mail("Old one", 0), mail("Old two", 3)]);
    const [dana, rosa] = await people(shop, 2);
    await shop.within((ctx) => startByEvent(ctx, dana!, "clicked"));
    await shop.send();
    const next = await republished(shop, id, (text) => ({ ...text, steps: [typedMail("New one", "0")] }));
    expect(next).not.toBe(id);
    expect(await shop.within((ctx) => getSequence(ctx, id))).toMatchObject({ retiredAt: expect.anything() });
    // Dana does it again while she is still enrolled in the old version.
    for (const lead of [dana!, rosa!]) await shop.within((ctx) => startByEvent(ctx, lead, "clicked"));
    clock.set("2026-11-23T17:00:00Z");
    await shop.send();
    const mine = (await shop.messages())
      .filter(({ subject }) => /^(?:Old|New)/.test(subject))
      .map(({ subject }) => subject);
    expect(mine.toSorted()).toEqual(["New one", "Old one", "Old two"]);
    expect(await shop.within((ctx) => loadVersions(ctx, { id, versionOf: null }))).toEqual({
      latest: next,
      here: 0,
      elsewhere: 0,
    });
    const { families } = await shop.within((ctx) => sequencesOverview(ctx));
    expect(families.filter((family) => family.latest.trigger.kind === "event")).toHaveLength(1);
  });

  it("changes what a page sends: one at a time, the guide first", async () => {
    const shop = await open();
    const live = (await shop.within((ctx) => liveSequence(ctx, shop.page.id)))!;
    const dana = await shop.captured("dana@client.test");
    const next = await republished(shop, live.id, (text) => ({
      ...text,
      steps: [text.steps[0]!, typedMail("Another")],
    }));
    expect((await shop.within((ctx) => liveSequence(ctx, shop.page.id)))?.id).toBe(next);
    const rosa = await shop.captured("rosa@client.test");
    await shop.send();
    clock.set("2026-11-23T16:00:00Z"); // Monday, 9:00 in Denver
    await shop.send();
    const of = async (email: string) =>
      (await shop.messages())
        .filter(({ recipient, state }) => recipient === email && state === "sent")
        .map(({ subject }) => subject);
    expect((await of("dana@client.test")).at(-1)).toBe("Did the guide answer your question?");
    expect((await of("rosa@client.test")).at(-1)).toBe("Another");
    expect([dana, rosa]).toHaveLength(2);
    expect(
      await refusal(republished(shop, next, (text) => ({ ...text, steps: [typedMail("No guide")] }))),
    ).toMatchObject({
      code: "invalid",
      fields: { "steps.0": "A page sends what it promised first: begin with the guide." },
    });
  });

  it("never puts an old version in the place of a newer one that somebody else put to work", async () => {
    const shop = await open();
    const id = await shop.make({ kind: "event", what: "clicked" }, [mail("First", 0)]);
    const next = await republished(shop, id, (text) => ({ ...text, steps: [typedMail("Second", "0")] }));
    const stale = textOf([typedMail("From an old screen", "0")]);
    await shop.within((ctx) => saveDraft(ctx, id, { text: stale, basis: 0 }));
    expect(await refusal(shop.within((ctx) => publishDraft(ctx, id, 1)))).toMatchObject({ code: "conflict" });
    expect(await shop.within((ctx) => getSequence(ctx, next))).toMatchObject({ retiredAt: null });
    expect((await shop.within((ctx) => openDraft(ctx, id))).steps[0]).toMatchObject({
      subject: "From an old screen",
    });
  });

  it("says beside the field that a guide in use is gone", async () => {
    const shop = await open();
    const live = (await shop.within((ctx) => liveSequence(ctx, shop.page.id)))!;
    const stateOf = async () =>
      (await shop.within((ctx) => sequencesOverview(ctx))).families.find(
        ({ latest }) => latest.pageId === shop.page.id,
      )?.state;
    // No mail server is set.
    expect(await stateOf()).toBe("waiting");
    await shop.within((ctx) => closePage(ctx, shop.page.id));
    expect(await stateOf()).toBe("ended");
    expect(await refusal(republished(shop, live.id, (text) => ({ ...text, name: "Kept" })))).toMatchObject({
      fields: { "trigger.pageId": expect.stringContaining("is closed") },
    });
  });
});
