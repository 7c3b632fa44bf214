import { describe, expect, it } from "vitest";
import { type Correctable, correctionsOf, effectiveEntries } from "./correction-rules.ts";

const entry = (id: string, more: Partial<Correctable> = {}): Correctable => ({
  ...{ id, company: "us", corrects: null, approved: null },
  ...more,
});
const counted = (...all: Correctable[]) => effectiveEntries(all).map(({ id }) => id);

describe("a correction", () => {
  it("replaces what it corrects, unless it was declined or is another company's", () => {
    expect(counted(entry("a"), entry("b", { corrects: "a" }))).toEqual(["b"]);
    expect(counted(entry("a"), entry("b", { corrects: "a", approved: false }))).toEqual(["a"]);
    expect(counted(entry("a"), entry("b", { corrects: "a", company: "guest" }))).toEqual(["a", "b"]);
    expect(counted(entry("a"), entry("b", { corrects: "gone" }))).toEqual(["a", "b"]);
  });

  it("of an approved entry waits for approval", () => {
    const approved = entry("a", { approved: true });
    expect(counted(approved, entry("b", { corrects: "a" }))).toEqual(["a"]);
    expect([...correctionsOf([approved, entry("b", { corrects: "a" })]).waiting]).toEqual(["b"]);
    expect(counted(approved, entry("b", { corrects: "a", approved: true }))).toEqual(["b"]);
  });
});
