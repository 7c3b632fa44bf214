import { expect, test } from "vitest";
import { listQueryOf, withList } from "./list-place.ts";

const at = (path: string) => new URL(path, "https://plumbline.test");

test("a detail page remembers the list that it was opened from", () => {
  const path = withList("/account/leads/7", "status=won&sort=name&search=O%E2%80%99Neil+%26+Sons", {
    done: "1",
  });
  expect(listQueryOf(at(path))).toBe("status=won&sort=name&search=O%E2%80%99Neil+%26+Sons");
  expect(at(path).searchParams.get("done")).toBe("1");
});

test("without a list the address has no query", () => {
  expect(withList("/account/leads/7", "")).toBe("/account/leads/7");
  expect(listQueryOf(at("/account/leads/7"))).toBe("");
});

test("a query that is too long or no query is harmless", () => {
  expect(listQueryOf(at(`/x?list=${"a".repeat(500)}`))).toBe("");
  expect(listQueryOf(at("/x?list=%F0%28%8C%BC%00"))).not.toContain("\0");
});
