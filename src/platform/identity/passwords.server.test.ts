import { hashPassword as libraryHash, verifyPassword as libraryVerify } from "better-auth/crypto";
import { expect, test } from "vitest";
import { AppError } from "../errors/app-error.ts";
import { hashPassword, verifyPassword } from "./passwords.server.ts";

test("verifies a password in any Unicode form of the same letters", async () => {
  const stored = await hashPassword("grüner Haken 40");
  expect(await hashPassword("grüner Haken 40")).not.toBe(stored);
  expect(await verifyPassword(stored, "gru\u0308ner Haken 40")).toBe(true);
  expect(await verifyPassword(stored, "gruner Haken 40")).toBe(false);
});

test("refuses people before thousands wait, and serves the queue in order", async () => {
  const order: number[] = [];
  const broken = Array.from({ length: 300 }, (_, index) =>
    verifyPassword("no hash at all", "x").then(
      () => order.push(index),
      (error: unknown) => error,
    ),
  );
  const outcomes = await Promise.all(broken);
  const away = outcomes.filter((error) => error instanceof AppError);
  expect(away.length).toBeGreaterThan(20);
  for (const error of away) expect(error).toMatchObject({ code: "unavailable", retryAfter: 5 });
  const served = order.filter((index) => !(outcomes[index] instanceof AppError));
  expect(served).toEqual(served.toSorted((a, b) => a - b));
  expect(await verifyPassword(await hashPassword("still works"), "still works")).toBe(true);
});

test("hashes have the identity library's format, in both directions, and are all different", async () => {
  for (const password of ["tide gravel 40 bucket", "ﬁne Ångström 12", "🧱🧱🧱🧱🧱🧱🧱🧱"]) {
    const ours = await hashPassword(password);
    expect(await libraryVerify({ hash: ours, password })).toBe(true);
    expect(await libraryVerify({ hash: ours, password: `${password}x` })).toBe(false);
    expect(await verifyPassword(await libraryHash(password), password)).toBe(true);
    expect(await verifyPassword(await libraryHash(password), `${password}x`)).toBe(false);
    expect(await hashPassword(password)).not.toBe(ours);
  }
  for (const broken of ["", ":", "salt", "salt:", ":key"])
    expect(await verifyPassword(broken, "")).toBe(false);
});
