import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkSettings } from "#ground/businesses/settings/settings-form.ts";
import { saveBusiness } from "#ground/businesses/public.server.ts";
import { getLead, recommendedBy } from "#trade/leads/public.server.ts";
import { referralQuery } from "#trade/leads/page/referral.server.ts";
import { sourceOf, describeSource } from "#trade/leads/page/source.ts";
import { bannedPhrases, claims, HARDEST, readingGrade } from "#ground/writing/checks/checks.ts";
import { productName } from "#ground/writing/trades/phrases.ts";
import { readPlays } from "#trade/sequences/plays/plays.server.ts";
import {
  retireSequence,
  sequencesOfPlays,
  plays,
  startSequence,
  stepsOfPlay,
  undoStart,
} from "#trade/sequences/public.server.ts";
import { formatStepText, textParts } from "#trade/sequences/message/text-parts.ts";
import { withMarkedLinks } from "#trade/sequences/message/mark-links.ts";
import { ensurePlaySequence } from "#faces/today/plays/play-sequence.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { subscribe } from "#app/subscriptions.ts";
import { business } from "../../testing/follow-ups.ts";

// The plays of content/plays: every sentence is checked in the voices of several trades, and one play is
// used, started and undone.

const VOICES = [
  { tone: "friendly", work: productName("We do roof repairs and new roofs"), person: "Maya" },
  {
    tone: "expert",
    work: productName("structural foundation work for hillside homes"),
    person: "Bartholomew",
  },
  { tone: "direct", work: productName("drain cleaning"), person: "Al" },
  { tone: "plain", work: undefined, person: undefined },
] as const;
const PLACEHOLDERS = ["{{first_name}}", "{{business}}", "{{review_link}}", "{{referral_link}}"];
/** As long as names of people and businesses often get, and none at all. */
const LONG_NAMES = [
  { firstName: "Christopher", business: "Elizabeth Hartwell Interior Design Studio" },
  { firstName: "Alexandria", business: "Sparkle & Shine House Cleaning of Columbus" },
  { firstName: "", business: "Sparkle & Shine House Cleaning of Columbus" },
];
/** Only where a tool's event starts it. */
const OF_MATTER = ["{{title}}", "{{number}}", "{{price}}", "{{valid_until}}", "{{link}}"];

const written = plays().flatMap((play) =>
  VOICES.map((voice) => ({ play, voice, steps: stepsOfPlay(play, voice) })),
);
/** A play's messages: subjects, bodies and call scripts. */
const wordsOf = (steps: ReturnType<typeof stepsOfPlay>) =>
  steps.flatMap((step) =>
    "subject" in step
      ? [step.subject, step.body]
      : "body" in step
        ? [step.body]
        : "say" in step
          ? [step.say]
          : [],
  );
const mailsOf = (steps: ReturnType<typeof stepsOfPlay>) => steps.filter((step) => step.kind === "mail");
/** An email's text without its greeting and its end. */
const inside = (body: string) => body.split("\n\n").slice(1, -2);

