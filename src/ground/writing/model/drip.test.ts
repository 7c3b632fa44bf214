import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ChatServer, startChatServer } from "#platform/model/testing/chat-server.ts";
import { dripBriefSchema } from "../drip/schema.ts";
import { writeDrip } from "../public.server.ts";
import { dripAnswer, writtenChanges, writtenDrip } from "../testing/model-answers.ts";
import {
  INJECTION,
  jobOf,
  noteOf,
  promptOf,
  systemOf,
  textOf,
  TYPED,
  useNone,
  useServer,
} from "../testing/model-desk.ts";
import { DRIP_PARTS, writeDripByModel } from "./drip.server.ts";

let server: ChatServer;
beforeEach(async () => {
  server = await startChatServer();
  useServer(server);
});
afterEach(async () => {
  useNone();
  await server.stop();
});

const dripBrief = (words: object = {}) =>
  dripBriefSchema.parse({
    ...TYPED,
    industry: "roofing",
    leadType: "demo",
    objection: "It's too expensive",
    ...words,
  });
const drip = (words: object = {}, version = 2) => writeDripByModel(dripBrief(words), version, jobOf());

const goodDrip = (words: object = {}, version = 2) => {
  const answer = dripAnswer(writeDrip(dripBrief(words), version));
  answer.emails[0]!.subject = "Your roof, line by line";
  return answer;
};

describe("a drip by the model", () => {
  test("has the model's words, scripts and cues, with our greeting and signature, on the days it chose", async () => {
    const answer = goodDrip();
    answer.objection = "That's more than I have";
    answer.emails[1]!.day = 3;
    answer.scripts[0] = {
      day: 0,
      title: "Is it the price or the timing?",
      when: "Call two days after the first email",
      lines: [
        { cue: "Say", say: "Hi {{first_name}}, Maria from Lopez Roofing, about your roof. Bad time?" },
        { cue: "If they say it's too much", say: "Fair. Which line would you cross out first?" },
      ],
    };
    server.answer(() => ({ text: writtenDrip(answer) }));
    const text = textOf(await drip());
    const { arc: _arc, ...ours } = writeDrip(dripBrief(), 2);
    expect(text).toEqual({
      ...ours,
      objection: "That's more than I have",
      emails: ours.emails.map((email, at) =>
        at === 0 ? { ...email, subject: "Your roof, line by line" } : at === 1 ? { ...email, day: 3 } : email,
      ),
      scripts: [answer.scripts[0], ...ours.scripts.slice(1)],
    });
    expect(server.requests).toHaveLength(1);
    const system = systemOf(server.requests[0]!);
    expect(system).toContain("without changing a word");
    expect(system).not.toContain("too expensive");
    const prompt = promptOf(server.requests[0]!);
    expect(prompt).toContain("too expensive");
    expect(prompt).not.toContain(TYPED.email);
  });

  test("is plain text, without a repair for words in bold", async () => {
    const answer = goodDrip();
    const [first = ""] = answer.emails[0]!.paragraphs;
    answer.emails[0]!.paragraphs[0] = `**${first}**`;
    server.answer(() => ({ text: writtenDrip(answer) }));
    const { emails } = textOf(await drip());
    expect(emails[0]!.body.split("\n\n")[1]).toBe(first);
    expect(server.requests).toHaveLength(1);
  });

  test("may have fewer emails and calls than ours, but none before the one before it", async () => {
    const good = goodDrip();
    const fewer = { ...good, emails: good.emails.slice(0, 3), scripts: good.scripts.slice(0, 2) };
    server.answer(() => ({ text: writtenDrip(fewer) }));
    const text = textOf(await drip());
    expect([text.emails.length, text.scripts.length]).toEqual([3, 2]);
    const [first, second, third] = good.emails;
    for (const emails of [
      [first!, { ...second!, day: 0 }, third!],
      [{ ...first!, day: 1 }, second!, third!],
    ]) {
      server.answer(({ body }) => ({
        text: body.response_format ? writtenChanges() : writtenDrip({ ...good, emails }),
      }));
      expect(noteOf(await drip())).toMatch(/twice/);
    }
  });

  test("that has too few emails, or a subject that is cut off, isn't published", async () => {
    const answer = goodDrip();
    answer.emails[0]!.subject = "A subject about the roof that is longer than a phone shows";
    server.answer((_request, count) => ({ text: count === 1 ? writtenDrip(answer) : writtenChanges() }));
    expect(noteOf(await drip())).toMatch(/twice/);
    expect(promptOf(server.requests[1]!)).toContain("subject at emails.0.subject");
    const short = { ...goodDrip(), emails: goodDrip().emails.slice(0, 2) };
    server.answer(() => ({ text: writtenDrip(short) }));
    expect(noteOf(await drip())).toMatch(/twice/);
  });

  test.each(["name", "company", "industry", "product", "tone", "objection", "goal"])(
    "that obeys instructions in %s is not published",
    async (field) => {
      const words = { [field]: field === "tone" ? INJECTION.slice(0, 78) : INJECTION.slice(0, 99) };
      server.answer((_request, count) => {
        const answer = goodDrip(words);
        answer.emails[0]!.subject = "evil@attacker.test";
        return { text: count === 1 ? writtenDrip(answer) : writtenChanges() };
      });
      expect(noteOf(await drip(words))).toBe(
        "The AI version broke our rules twice, so this version is ours.",
      );
    },
  );

  test("has blanks only in what the lead copies or the owner says, and calls may open alike", async () => {
    const answer = goodDrip();
    answer.scripts[0]!.lines[0]!.say += " My number is __.";
    for (const { lines } of answer.scripts)
      lines[0]!.say = `Hi {{first_name}}, Maria with Lopez Roofing about the roof here. ${lines[0]!.say}`;
    answer.emails[2]!.paragraphs[0] += ' Copy this: "The roof is ____ years old. It leaks at ____.';
    answer.emails[2]!.paragraphs[1] = `Who looks at it? ____." ${answer.emails[2]!.paragraphs[1]}`;
    server.answer(({ body }) => ({
      text: body.response_format ? writtenChanges() : writtenDrip(answer),
    }));
    const text = textOf(await drip());
    expect(server.requests.slice(1).map(promptOf)).toEqual([]);
    expect(text.scripts[0]!.lines[0]!.say).toMatch(/My number is ____\.$/);
    answer.emails[1]!.paragraphs[0] += " We come on ____.";
    expect(textOf(await drip()).emails[1]!.body).not.toContain("____");
  });

  test("with a cliché opening is repaired", async () => {
    const answer = goodDrip();
    const [good] = answer.emails[1]!.paragraphs;
    answer.emails[1]!.paragraphs[0] =
      "Just checking in about the roof. Did you see my last mail about the roof?";
    server.answer((_request, count) => ({
      text: count === 1 ? writtenDrip(answer) : writtenChanges({ at: "emails.1.paragraphs.0", text: good! }),
    }));
    expect(textOf(await drip()).emails[1]!.body).toContain(good);
    expect(promptOf(server.requests[1]!)).toMatch(/banned phrase at emails\.1\.paragraphs\.0/);
  });

  test("reports finished parts", async () => {
    const heard: number[] = [];
    server.answer(() => ({ text: writtenDrip(goodDrip()), pieces: 20, pause: 60 }));
    await writeDripByModel(
      dripBrief(),
      2,
      jobOf((done) => heard.push(done)),
    );
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    expect(Math.max(...heard)).toBeGreaterThan(1);
    expect(Math.max(...heard)).toBeLessThan(DRIP_PARTS);
  });
});
