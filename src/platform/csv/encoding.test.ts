import fc from "fast-check";
import { expect, it } from "vitest";
import { type FoundKind, watchEncoding } from "./encoding.ts";

const TEXT = "Name,Email\r\nDäna Müller,dana@client.test\r\nJosé,jose@client.test\r\n";
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();
const windows = Buffer.from(TEXT, "latin1");

function kindOf(bytes: Uint8Array, size = 7): FoundKind {
  const watch = watchEncoding();
  for (let at = 0; at < bytes.length; at += size) watch.push(bytes.subarray(at, at + size));
  return watch.end();
}

it.each<[string, Uint8Array, FoundKind]>([
  ["UTF-8", Buffer.from(TEXT), "utf-8"],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${TEXT}`), "utf-8"],
  ["UTF-16 with a mark", Buffer.from(`\ufeff${TEXT}`, "utf16le"), "utf-16le"],
  ["UTF-16 without one", Buffer.from(TEXT, "utf16le"), "utf-16le"],
  ["UTF-16 the other way round", utf16be(`\ufeff${TEXT}`), "utf-16be"],
  ["the same without a mark", utf16be(TEXT), "utf-16be"],
  ["Windows-1252", windows, "windows-1252"],
  [
    "Windows-1252 whose first umlaut comes late",
    Buffer.concat([Buffer.from("a,b\n".repeat(50_000)), windows]),
    "windows-1252",
  ],
  ["a workbook", Buffer.from("504b030414000600", "hex"), "workbook"],
  ["an old workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), "workbook"],
  ["a PDF", Buffer.from("%PDF-1.7\n"), "no-text"],
  ["a picture", Buffer.from("89504e470d0a1a0a0000000d494844520000010000000100080200", "hex"), "no-text"],
  ["a text with a stray NUL", Buffer.from(`Name,Email\n${"Dana,d@x.test\n".repeat(20)}\0\n`), "utf-8"],
  ["nothing", Buffer.alloc(0), "utf-8"],
])("%s is recognized", (_, bytes, expected) => expect(kindOf(bytes)).toBe(expected));

it("is always found without throwing, whatever the bytes and chunks", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 50 }), (bytes, size) => {
      expect(kindOf(bytes, size)).toBe(kindOf(bytes, 1_000));
    }),
  );
});