describe("the words of the plays", () => {
  it("there is one for each of the situations, each with real steps", () => {
    expect(plays().map(({ id }) => id)).toEqual([
      "new-lead",
      "missed-call",
      "no-show",
      "visit-missed",
      "visit-over",
      "quote-sent",
      "quote-silent",
      "estimate-sent",
      "estimate-silent",
      "estimate-expiring",
      "estimate-declined",
      "change-sent",
      "change-silent",
      "after-the-job",
      "yearly",
      "reactivation",
    ]);
    for (const { id, steps, does, when, starts } of plays()) {
      expect(steps.filter(({ kind }) => kind === "mail").length, id).toBeGreaterThanOrEqual(starts ? 1 : 2);
      if (!starts) expect(steps.filter(({ kind }) => kind === "call").length, id).toBeGreaterThanOrEqual(1);
      for (const sentence of [does, when]) expect(sentence, id).toMatch(/^[A-Z].*\.$/);
    }
  });

  it.each(written)(
    "$play.id, $voice.tone: nothing is left to fill but what is each person's own",
    ({ steps, play }) => {
      const known = [...PLACEHOLDERS, ...(play.starts ? OF_MATTER : [])];
      for (const text of wordsOf(steps)) {
        for (const found of text.match(/\{+[^{}]*\}+/g) ?? []) expect(known).toContain(found);
        expect(text).not.toMatch(/undefined|null|\s{2,}(?=\S)(?<!\n\n)|[“”‘’—!]/);
        expect(text).not.toMatch(/\b(\w+) \1\b/i);
      }
    },
  );

  it.each(written)(
    "$play.id, $voice.tone: mails are short, plain and ask for one thing; subjects are what a person would type",
    ({ steps, voice }) => {
      for (const { subject, body } of mailsOf(steps)) {
        expect(subject.length).toBeLessThan(50);
        expect(subject).not.toMatch(/\{|^Re:|[A-Z]{3}/);
        expect(body).toMatch(/^(?:Hi|Hello)? ?\{\{first_name\}\},\n\n/);
        expect(body.split("\n\n").at(-1)).toBe(
          voice.person ? `${voice.person}\n{{business}}` : "{{business}}",
        );
        const words = inside(body).join(" ").split(/\s+/).length;
        expect(words, subject).toBeGreaterThanOrEqual(35);
        expect(words, subject).toBeLessThanOrEqual(110);
        expect(
          readingGrade(inside(body).filter((paragraph) => !paragraph.startsWith("{{"))),
          subject,
        ).toBeLessThanOrEqual(HARDEST);
        // An email asks for a reply, by a question or by one thing to do.
        expect((body.match(/\?/g) ?? []).length, subject).toBeLessThanOrEqual(3);
      }
    },
  );

  it.each(written)("$play.id, $voice.tone: nothing worn, nothing invented", ({ steps, play }) => {
    for (const text of wordsOf(steps)) {
      expect(bannedPhrases(text), play.id).toEqual([]);
      expect(claims(text, []), play.id).toEqual([]);
      expect(text).not.toMatch(
        /check(?:ing)? in\b|circl(?:e|ing) back|touch(?:ing)? base|hope this (?:mail|email|finds)|bump(?:ing)? this/i,
      );
      expect(text).not.toMatch(/discount|special|limited|last chance|only \d|spots?\b|deal\b|\bfree\b/i);
    }
  });

  it("no two mails of a play begin alike, and no two of all plays have one subject", () => {
    for (const { steps } of written) {
      const openings = mailsOf(steps).map(({ body }) => inside(body)[0]!.split(" ").slice(0, 3).join(" "));
      expect(new Set(openings).size).toBe(openings.length);
    }
    const subjects = plays().flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === "mail" ? [step.subject] : [])),
    );
    expect(new Set(subjects).size).toBe(subjects.length);
  });

  it("a text is one message, also the first to somebody, with how to opt out", () => {
    for (const { steps, voice, play } of written)
      for (const step of steps)
        if (step.kind === "text") {
          for (const names of LONG_NAMES)
            expect(textParts(formatStepText(step.body, names, true)), `${play.id} ${voice.work}`).toBe(1);
          expect(step.body, play.id).toContain("{{business}}");
          expect(step.body).not.toMatch(/http/);
        }
  });

  it("call scripts are spoken, say what to do when nobody is there or what comes back, and end somewhere", () => {
    for (const { steps, voice } of written)
      for (const step of steps)
        if (step.kind === "call") {
          expect(step.say).toMatch(/^Hi \{\{first_name\}\}, /);
          expect(step.say.split("\n\n").length).toBeGreaterThanOrEqual(3);
          expect(step.say.split("\n\n").at(-1)).toMatch(/^Voicemail: Hi, this is /);
          expect(step.say).toContain(voice.person ?? "{{business}}");
          expect(step.say).not.toMatch(/\{\{business\}\} (?:from|with) \{\{business\}\}/);
        }
  });

  it("a review is asked of everybody in the same words, for nothing, and what went wrong may stand in it", () => {
    const asks = plays().flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === "mail" && step.body.includes("{{review_link}}") ? [step] : [])),
    );
    expect(asks).toHaveLength(2);
    for (const { body } of asks)
      expect(body).not.toMatch(
        /happy|pleased|satisf|love|star|if you (?:liked|enjoyed)|thank you gift|reward|voucher|positive|great review/i,
      );
    expect(asks[0]!.body).toContain("what didn't");
    // No condition asks only satisfied clients for a review.
    const after = plays().find(({ id }) => id === "after-the-job")!;
    expect(after.steps.map(({ kind }) => kind)).not.toContain("condition");
    expect(after.needs).toEqual(["review_link", "referral_link"]);
  });

  it("what begins after a job has no texts: the law of the house sends none then", () => {
    for (const id of ["after-the-job", "yearly"])
      expect(
        plays()
          .find((play) => play.id === id)!
          .steps.map(({ kind }) => kind),
      ).not.toContain("text");
  });

  it("after a call in which they talked, nothing more goes out but what is asked of everyone or needed in writing", () => {
    const goesOn = new Set(["after-the-job", "change-sent", "change-silent"]);
    for (const { id, steps } of plays()) {
      const afterCalls = steps.flatMap(({ kind }, at) =>
        kind === "call" ? [steps.slice(at + 1).filter((step) => step.kind !== "wait")[0]] : [],
      );
      for (const next of afterCalls.filter((step) => step !== undefined))
        if (goesOn.has(id)) expect(next.kind, id).toBe("mail");
        else
          expect(next, id).toMatchObject({
            kind: "condition",
            if: { what: "talked", not: true },
            otherwise: "end",
          });
    }
    expect(
      plays().filter(({ steps }) => steps.some(({ kind }) => kind === "condition")).length,
    ).toBeGreaterThan(8);
  });

  it("a file that can't be used is named, with what is wrong in it", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "plays-"));
    writeFileSync(
      path.join(folder, "odd.json"),
      JSON.stringify({ id: "odd", name: "Odd", does: "x", when: "x", steps: [{ kind: "smoke signal" }] }),
    );
    expect(() => readPlays(folder)).toThrow(/content\/plays\/odd\.json can't be used\. steps\.0/);
  });
});

