import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { describeField, type KindLabels } from "#trade/fieldwork/values/labels.ts";
import { definedKinds, type Kind } from "#ground/sync/kinds.server.ts";
import { type Json, REMOVED } from "#ground/sync/rules.ts";
import type { ShownRecord } from "#ground/sync/store/shown-record.ts";
import { refuseState } from "#tools/logs/change-rules.ts";
import { STATES } from "#tools/logs/rules.ts";
import { defineKinds } from "#app/record-kinds.ts";
import { defineDeliveries } from "../testing/tool/kinds.server.ts";
import { deliveriesTool } from "../testing/tool/tool.tsx";
import { worded } from "#app/field-labels.ts";

// Every record kind needs labels: people read them where two versions conflict and where something was
// changed.

const words: readonly KindLabels[] = [...worded, ...deliveriesTool.labels];
const around = {
  units: "us",
  currency: "USD",
  people: [{ id: "ana", name: "Ana" }],
  beside: () => undefined,
} as const;
const wordsOf = (kind: Kind) => words.find((one) => one.kind === kind.kind);

let kinds: readonly Kind[];
beforeAll(() => {
  defineKinds();
  // The tool from ARCHITECTURE.md ("How to add a tool").
  defineDeliveries();
  kinds = definedKinds();
});

/** Fields of a kind without labels, and labels without a field. */
function lacking(kind: Kind, said: KindLabels | undefined): string[] {
  const [fields, named] = [Object.keys(kind.fields), Object.keys(said?.fields ?? {})];
  return [
    ...fields.filter((field) => !named.includes(field)),
    ...named.filter((field) => !fields.includes(field)),
  ];
}

interface Shape {
  readonly [name: string]: unknown;
}

/** Valid values for a field's schema: every branch, every option of a list. */
function samples(shape: Shape): Json[] {
  const { anyOf, oneOf, type, items, properties, additionalProperties, format, pattern, minimum, maximum } =
    shape as {
      anyOf?: Shape[];
      oneOf?: Shape[];
      items?: Shape;
      type?: string;
      properties?: Record<string, Shape>;
      additionalProperties?: Shape | boolean;
      format?: string;
      pattern?: string;
      minimum?: number;
      maximum?: number;
    };
  if (anyOf ?? oneOf) return (anyOf ?? oneOf)!.flatMap(samples);
  if (Array.isArray(shape["type"]))
    return (shape["type"] as string[]).flatMap((one) => samples({ ...shape, type: one }));
  if (Array.isArray(shape["enum"])) return shape["enum"] as Json[];
  if ("const" in shape) return [shape["const"] as Json];
  if (type === "null") return [null];
  if (Array.isArray(shape["prefixItems"]))
    return [(shape["prefixItems"] as Shape[]).map((one) => samples(one)[0]!)];
  if (type === "array") return [[], ...samples(items!).map((one) => [one])];
  if (type === "boolean") return [true, false];
  if (type === "number" || type === "integer")
    return [minimum ?? 0, Math.min(maximum ?? 7, Math.max(minimum ?? 7, 7))];
  if (type === "string") {
    if (format === "date") return ["2026-11-20"];
    if (format === "date-time") return ["2026-11-20T15:04:00Z"];
    if (format === "uuid") return ["0198c0de-0000-7000-8000-000000000001"];
    return [pattern?.includes("[0-9a-f]{64}") ? "a".repeat(64) : "America/Denver"];
  }
  if (type === "object") {
    const named = Object.entries(properties ?? {}).map(([name, one]) => [name, samples(one)] as const);
    const open =
      typeof additionalProperties === "object" && additionalProperties.type
        ? [["5", samples(additionalProperties)] as const]
        : [];
    const all = [...named, ...open];
    // Each property's samples in turn, with the first sample of the others.
    return all.length === 0
      ? [{}]
      : all.flatMap(([turn, some]) =>
          some.map(
            (value) =>
              Object.fromEntries(
                all.map(([name, those]) => [name, name === turn ? value : those[0]!]),
              ) as Json,
          ),
        );
  }
  throw new Error(`the test has no sample for ${JSON.stringify(shape)}`);
}

