import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { times } from "#platform/testing/long-form.ts";
import { createTestDatabase, type TestDatabase } from "../../db/testing/test-database.ts";
import { ALL_CRASH_POINTS, type Fate, type OracleOptions, runOracle } from "../testing/killed-sender.ts";

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

// oxlint-disable vitest/expect-expect -- `prove` expects

/**
 * Broken rules of this file's whole run: a busy machine may need a retry, but a retry must not hide an email
 * sent twice.
 */
const broken: string[] = [];

const count = (fates: readonly Fate[], test: (fate: Fate) => boolean) => fates.filter(test).length;

async function prove(options: OracleOptions): Promise<void> {
  const { fates, kills } = await runOracle(test, options);
  const summary = `seed ${options.seed}: ${JSON.stringify(
    Object.fromEntries(
      Map.groupBy(fates, (fate) => `${fate.kind} ${fate.state} ${fate.accepted}`)
        .entries()
        .map(([key, list]) => [key, list.length]),
    ),
  )}`;
  // A follow-up never arrives twice, nothing is lost, and no recorded state is false.
  const VIOLATIONS: Readonly<Record<string, (fate: Fate) => boolean>> = {
    "a follow-up that arrived twice": ({ kind, accepted }) => kind === "followup" && accepted > 1,
    "sent, and nobody took it": ({ state, accepted }) => state === "sent" && accepted === 0,
    "not sent, and somebody took it": ({ state, accepted }) =>
      (state === "failed" || state === "suppressed") && accepted > 0,
    "nothing became of it": ({ state }) => !["sent", "failed", "suppressed", "unknown"].includes(state),
  };
  for (const [rule, isViolated] of Object.entries(VIOLATIONS))
    if (fates.some(isViolated)) broken.push(`${rule}: ${count(fates, isViolated)}, ${summary}`);
  expect(broken).toEqual([]);
  // Some workers finish before their moment to die, but not all of them.
  expect(kills, summary).toBeGreaterThan(options.kills / 3);
  // Unknown outcomes are limited by the number of messages in transit.
  expect(
    count(fates, ({ kind, state }) => kind === "transactional" && state === "unknown"),
    summary,
  ).toBe(0);
  expect(
    count(fates, ({ state }) => state === "unknown"),
    summary,
  ).toBeLessThanOrEqual(kills * options.connections);
  expect(
    count(fates, ({ kind, accepted }) => kind === "transactional" && accepted > 1),
    summary,
  ).toBeLessThanOrEqual(kills * options.connections);
  for (const state of ["sent", "failed", "suppressed"])
    expect(
      count(fates, (fate) => fate.state === state),
      summary,
    ).toBeGreaterThan(0);
}

describe("the database and the mail server", () => {
  it.each(ALL_CRASH_POINTS)(
    "agree when senders are killed at: %s",
    (point) => prove({ seed: 7, messages: times(160, 80), kills: 2, workers: 2, connections: 3, point }),
    900_000,
  );

  it(
    "agree when senders are killed anywhere",
    () =>
      prove({
        seed: Date.now() % 1_000_000,
        messages: times(240, 120),
        kills: times(6, 4),
        workers: 2,
        connections: 3,
      }),
    1_800_000,
  );
});
