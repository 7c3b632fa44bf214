import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isCommonPassword, isContextWord, refuseGuessable } from "./passwords.server.ts";

const list = readFileSync(new URL("common-passwords.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

test("the list has thousands of unique passwords of valid length", () => {
  expect(list.length).toBeGreaterThanOrEqual(3000);
  expect(new Set(list).size).toBe(list.length);
  expect(
    list.filter(
      (password) => password.length < 8 || password !== password.toLowerCase() || /\s/.test(password),
    ),
  ).toEqual([]);
});

test.each([
  "password",
  "Password1",
  "PASSWORD123",
  "qwertyuiop",
  "12345678",
  "1q2w3e4r",
  "iloveyou",
  "P@ssw0rd",
  "football1",
  "summer2024",
  "ｐａｓｓｗｏｒｄ",
  "        ",
  "😀😀😀😀",
])("%s is common", (password) => expect(isCommonPassword(password)).toBe(true));

test.each(["", "plumb-line over the deck", "tide gravel 40 bucket", "correct horse staple battery"])(
  "%j is not",
  (password) => expect(isCommonPassword(password)).toBe(false),
);

test.each(["plumbline", "Plumbline2026!", "plumb-line", "BuildLog123", "estiminiestimini", "Ada & Sons 1"])(
  "%s is a name of this site",
  (password) => expect(isContextWord(password, "Ada & Sons")).toBe(true),
);

test.each(["correct plumb line 7", "a plumbline hangs straight", "12345678", "tide gravel 40 bucket"])(
  "%j is not a name of this site",
  (password) => expect(isContextWord(password, "")).toBe(false),
);

test("refuseGuessable gives the reason, and leaves short passwords to the identity provider", () => {
  expect(() => refuseGuessable("password1", "a@b.co")).toThrow("password is too common");
  expect(() => refuseGuessable("dana.ruiz", "dana.ruiz@example.com")).toThrow("That’s your email address");
  expect(() => refuseGuessable("Plumbline 2026", "a@b.co")).toThrow("the name of this site");
  expect(() => refuseGuessable("dana", "dana@example.com")).not.toThrow();
});
