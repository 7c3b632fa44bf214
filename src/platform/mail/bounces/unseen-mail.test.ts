import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { judgeMail } from "../testing/judge-file.ts";

// Realistic mail, collected by someone who did not know the code that reads it. At first reading, 143 of 148
// were right (96.6 %). It is a measurement: don't fix single cases of it; add new kinds of mail to
// ../testing/cases.

interface Unseen {
  readonly file: string;
  readonly kind: string;
  readonly wish: "stop" | null;
  /** What the person's own words must include, and must not include. */
  readonly wordsInclude: readonly string[];
  readonly wordsExclude: readonly string[];
  readonly attachments: readonly string[];
  readonly verdict: "unreachable" | "still" | null;
}

const FOLDER = path.resolve("src/platform/mail/testing/unseen");
const plain = (text: string) => text.normalize("NFC").replaceAll(/[\s\u00a0\u202f]+/g, " ");

/** Errors in how a mail is read; empty if none. */
async function errorsOf(expected: Unseen): Promise<string[]> {
  const read = await judgeMail(readFileSync(path.join(FOLDER, expected.file)));
  const words = plain(read.words);
  const isPerson = expected.kind === "reply" || expected.kind === "reaction";
  return [
    ...(read.kind === expected.kind ? [] : [`is ${read.kind}`]),
    ...(expected.kind === "reply" && read.wish !== expected.wish ? [`wish ${read.wish}`] : []),
    ...(isPerson
      ? expected.wordsInclude.filter((one) => !words.includes(plain(one))).map((one) => `lacks “${one}”`)
      : []),
    ...(isPerson
      ? expected.wordsExclude.filter((one) => words.includes(plain(one))).map((one) => `has “${one}”`)
      : []),
    ...expected.attachments
      .filter((one) => !read.attachments.some(({ name }) => name === one))
      .map((one) => `lacks ${one}`),
    ...(expected.kind === "bounce" &&
    (read.bounce?.verdict === "unreachable") !== (expected.verdict === "unreachable")
      ? [`verdict ${read.bounce?.verdict}`]
      : []),
  ];
}

it("reads at least 95 of 100 unseen mails right", async () => {
  const cases = JSON.parse(readFileSync(path.join(FOLDER, "expected.json"), "utf8")) as Unseen[];
  expect(cases.length).toBeGreaterThanOrEqual(120);
  const wrong: string[] = [];
  for (const one of cases) {
    const faults = await errorsOf(one);
    if (faults.length > 0) wrong.push(`${one.file}: ${faults.join("; ")}`);
  }
  expect(1 - wrong.length / cases.length, wrong.join("\n")).toBeGreaterThanOrEqual(0.95);
});