describe("a review link", () => {
  it.each([
    "https://g.page/r/summit/review",
    "g.page/r/summit/review",
    " https://www.facebook.com/summit/reviews/?ref=page ",
  ])("%s is taken", (typed) => {
    expect(checkSettings({ reviewLink: typed, ...DETAILS }).reviewLink).toMatch(/^https:\/\/[^\s]+$/);
  });
  it.each([
    "http://g.page/r/summit",
    "javascript:alert(1)",
    "https://localhost/review",
    "https://user:secret@g.page/x",
    "https://g.page/a b",
    "not a link",
    "https://",
  ])("%s is not", (typed) => {
    expect(() => checkSettings({ reviewLink: typed, ...DETAILS })).toThrow();
  });
  const DETAILS = { businessName: "Summit", zone: "America/Denver" };
});

describe("a play in use", () => {
  const FRIDAY = "2026-11-20T17:00:00Z";
  const clock = testClock(FRIDAY);
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestInstallation(clock);
    subscribe();
  });
  afterAll(() => test?.drop());
  beforeEach(() => clock.set(FRIDAY));

  async function begun(play: string, settings: { reviewLink?: string } = {}) {
    const shop = await business();
    const lead = await shop.come("dana@client.test", "Dana Ruiz");
    await shop.send();
    const inAccount = <T>(work: Parameters<typeof withAccount<T>>[1]) => withAccount(shop.account, work);
    if (settings.reviewLink) await inAccount((ctx) => saveBusiness(ctx, settings));
    const sequenceId = await inAccount((ctx) => ensurePlaySequence(ctx, play));
    await inAccount((ctx) => startSequence(ctx, sequenceId, [lead]));
    const lines = async () => {
      const { rows } = await inAccount((ctx) =>
        ctx.db.execute<{ id: string }>(
          sql`select id from sequences_enrolments where sequence_id = ${sequenceId}`,
        ),
      );
      return (await shop.ledger(lead)).filter(({ enrolmentId }) => rows.some(({ id }) => id === enrolmentId));
    };
    /** Lets days pass, hour by hour, with a worker running. */
    const pass = async (days: number) => {
      for (let hour = 0; hour < days * 4; hour++) {
        clock.advance({ hours: 6 });
        await shop.send();
      }
    };
    const mails = async () =>
      (
        await inAccount((ctx) =>
          ctx.db.execute<{ subject: string; text: string }>(
            sql`select subject, text from mail_messages where about_id = ${lead} order by id`,
          ),
        )
      ).rows;
    return { shop, lead, inAccount, sequenceId, lines, pass, mails };
  }

  it("is one sequence however often it is taken, and another once that was ended", async () => {
    const { inAccount, sequenceId } = await begun("new-lead");
    expect(await inAccount((ctx) => ensurePlaySequence(ctx, "new-lead"))).toBe(sequenceId);
    await inAccount((ctx) => retireSequence(ctx, sequenceId));
    expect((await inAccount(sequencesOfPlays)).size).toBe(0);
    expect(await inAccount((ctx) => ensurePlaySequence(ctx, "new-lead"))).not.toBe(sequenceId);
    await expect(inAccount((ctx) => ensurePlaySequence(ctx, "../secrets"))).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("without a review link says so on its step, and goes on to what it can send", async () => {
    const { lines, pass, mails } = await begun("after-the-job");
    await pass(8);
    const states = (await lines()).map(({ state, reason }) => `${state} ${reason ?? ""}`.trim());
    expect(states[0]).toBe("task");
    expect(states[1]).toBe("not_sent no review link in your settings");
    expect((await mails()).some(({ text }) => text.includes("{{"))).toBe(false);
  });

  it("with one asks by it, and gives each their own link to pass on, which is followed as nobody's click but leads to who sent it", async () => {
    const { shop, lead, pass, mails, inAccount } = await begun("after-the-job", {
      reviewLink: "https://g.page/r/summit/review",
    });
    await pass(50);
    const sent = await mails();
    expect(sent.filter(({ text }) => text.includes("https://g.page/r/summit/review"))).toHaveLength(2);
    const last = sent.at(-1)!;
    expect(last.subject).toBe("If someone asks who did the work");
    const link = new URL(/http\S+friend=\S+/.exec(last.text)![0]);
    expect(link.searchParams.has("mark")).toBe(false);
    const source = sourceOf(link, null);
    expect(recommendedBy(shop.account, source)).toBe(lead);
    expect(describeSource(source, (await inAccount((ctx) => getLead(ctx, lead))).name)).toBe(
      "Referred by Dana Ruiz",
    );
    // A link from another business, a forged code and rubbish count as nobody's recommendation.
    expect(recommendedBy(lead, source)).toBeUndefined();
    expect(recommendedBy(shop.account, { friend: `${source["friend"]!.slice(0, -2)}AA` })).toBeUndefined();
    expect(sourceOf(new URL("https://x.test/p/a?friend=dana@client.test"), null)).toEqual({});
  });

  it("begun by mistake is taken back as if it had not been; not once something has gone out", async () => {
    const { inAccount, sequenceId, lead, lines } = await begun("yearly");
    expect((await lines()).length).toBeGreaterThan(0);
    for (let twice = 0; twice < 2; twice++) await inAccount((ctx) => undoStart(ctx, sequenceId, lead));
    expect(await lines()).toEqual([]);
    const again = await inAccount((ctx) => startSequence(ctx, sequenceId, [lead]));
    expect(again.started).toEqual([lead]);
    const other = await begun("missed-call");
    await other.pass(4);
    await expect(
      other.inAccount((ctx) => undoStart(ctx, other.sequenceId, other.lead)),
    ).rejects.toMatchObject({ code: "conflict" });
    expect((await other.lines()).length).toBeGreaterThan(0);
  });

  it("links to pass on are not marked; a guide's page beside it is", () => {
    const query = referralQuery(
      "01900000-0000-7000-8000-000000000001",
      "01900000-0000-7000-8000-000000000002",
    );
    const marked = withMarkedLinks(
      { paragraphs: [`http://a.test/p/x?${query} http://a.test/p/x`] },
      "http://a.test",
      (address) => `${address}#marked`,
    );
    expect(marked.paragraphs[0]).toBe(`http://a.test/p/x?${query} http://a.test/p/x#marked`);
  });
});
