import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyCommand, type Command, type Fields } from "../rules.ts";
import * as wire from "../device/protocol.ts";
import { newLocalId, sha256Of } from "../store/ids.ts";
import * as limits from "./limits.ts";
import type { Waiting } from "../store/local-tables.ts";
import { backoffAfter } from "./rounds.ts";
import { UnsentFileError, seal, unseal } from "../store/encrypted-file.ts";
import { foldWaiting, ShownRecords, shownRecord } from "../store/shown-record.ts";
import { interpretCounts, formatSyncState } from "./state.ts";

describe("ids", () => {
  it("grow, even within one millisecond or when the clock is set back", () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => newLocalId(1_800_000_000_000 + (at % 3)));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("hash bytes with SHA-256", async () => {
    expect(await sha256Of(new TextEncoder().encode("abc"))).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });
});

it("keeps the client's limits equal to the protocol's", () => {
  const { WIRE_VERSION, MOST_COMMANDS, MOST_COMMAND_BYTES } = wire;
  expect(limits).toMatchObject({ WIRE_VERSION, MOST_COMMANDS, MOST_COMMAND_BYTES });
});

describe("a shown record", () => {
  const command = (id: string, sets: Command["sets"], replaces: Command["replaces"] = {}): Command => ({
    id,
    kind: "test.note",
    record: "r",
    job: null,
    sets,
    replaces,
    capturedAt: 1_000,
    skew: 500,
    zone: "America/Denver",
    media: [],
  });
  const waiting = (one: Command, state: Waiting["state"] = "waiting"): Waiting => {
    const { id, kind, record, job } = one;
    return {
      id,
      kind,
      record,
      job,
      command: one,
      tries: 0,
      state,
      refusal: state === "refused" ? { code: "forbidden", why: "No." } : null,
    };
  };

  it("stays the same object until something changes", () => {
    const shown = new ShownRecords();
    const stored = (revision: number, text: string, folded?: number) => ({
      ...{ kind: "test.note", id: "r", job: null, revision, ...(folded ? { folded } : {}) },
      fields: applyCommand({}, command("a", { text }), 100, "somebody"),
    });
    const mine = waiting(command("b", { text: "Mine" }, { text: ["a"] }));
    const steps = [
      shown.of(undefined, [mine], "me"),
      shown.of(stored(1, "Deck"), [], "me"),
      shown.of(stored(1, "Deck"), [mine], "me"),
      shown.of(
        stored(1, "Deck"),
        [{ ...mine, state: "refused", refusal: { code: "forbidden", why: "No." } }],
        "me",
      ),
      // Confirmed by the server, but its own record hasn't arrived yet.
      shown.of(stored(1, "Mine", 1), [], "me"),
      shown.of(stored(2, "Mine"), [], "me"),
    ];
    expect(new Set(steps).size).toBe(steps.length);
    expect(steps.map((one) => one?.values["text"])).toEqual(["Mine", "Deck", "Mine", "Mine", "Mine", "Mine"]);
    expect(shown.of(stored(2, "Mine"), [], "me")).toBe(steps.at(-1));
  });

  it("lays waiting commands over the server's record, in server time", () => {
    const stored: Fields = applyCommand({}, command("a", { text: "Deck" }), 100, "somebody");
    const mine = [waiting(command("b", { text: "Back deck" }, { text: ["a"] }))];
    const one = shownRecord(
      { kind: "test.note", id: "r", job: null, revision: 4, fields: stored },
      mine,
      "me",
    );
    expect(one).toMatchObject({ values: { text: "Back deck" }, revision: 4, waiting: 1, refused: [] });
    expect(one!.fields["text"]!.values).toEqual([{ value: "Back deck", by: "b", at: 1_500, author: "me" }]);
  });

  it("counts refused commands and leaves out the ones put away", () => {
    const mine = [
      waiting(command("b", { text: "x" }), "refused"),
      waiting(command("c", { note: "y" }), "away"),
    ];
    expect(shownRecord(undefined, mine, "me")).toMatchObject({
      values: { text: "x" },
      revision: 0,
      waiting: 0,
      refused: [{ id: "b", why: "No." }],
    });
    expect(shownRecord(undefined, [waiting(command("c", { note: "y" }), "away")], "me")).toBeUndefined();
  });

  it("doesn't change when a waiting command has already arrived and its response was lost", () => {
    const one = command("a", { text: "Deck" });
    const there = applyCommand({}, one, 1_500, "me");
    expect(foldWaiting(there, [waiting(one)], "me")).toEqual(there);
  });
});

