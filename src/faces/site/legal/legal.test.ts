import { describe, expect, it } from "vitest";
import { type Block, linksOf, textsOf } from "#platform/markdown/blocks.ts";
import { readLegalText } from "./legal.server.ts";

const idsOf = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === "heading" ? [block.id] : []));

describe.each([
  ["terms", "Terms of Service"],
  ["privacy", "Privacy Policy"],
] as const)("%s", (name, title) => {
  const text = readLegalText(name);

  it("has the contract's title and effective date", () => {
    expect(text.title).toBe(title);
    expect(text.effective).toEqual({ words: "6/22/2025", iso: "2025-06-22" });
  });

  it("leaves the operator open, and nothing else", () => {
    const slots = new Set(
      [...JSON.stringify(text.blocks).matchAll(/"kind":"slot","name":"(\w+)"/g)].map(([, slot]) => slot),
    );
    expect(slots).toEqual(new Set(["operator", "operatorEmail"]));
    expect(textsOf(text.blocks).join(" ")).not.toMatch(/\{\{|__[A-Z]{2}|TODO/);
  });

  it("has what other pages point at", () => {
    const ids = {
      terms: idsOf(readLegalText("terms").blocks),
      privacy: idsOf(readLegalText("privacy").blocks),
      own: idsOf(text.blocks),
    };
    for (const link of linksOf(text.blocks)) {
      const [path, id] = link.split("#");
      if (id)
        expect(path === "" ? ids.own : path === "/privacy" ? ids.privacy : ids.terms, link).toContain(id);
    }
    expect(ids.privacy).toEqual(expect.arrayContaining(["your-data", "security"]));
    expect(new Set(ids.own).size).toBe(ids.own.length);
  });
});

it("says what export, erasure and consent come to", () => {
  const privacy = textsOf(readLegalText("privacy").blocks).join(" ");
  for (const word of [
    /Export/,
    /Erasure/,
    /Consent/,
    /GDPR/,
    /CCPA/,
    /30 days/,
    /400 days/,
    /Global Privacy Control/,
  ])
    expect(privacy).toMatch(word);
});
