import { afterAll, beforeAll, beforeEach } from "vitest";
import { createSequence } from "#trade/sequences/create.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import type { DraftText } from "#trade/sequences/draft/draft.ts";
import { openDraft, saveDraft } from "#trade/sequences/draft/drafts.server.ts";
import { publishDraft } from "#trade/sequences/draft/publish.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import type { NewSequence } from "#trade/sequences/schema.ts";
import { startSequence } from "#trade/sequences/enrollment/start.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { openBusiness } from "./business.ts";

export type Steps = NewSequence["steps"];
export const mail = (subject: string, amount = 1): Steps[number] => ({
  kind: "mail",
  delay: { amount, unit: "days" },
  subject,
  body: "Hi.",
});
export const gift: Steps[number] = { kind: "gift", subject: "The guide", body: "Here." };

/** 10:00 in Denver. */
export const FRIDAY = "2026-11-20T17:00:00Z";

/**
 * Registers an installation for the tests of a file, each of which begins on FRIDAY.
 * @returns its clock
 */
export function withSequences() {
  const clock = testClock(FRIDAY);
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestInstallation(clock);
    listenForLeads();
  });
  afterAll(() => test?.drop());
  beforeEach(() => clock.set(FRIDAY));
  return clock;
}

export async function open() {
  const shop = await openBusiness();
  const within = <T>(work: Parameters<typeof withAccount<T>>[1]) => withAccount(shop.account, work);
  const make = (
    trigger: NewSequence["trigger"],
    steps: Steps = [mail("First", 0), mail("Second")],
    name = "Made",
  ) => within((ctx) => createSequence(ctx, { name, trigger, steps }));
  const start = (id: string, leads: readonly string[]) => within((ctx) => startSequence(ctx, id, leads));
  const send = async () => {
    await sendDueSteps(shop.account);
    await deliver(shop.account);
  };
  /** The ledger's state of each step, one line per enrollment. */
  const story = async (lead: string) =>
    [...Map.groupBy(await shop.ledger(lead), ({ enrolmentId }) => enrolmentId).values()].map((lines) =>
      lines.map(({ state, reason }) => (reason ? `${state}: ${reason}` : state)).join(", "),
    );
  const subjects = async () =>
    (await shop.messages()).filter(({ state }) => state === "sent").map(({ subject }) => subject);
  return { ...shop, within, make, start, send, story, subjects };
}

export type Shop = Awaited<ReturnType<typeof open>>;

/** So many new leads, in no particular order. */
export const people = (shop: Shop, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => shop.captured(`p${at}-${newId()}@client.test`)));

/** Code and fields of the error that something fails with. */
export const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "went well",
    (error: { code?: string; fields?: object }) => ({ code: error.code, fields: error.fields }),
  );

/** Makes one change to a sequence and publishes it. */
export const republished = (shop: Shop, id: string, change: (text: DraftText) => DraftText) =>
  shop.within(async (ctx) => {
    const draft = await openDraft(ctx, id);
    const saved = await saveDraft(ctx, id, { text: change(draft), basis: draft.revision });
    return publishDraft(ctx, id, saved.revision);
  });