describe("the sync state", () => {
  it("is safe only when the server has everything", () => {
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.nat(50),
        fc.nat(200),
        fc.constantFrom("unknown" as const, "reached" as const, "unreached" as const, "signed-out" as const),
        (waiting, refused, made, link) => {
          const found = interpretCounts({ waiting, refused, made, link });
          expect(found.isSafe).toBe(waiting + refused === 0);
          expect(found.held + found.waiting + found.refused).toBe(found.made);
          expect(found.held).toBeGreaterThanOrEqual(0);
          expect(/^(All sent|Everything’s synced)/.test(formatSyncState({ ...found, space: "enough" }))).toBe(
            found.isSafe,
          );
        },
      ),
    );
  });

  it("says what the person must do", () => {
    const words = (counts: Parameters<typeof interpretCounts>[0], space: "enough" | "full" = "enough") =>
      formatSyncState({ ...interpretCounts(counts), space });
    expect(words({ waiting: 0, refused: 0, made: 37, link: "reached" })).toBe("All sent, 37 of 37.");
    expect(words({ waiting: 2, refused: 0, made: 37, link: "unreached" })).toBe(
      "35 of 37 sent. Offline. The rest is on this device.",
    );
    expect(words({ waiting: 1, refused: 0, made: 1, link: "signed-out" })).toBe(
      "Logged out. Log in to send 1 change or photo.",
    );
    expect(words({ waiting: 0, refused: 1, made: 5, link: "reached" })).toBe("4 of 5 sent. 1 was rejected.");
    expect(words({ waiting: 1, refused: 0, made: 5, link: "reached" }, "full")).toMatch(
      /^This device is full\./,
    );
  });
});

it("doubles the wait after each failure, up to thirty seconds", () => {
  expect([1, 2, 3, 20].map((failed) => backoffAfter(failed, 1))).toEqual([1_000, 2_000, 4_000, 30_000]);
  expect(backoffAfter(3, 0)).toBe(2_000);
});

describe("an encrypted file", () => {
  async function* of(bytes: Uint8Array<ArrayBuffer>) {
    for (let at = 0; at < bytes.length; at += 70_000) yield bytes.subarray(at, at + 70_000);
  }
  const opened = async (file: Blob, passphrase: string) => {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const part of unseal(file, passphrase)) parts.push(part);
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  };
  const whyOf = async (file: Blob, passphrase = "right") => {
    const error = await opened(file, passphrase).catch((one: unknown) => one);
    return error instanceof UnsentFileError ? error.why : error;
  };
  const plain = new Uint8Array(3 * 1024 * 1024 + 17).map((_, at) => at % 251);

  it("opens with its passphrase, and otherwise says why it can't", { timeout: 60_000 }, async () => {
    const file = await seal(of(plain), "right");
    expect(Buffer.compare(Buffer.from(await opened(file, "right")), Buffer.from(plain))).toBe(0);
    expect(await whyOf(file, "wrong")).toBe("passphrase");
    expect(await whyOf(new Blob(["a photo"]))).toBe("other-file");
    const bytes = new Uint8Array(await file.arrayBuffer());
    // Flip one bit in each part of the file: sizes, head and every piece.
    for (const at of [9, 11, 30, 100, 160, 200, 2_000_000, bytes.length - 1]) {
      const turned = bytes.slice();
      turned[at]! ^= 1;
      expect(await whyOf(new Blob([turned])), `byte ${at}`).toBe("damaged");
    }
    for (const length of [10, 100, 300, 1_500_000, bytes.length - 1])
      expect(await whyOf(new Blob([bytes.slice(0, length)]))).toBe("damaged");
    expect(await whyOf(new Blob([bytes, "more"]))).toBe("damaged");
  });

  it("reveals nothing of its content and is different each time", { timeout: 60_000 }, async () => {
    const words = new TextEncoder().encode("Hail damage at the Okafor house");
    const [one, other] = await Promise.all([seal(of(words), "right"), seal(of(words), "right")]);
    expect(await one.text()).not.toContain("Okafor");
    expect(await one.text()).not.toBe(await other.text());
  });
});
