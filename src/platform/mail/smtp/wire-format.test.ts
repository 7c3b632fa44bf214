import fc from "fast-check";
import { expect, it } from "vitest";
import { toWireFormat } from "./wire-format.ts";

const wire = (text: string) => toWireFormat(Buffer.from(text)).toString();

it.each([
  ["a message as mail is written", "a\r\nb\r\n", "a\r\nb\r\n.\r\n"],
  ["no line end at the end", "a", "a\r\n.\r\n"],
  ["a dot at the start of lines", ".\r\n..b\r\nc.d\r\n.\r\n", "..\r\n...b\r\nc.d\r\n..\r\n.\r\n"],
  ["ends that another server may read as an end", "a\n.\nb\r.\rc\r\n", "a\r\n..\r\nb\r\n..\r\nc\r\n.\r\n"],
  ["nothing", "", "\r\n.\r\n"],
])("encodes %s", (_, message, expected) => expect(wire(message)).toBe(expected));

it("arrives unchanged, and ends only at its end", () => {
  const text = fc
    .array(fc.constantFrom("\r", "\n", "\r\n", ".", "a", "é", "\r\n.\r\n", "\n.\n"), { maxLength: 30 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (message) => {
      const sent = wire(message);
      expect(sent.indexOf("\r\n.\r\n")).toBe(sent.length - 5);
      expect(sent).not.toMatch(/[^\r]\n|\r[^\n]/);
      // What RFC 5321 requires of a server.
      const lines = sent
        .slice(0, -3)
        .split("\r\n")
        .map((line) => line.replace(/^\./, ""));
      const plain = message.replace(/\r\n|\r|\n/g, "\r\n");
      expect(lines.join("\r\n")).toBe(plain.endsWith("\r\n") ? plain : `${plain}\r\n`);
    }),
    { numRuns: 2000 },
  );
});