/** Text that no person should read. */
const CODE =
  /[{}[\]]|undefined|NaN|null|\bInvalid Date\b|[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{64}|(^|\s)(true|false)\b|^\w+\.\*/;
const UNREAD = /version/;

describe("every kind of record", () => {
  it("has words for each of its fields, and no others", () => {
    expect(kinds.length).toBeGreaterThanOrEqual(7);
    expect(
      kinds.flatMap((kind) => lacking(kind, wordsOf(kind)).map((field) => `${kind.kind}: ${field}`)),
    ).toEqual([]);
  });

  it("is found lacking where a field or a kind is new", () => {
    const [kind] = kinds;
    expect(lacking({ ...kind!, fields: { ...kind!.fields, mood: z.string() } }, wordsOf(kind!))).toEqual([
      "mood",
    ]);
    expect(lacking(kind!, undefined)).toEqual(Object.keys(kind!.fields));
  });

  it("reads every value that its fields take, never as code", () => {
    let read = 0;
    for (const kind of kinds)
      for (const [pattern, schema] of Object.entries({ ...kind.fields, [REMOVED]: z.boolean() })) {
        const field = pattern.replace("*", "north-wall");
        for (const value of samples(z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }))) {
          const { label, value: said } = describeField(wordsOf(kind), field, value, around);
          const where = `${kind.kind} ${field} ${JSON.stringify(value)}`;
          for (const shown of [label, said]) {
            expect(shown.trim(), where).not.toBe("");
            expect(shown, where).not.toMatch(CODE);
            expect(shown, where).not.toMatch(UNREAD);
          }
          if (typeof value === "object") expect(said, where).not.toBe(JSON.stringify(value));
          read++;
        }
      }
    expect(read).toBeGreaterThan(60);
  });

  it("is never shown as code where a newer version wrote it", () => {
    for (const kind of [...kinds.map((one) => one.kind), "quotes.quote"])
      for (const field of [...Object.keys(wordsOf({ kind } as Kind)?.fields ?? {}), "mood", "moods.*"])
        for (const value of [{ is: { deep: ["thing"] } }, ["a"], 7, "x", false] as Json[]) {
          const said = describeField(
            words.find((one) => one.kind === kind),
            field.replace("*", "x"),
            value,
            around,
          );
          expect(`${said.label} ${said.value}`, `${kind} ${field}`).not.toMatch(/[{}[\]]|\[object/);
        }
  });
});

describe("two versions of a day's state", () => {
  const day = words.find(({ kind }) => kind === "logs.day")!;
  const versions = (...states: string[]) =>
    ({
      fields: {
        state: {
          gone: [],
          values: states.map((is, at) => ({ value: { is, why: null }, by: `c${at}`, at: -at, author: null })),
        },
      },
    }) as unknown as ShownRecord;

  it("never offers a state that a seal forbids", () => {
    for (const other of STATES) {
      if (other === "sealed") continue;
      for (const record of [versions("sealed", other), versions(other, "sealed")])
        expect(day.mayKeep!(record, "state", { is: other, why: null }, true)).toContain("locked");
    }
    expect(
      day.mayKeep!(versions("sealed", "submitted"), "state", { is: "sealed", why: null }, true),
    ).toBeNull();
  });

  it("offers what the server would take", () => {
    for (const from of STATES)
      for (const to of STATES)
        for (const isManager of [true, false])
          if (refuseState(from, to, { isManager, isOwn: true }) !== null)
            expect(
              day.mayKeep!(versions(from, to), "state", { is: to, why: null }, isManager),
            ).not.toBeNull();
    expect(
      day.mayKeep!(versions("approved", "submitted"), "state", { is: "approved", why: null }, true),
    ).toBeNull();
  });
});
