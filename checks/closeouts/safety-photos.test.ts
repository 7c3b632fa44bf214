import { beforeAll, expect, it } from "vitest";
import { recordsInside } from "#ground/sync/public.server.ts";
import { defineKinds } from "#app/record-kinds.ts";

beforeAll(() => defineKinds());

const record = (kind: string, id: string, values: Readonly<Record<string, string | boolean>>) => ({
  ...{ kind, id },
  fields: Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      { gone: [], values: [{ value, author: "luis", at: 1, by: id }] },
    ]),
  ),
});

it("leaves what safety found and fixed with the business, and the rest to the client", () => {
  const records = [
    record("logs.entry", "log", { type: "work" }),
    record("checklists.run", "equipment", { from: "equipment-check" }),
    record("checklists.answer", "cord", { run: "equipment", item: "cord" }),
    record("issues.issue", "action", { title: "Cut cord", safety: true }),
    record("issues.reply", "spliced", { issue: "action", type: "fixed" }),
    record("checklists.run", "final", { from: "final-walk" }),
    record("checklists.answer", "drip", { run: "final", item: "sinks" }),
    record("issues.issue", "punch", { title: "Drip" }),
    record("issues.reply", "tightened", { issue: "punch", type: "fixed" }),
    record("checklists.answer", "early", { run: "not-here-yet", item: "sinks" }),
  ];
  expect([...recordsInside(records)].toSorted()).toEqual(["action", "cord", "early", "equipment", "spliced"]);
});
