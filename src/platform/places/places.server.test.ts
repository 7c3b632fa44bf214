import fc from "fast-check";
import { expect, test } from "vitest";
import { placeOf } from "./places.server.ts";

test.each([
  ["8.8.8.8", "United States"],
  ["24.48.0.1", "Canada"],
  ["84.160.1.1", "Germany"],
  ["::ffff:84.160.1.1", "Germany"],
  ["2001:4860:4860::8888", "United States"],
])("finds the country of %s", async (address, place) => {
  expect(await placeOf(address)).toBe(place);
});

test.each([
  "127.0.0.1",
  "::1",
  "10.1.2.3",
  "172.20.0.1",
  "192.168.1.20",
  "::ffff:192.168.1.20",
  "169.254.1.1",
  "fe80::1%eth0",
  "fd12::1",
  "100.80.1.1",
])("calls %s this network", async (address) => {
  expect(await placeOf(address)).toBe("This network");
});

test("returns an unknown address unchanged", async () => {
  expect(await placeOf("240.0.0.1")).toBe("240.0.0.1");
  expect(await placeOf("ff02::1")).toBe("ff02::1");
});

test("never fails, and never repeats a text that is no address", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), async (text) => {
      const place = await placeOf(text);
      expect(place).toMatch(/^[\p{L}\p{M}\d .,:()&'’‘-]+$/u);
    }),
  );
  expect(await placeOf("<script>")).toBe("Unknown place");
});
