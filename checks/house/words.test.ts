import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { allStrings, stringsOf } from "../testing/strings.ts";
import { wornWords } from "../testing/worn-words.ts";

const textsOf = (source: string) => stringsOf("planted.tsx", source).map(({ text }) => text);

describe("the list of strings", () => {
  it("has a sentence whole, with the elements inside it, and what is filled in as {}", () => {
    expect(
      textsOf(`export const A = ({ n, name }) => (
        <div className="mt-4 flex">
          <p>
            Hi {name}, <b>you have</b> {n} new {n === 1 ? "reply today" : "replies today"}.
          </p>
          <button aria-label="close" title={\`Reply to \${name}\`}>Send</button>
        </div>
      );`),
    ).toEqual(["Hi {}, you have {} new {}.", "reply today", "replies today", "Send", "close", "Reply to {}"]);
  });
  it("has messages, errors and labels, and nothing that is only for machines", () => {
    expect(
      textsOf(`import a from "some words here";
        const LABELS = { won: "Won", lost: "They said no" };
        throw new AppError("invalid", "Please enter a name.");
        throw new TypeError("never happens to people");
        const rows = sql\`select all of it from here\`;
        const look = "text-link inline-flex min-h-11 items-center";
        const link = { className: "one two three", href: "a b c" };
        if (kind === "one of two") await db.query("select 1 from leads");`),
    ).toEqual(["Won", "They said no", "Please enter a name."]);
  });
  it("knows the line", () => {
    expect(stringsOf("a.ts", 'const a = 1;\nconst b = "Two words.";\n')).toEqual([
      { file: "a.ts", line: 2, text: "Two words." },
    ]);
  });
});

describe("worn words", () => {
  it.each([
    ["We mail you a link at once.", ["mail", "at once"]],
    ["Whoever opens it stands here first.", ["Whoever", "stands here"]],
    ["Take it back or put it away.", ["put it away", "Take it back"]],
    ["It was handed to your mail server once more.", ["once more", "handed to"]],
  ])("are seen in %s", (text, words) => {
    expect(wornWords(text).map((one) => one.words)).toEqual(words);
  });
  it.each([
    "We’ll email you a link right away.",
    "Send it by certified mail.",
    "Your mail server refused it.",
    "At most 10 at once.",
    "Your mailing address",
    "Understand your mailbox",
  ])("are not seen in %s", (text) => {
    expect(wornWords(text)).toEqual([]);
  });
});

// What is read by machines, or by a language model, or is no sentence.
const NOT_READ = [
  "src/ground/writing/model/",
  "src/ground/writing/text/normalize.ts",
  "src/platform/names/name-words.ts",
  "src/platform/mail/reply/",
  "src/trade/leads/page/slug.ts",
  // The law's own words.
  "src/trade/law/cancel/wording.ts",
];
// What links are signed for and ids are derived from: changing one would break those that are out.
const PURPOSES = new Set(["an opt-out may be taken back", "inbound mail", "mail sent again"]);

it("no text that people can meet has worn words", () => {
  const worn = allStrings(path.resolve())
    .filter(({ file, text }) => !NOT_READ.some((one) => file.startsWith(one)) && !PURPOSES.has(text))
    .flatMap(({ file, line, text }) =>
      wornWords(text).map(({ words, better }) => `${file}:${line}: “${words}”: say ${better}`),
    );
  expect(worn).toEqual([]);
});

// The rest of the list is for screens: content talks like people of the trade, who mend things and hand them
// over.
it("nothing in content says whoever", () => {
  const files = readdirSync("content", { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(?:md|json)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((name) =>
    readFileSync(path.join("content", name), "utf8")
      .split("\n")
      .flatMap((line, at) =>
        /\b(?:who|whom|whose)(?:so)?ever\b/i.test(line) ? [`content/${name}:${at + 1}: ${line}`] : [],
      ),
  );
  expect(found).toEqual([]);
});
