import { expect, it } from "vitest";
import { causeOf, loggableError, oncePerCause } from "./log.server.ts";

const failed = <More extends object>(more: More) =>
  Object.assign(new TypeError("it held dana@client.test"), more);

it("logs types, codes and frames of an error, never its message", () => {
  const error = failed({
    code: "57P01",
    detail: "Key (email)=(dana@client.test)",
    cause: new RangeError("dana"),
  });
  const logged = loggableError(error) as { stack: string[]; cause: { type: string } };
  expect(logged).toMatchObject({ type: "TypeError", code: "57P01", cause: { type: "RangeError" } });
  expect(logged.stack[0]).toMatch(/^at /);
  expect(JSON.stringify(logged)).not.toMatch(/dana|\\n/);
});

it("logs a library's copy of an error: a plain object with its fields, message and stack", () => {
  const error = failed({ code: "ETIMEDOUT" });
  const copy = {
    code: error.code,
    message: error.message,
    stack: error.stack,
    queue: "leads.keep",
    worker: "w",
  };
  expect(loggableError(copy)).toMatchObject({
    type: "TypeError",
    code: "ETIMEDOUT",
    stack: expect.any(Array) as unknown[],
  });
  expect(JSON.stringify(loggableError(copy))).not.toContain("dana");
});

it("logs the kind of any other value", () => {
  expect([null, undefined, "dana", 7, {}, new Date(0)].map(loggableError)).toEqual([
    { type: "object" },
    { type: "undefined" },
    { type: "string" },
    { type: "number" },
    { type: "Object" },
    { type: "Date" },
  ]);
});

it("reports a cause once until a success, and another cause right away", () => {
  const reported: string[] = [];
  const reporter = oncePerCause((error) => reported.push(causeOf(error)));
  const [away, wrong] = [failed({ code: "ECONNREFUSED" }), failed({ code: "42P01" })];
  for (const error of [away, away, away, wrong, wrong]) reporter.failed(error);
  reporter.worked();
  reporter.failed(wrong);
  expect(reported).toEqual(["TypeError ECONNREFUSED", "TypeError 42P01", "TypeError 42P01"]);
});
