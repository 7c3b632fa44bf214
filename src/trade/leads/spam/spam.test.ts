import { describe, expect, it, test } from "vitest";
import { isSpam, QUIET_NETWORK, SIGNS, findSigns, describeSign, type Suspect } from "./spam.ts";

const suspect = (parts: Partial<Suspect>): Suspect => ({
  name: "Dana Ruiz",
  email: "dana@client.test",
  message: "",
  trap: "",
  openMs: 40_000,
  isWornOut: false,
  network: QUIET_NETWORK,
  ...parts,
});
const isHeld = (parts: Partial<Suspect>) => isSpam(findSigns(suspect(parts)));

/** Names of people, including some that many forms reject. */
const NAMES = [
  "Dana Ruiz",
  "O'Brien",
  "Siobhán O’Brien",
  "Ng",
  "Zoë",
  "Xi Ao",
  "JOHN SMITH",
  "dana",
  "Madonna",
  "Nguyễn Thị Hương",
  "Krzysztof Brzęczyszczykiewicz",
  "DeAngelo McCarthy",
  "DeAngeloMcCarthy",
  "LaKeisha McDonald-VanDyke",
  "Hirschsprung",
  "Knightsbridge",
  "Wojciech Szczepański",
  "Björk Guðmundsdóttir",
  "Мария Иванова",
  "王小明",
  "김민수",
  "أحمد",
  "山田 太郎 (Taro Yamada)",
  "Bartholomew Featherstonehaugh-Cholmondeley",
  "J.R. Smith, Jr.",
  "Dr. Smith",
  "St. John Rivers",
  "Bob & Carol",
  "Null",
  "Test",
  "Mike (neighbor of the Hallorans at 412)",
  "X Æ A-12",
  "Dana Ruiz <dana@client.test>",
  "dana@client.test",
];

/** Messages of genuine clients. */
const MESSAGES = [
  "",
  "New deck",
  "ASAP!!!",
  "CALL ME AFTER 5 PM. MY NUMBER IS (303) 555-0140",
  "12x16 cedar deck, stairs to the yard. Like this one: https://www.pinterest.com/pin/99360735500167749/",
  "Two photos: https://photos.app.goo.gl/abcD1 and https://photos.app.goo.gl/abcD2",
  "Five photos https://imgur.com/1 https://imgur.com/2 https://imgur.com/3 https://imgur.com/4 https://imgur.com/5",
  "Our HOA wants the SEO of the management company to sign off",
  "¿Hablan español? Necesito una terraza nueva.",
  "Нужна новая терраса, двенадцать на шестнадцать футов.",
  "我们想在后院建一个木平台，请联系我们。",
  "A <b>new</b> roof & gutters",
  "Budget <$20k, deck > 300 sqft, posts < 8' apart",
  "Model TREXTRNSCNDGRVLPTH boards, part BXKQRTZW-12",
  "a",
  "👍",
];

describe("genuine submissions", () => {
  it.each(NAMES)("accepts %s with any of the messages", (name) => {
    for (const message of MESSAGES) expect([message, isHeld({ name, message })]).toEqual([message, false]);
  });

  it("accepts an instant autofill", () => {
    for (const name of NAMES) expect([name, isHeld({ name, openMs: 300 })]).toEqual([name, false]);
  });

  it("accepts any single sign that is not strong", () => {
    for (const [sign, { weight }] of Object.entries(SIGNS))
      expect([sign, isSpam([sign as keyof typeof SIGNS])]).toEqual([sign, weight === 3]);
  });

  it.each(["Decks.com", "SEO", "Marketing Team"])("accepts the name %s without other signs", (name) => {
    for (const message of MESSAGES.filter((one) => (one.match(/https/g)?.length ?? 0) < 2))
      expect([message, isHeld({ name, message })]).toEqual([message, false]);
  });

  it("accepts people who sign up one after another on one tablet", () => {
    expect(isHeld({ network: { people: 60, sameWords: { people: 0, pages: 0 } }, message: "New deck" })).toBe(
      false,
    );
  });

  it("accepts a person who asks four builders in the same words", () => {
    const network = { people: 1, sameWords: { people: 1, pages: 4 } };
    expect(isHeld({ message: "12x16 cedar deck with stairs, this fall.", network })).toBe(false);
  });
});

// Realistic spam, with fictitious addresses and hosts.
const SPAM: readonly (readonly [string, Partial<Suspect>, string])[] = [
  ["a program that fills every field", { trap: "https://pills.test" }, "hidden field"],
  ["a link for a name", { name: "Congratulations! You won https://prize.test/x" }, "markup in name"],
  ["a short link for a name", { name: "Your payout is ready t.me/payout_test" }, "markup in name"],
  ["HTML", { message: 'Cheap pills <a href="https://pills.test">here</a>' }, "markup in message"],
  ["BBCode", { message: "Good site [url=https://pills.test]pills[/url]" }, "markup in message"],
  ["BBCode in the name", { name: "[b]Dana[/b]" }, "markup in name"],
  [
    "links to one site after another",
    { message: "https://a.test https://b.test http://www.c.test/x" },
    "links to many sites",
  ],
  [
    "letters out of a generator, twice",
    { name: "xKjDhQwRtZbvWn", message: "pLkMnHgTrVbXzQwS" },
    "random name",
  ],
  ["letters out of a generator, at once", { name: "ApRMQzRZLTTvjMf", openMs: 200 }, "too fast"],
  [
    "a seller of rankings with two links",
    { message: "We get you on the first page of Google. https://seo.test/a https://seo.test/b" },
    "several links",
  ],
  [
    "a desk at a throwaway address",
    { name: "Marketing Team", email: "x@mailinator.com" },
    "throwaway address",
  ],
  ["letters that only look Latin, in no time", { message: "Bіtcоin profіt", openMs: 500 }, "too fast"],
  [
    "the same words under one address after another",
    { message: "I would like to buy from you", network: { people: 3, sameWords: { people: 3, pages: 1 } } },
    "same words, many people",
  ],
  [
    "the same pitch on one page after another",
    { message: "We sell backlinks to builders", network: { people: 1, sameWords: { people: 1, pages: 6 } } },
    "same words, many pages",
  ],
  [
    "a name in Latin over Cyrillic at a throwaway address",
    { message: "Заработок без вложений каждый день", email: "a@yopmail.com" },
    "throwaway address",
  ],
];

describe("spam", () => {
  test.each(SPAM)("quarantines %s", (_, parts, first) => {
    const signs = findSigns(suspect(parts));
    expect([signs[0], isSpam(signs)]).toEqual([first, true]);
  });

  it("describes each sign in a sentence", () => {
    for (const sign of Object.keys(SIGNS)) expect(describeSign(sign)).toMatch(/^[A-Z][^.]{15,70}$/);
    expect(describeSign("of an older version")).toBe("of an older version");
  });
});
