import { expect, test } from "vitest";
import type { Log } from "../log/log.server.ts";
import { libraryLog } from "./better-auth-log.server.ts";

const written: string[] = [];
const write = (level: string) => (fields: object, message: string) =>
  void written.push(JSON.stringify({ level, ...fields, message }));
const log: Log = {
  debug: write("debug"),
  info: write("info"),
  warn: write("warn"),
  error: write("error"),
  child: () => log,
};

test.each([
  [
    "info",
    "Sign-up attempt for existing email: dana@example.com",
    [],
    '{"level":"debug","said":"Sign-up attempt for existing email","message":"identity library"}',
  ],
  ["warn", "User dana@example.com not found", [], '{"level":"debug","message":"identity library"}'],
  [
    "error",
    "Invalid origin: https://evil.example/?token=abc",
    [],
    '{"level":"error","said":"Invalid origin","message":"identity library"}',
  ],
  [
    "error",
    "Failed",
    [{ email: "dana@example.com" }],
    '{"level":"error","said":"Failed","message":"identity library"}',
  ],
  [
    "error",
    "https://plumb.example/reset?token=abc",
    [],
    '{"level":"error","said":"https","message":"identity library"}',
  ],
  ["error", "", [], '{"level":"error","message":"identity library"}'],
] as const)("%s %s logs nothing personal", (level, message, args, line) => {
  written.length = 0;
  libraryLog(log)(level, message, ...args);
  expect(written).toEqual([line]);
});

test("logs an error's kind and place, not its message", () => {
  written.length = 0;
  libraryLog(log)(
    "error",
    "Failed to create user",
    Object.assign(new Error("duplicate key (email)=(dana@example.com)"), { code: "23505" }),
  );
  expect(written[0]).toContain('"code":"23505"');
  expect(written[0]).not.toContain("dana");
});
