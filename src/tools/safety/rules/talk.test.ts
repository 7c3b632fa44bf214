import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anotherKey,
  describeStanding,
  findAttendee,
  isLateSign,
  personKey,
  signOf,
  standingOf,
  talkOf,
} from "./talk.ts";
import { textOf, versionOf } from "./text.ts";

const words = { open: "One.", look: ["Two"], ask: ["Three?"], agree: ["Four"] };
const TEXT = { slug: "a", title: { en: "Ladders", es: "Escaleras" }, sources: [], en: words, es: words };
const ID = "talk";
const person = (name: string) => ({ [`people.${personKey(ID, name)}`]: { name } });
const sign = (id: string, name: string, at: string, more: Record<string, unknown> = {}) =>
  signOf(id, { talk: ID, person: personKey(ID, name), name, at, language: "es", ...more });

describe("a talk", () => {
  const values = { text: TEXT, date: "2026-11-29", ...person("Luis"), ...person("Ana") };

  it("has its people by name", () => {
    expect(talkOf(values).people.map(({ name }) => name)).toEqual(["Ana", "Luis"]);
  });

  it("is complete only once it is finished and everybody signed", () => {
    const open = talkOf(values);
    const finished = talkOf({ ...values, finishedAt: "2026-11-29T15:00:00Z" });
    const one = [sign("a", "Ana", "2026-11-29T14:00:00Z")];
    const both = [...one, sign("b", "Luis", "2026-11-29T14:01:00Z")];
    expect(standingOf(ID, open, both).isComplete).toBe(false);
    expect(standingOf(ID, finished, one)).toMatchObject({ signed: 1, isComplete: false });
    expect(standingOf(ID, finished, both)).toMatchObject({ signed: 2, isComplete: true, late: 0 });
    expect(describeStanding(finished, standingOf(ID, finished, both))).toBe("Complete: 2 of 2 signed");
    expect(describeStanding(open, standingOf(ID, open, one))).toBe("1 of 2 signed, not finished");
  });

  it("isn’t complete with a reason instead of a signature, and waits for nobody then", () => {
    const talk = talkOf({
      ...values,
      finishedAt: "2026-11-29T15:00:00Z",
      [`unsigned.${personKey(ID, "Luis")}`]: "Left",
    });
    const standing = standingOf(ID, talk, [sign("a", "Ana", "2026-11-29T14:00:00Z")]);
    expect(standing).toMatchObject({ isComplete: false, waiting: [] });
  });

  it("counts a person’s first signature, none that was voided, and none of another talk", () => {
    const talk = talkOf(values);
    const standing = standingOf(ID, talk, [
      sign("later", "Ana", "2026-11-29T14:02:00Z"),
      sign("first", "Ana", "2026-11-29T14:01:00Z"),
      sign("void", "Luis", "2026-11-29T14:00:00Z", { voided: "Wrong name" }),
      sign("other", "Luis", "2026-11-29T14:00:00Z", { talk: "another" }),
    ]);
    expect(standing.rows.map((row) => row.sign?.id)).toEqual(["first", undefined]);
  });

  it("has who signed, also if another phone took them off the list", () => {
    const talk = talkOf({ ...values, [`people.${personKey(ID, "Luis")}`]: null });
    const standing = standingOf(ID, talk, [sign("a", "Luis", "2026-11-29T14:00:00Z")]);
    expect(standing.rows.map(({ name }) => name)).toEqual(["Ana", "Luis"]);
    expect(standing.signed).toBe(1);
  });

  it("labels who signed after it was finished, across time zones", () => {
    const talk = { finishedAt: "2026-11-29T15:00:00Z" };
    expect(isLateSign(talk, { at: "2026-11-29T08:00:00-08:00" })).toBe(true);
    expect(isLateSign(talk, { at: "2026-11-29T10:00:00-05:00" })).toBe(false);
    expect(isLateSign({ finishedAt: null }, { at: "2026-11-29T23:00:00Z" })).toBe(false);
  });

  it("knows a name in any case, with or without accents, and gives a second person another key", () => {
    const { people } = talkOf({ ...values, ...person("José Peña") });
    expect(findAttendee(ID, people, "  jose   PENA")?.name).toBe("José Peña");
    const other = anotherKey(ID, people, "Jose Pena");
    expect(people.some(({ key }) => key === other)).toBe(false);
    expect(anotherKey(ID, people, "New")).toBe(personKey(ID, "New"));
  });

  it("reads anything a device writes", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom("text", "people.a", "unsigned.a", "date", "finishedAt"),
          fc.jsonValue(),
        ),
        (any) => {
          const talk = talkOf(any);
          expect(standingOf(ID, talk, [signOf("x", any)]).signed).toBe(0);
        },
      ),
    );
  });
});

it("the version of a text changes with each of its words, and not with the order of its parts", () => {
  const text = textOf(TEXT)!;
  const { en, es, title, sources, slug } = text;
  expect(versionOf({ es, en, sources, title, slug })).toBe(versionOf(text));
  expect(versionOf({ ...text, en: { ...en, agree: ["Five"] } })).not.toBe(versionOf(text));
  expect(textOf({ title: {} })).toBeNull();
});
