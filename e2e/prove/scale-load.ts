import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../../src/platform/db/ids.ts";
import { randomOf } from "../harness/random.ts";
import type { Visitor } from "../harness/visitor.ts";

/** An account that the load works in. */
export interface LoadAccount {
  readonly visitor: Visitor;
  readonly account: string;
  readonly slug: string;
  readonly jobs: readonly string[];
  /** Where a device of theirs is up to date: the account's count. */
  readonly upTo: number;
  /** Hash of a photo with derivatives. */
  readonly photo: string;
  /** Path of a gallery that a client may open. */
  readonly gallery: string;
}

/** Milliseconds of each request, by what it was. */
export type Latencies = Readonly<Record<string, readonly number[]>>;

type Act = readonly [
  what: string,
  times: number,
  act: (account: LoadAccount, job: string, random: () => number) => Promise<Response>,
];

const json = (body: object): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
  body: JSON.stringify(body),
});
/** A change to a record as a device makes it. @param made ids and photos that are already known */
export const commandOf = (
  job: string,
  kind: string,
  sets: object,
  made: { readonly id?: string; readonly record?: string; readonly media?: readonly string[] } = {},
) => ({
  ...{ id: newId(), kind, record: newId(), job, sets, replaces: {}, media: [] },
  ...{ capturedAt: Date.now(), skew: 0, zone: "America/Denver" },
  ...made,
});
/** The request by which a device sends a change; the same when it sends it again. */
export const sending = (command: object, device = newId()) =>
  json({ version: 1, device, commands: [command] });
const change = (job: string, kind: string, sets: object) => sending(commandOf(job, kind, sets));

/** What people look at, with how often. */
export const READS: readonly Act[] = [
  [
    "field: fetch what is new",
    8,
    ({ visitor, upTo }, job) => visitor.get(`/account/sync/records?since=${upTo}&job=${job}`),
  ],
  [
    "field: fetch a whole job",
    1,
    ({ visitor }, job) => visitor.get(`/account/sync/records?since=0&job=${job}`),
  ],
  ["field: fetch all jobs", 1, ({ visitor }) => visitor.get("/account/sync/records?since=0")],
  ["field: a thumbnail", 6, ({ visitor, photo }) => visitor.get(`/account/media/${photo}/thumb`)],
  ["office: Today", 4, ({ visitor }) => visitor.get("/account/dashboard")],
  ["office: leads", 2, ({ visitor }) => visitor.get("/account/leads")],
  ["office: logs of all jobs", 2, ({ visitor }) => visitor.get("/account/logs")],
  ["office: a month of logs", 1, ({ visitor }) => visitor.get("/account/logs?view=month")],
  ["office: search the logs", 2, ({ visitor }) => visitor.get("/account/logs?q=footings")],
  ["office: photos of all jobs", 2, ({ visitor }) => visitor.get("/account/photos")],
  ["office: search the photos", 1, ({ visitor }) => visitor.get("/account/photos?q=shutoff")],
  ["office: search everything", 1, ({ visitor }) => visitor.get("/account/search?q=miller")],
  ["office: a job's history", 1, ({ visitor }, job) => visitor.get(`/account/evidence/${job}`)],
  ["client: the business's page", 3, ({ visitor, slug }) => visitor.get(`/p/${slug}`)],
  ["client: a gallery", 2, ({ visitor, gallery }) => visitor.get(gallery)],
];

/** What people do, with how often. */
const ACTS: readonly Act[] = [
  [
    "field: send a note",
    6,
    ({ visitor }, job) =>
      visitor.send(
        "/account/sync/commands",
        change(job, "jobs.note", {
          text: "Framing crew set the walls along line B",
          occurredAt: new Date().toISOString(),
        }),
      ),
  ],
  [
    "field: send a log entry",
    4,
    ({ visitor, account }, job) =>
      visitor.send(
        "/account/sync/commands",
        change(job, "logs.entry", {
          ...{ date: new Date().toISOString().slice(0, 10), company: account, type: "work" },
          text: "Poured footings at grid 4",
        }),
      ),
  ],
  [
    "client: ask for the guide",
    3,
    ({ visitor, slug }, _job, random) =>
      visitor.post(`/p/${slug}`, {
        name: "Dana Client",
        email: `client${Math.floor(random() * 1e9)}@clients.example`,
        ...{ consent: "yes", submission: randomUUID(), source: "{}" },
      }),
  ],
  ...READS,
];

/**
 * Works in the accounts as several people at once, each pausing between requests.
 * @returns how long each request took, to the last byte
 * @throws Error at a response that isn't 200, or 303 to a form
 */
export async function load(
  accounts: readonly LoadAccount[],
  { seed, people, pauseMs, seconds }: { seed: number; people: number; pauseMs: number; seconds: number },
): Promise<Latencies> {
  const deck = ACTS.flatMap(([what, times, act]) => Array.from({ length: times }, () => ({ what, act })));
  const took: Record<string, number[]> = {};
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      const random = randomOf(seed, 11, person);
      const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
      while (performance.now() < until) {
        const account = pick(accounts);
        const { what, act } = pick(deck);
        const began = performance.now();
        const answer = await act(account, pick(account.jobs), random);
        const text = await answer.text();
        if (answer.status !== 200 && answer.status !== 303)
          throw new Error(`${what} answered ${answer.status}: ${text.slice(0, 500)}`);
        if (what.includes(": send ") && !text.includes('"held"')) throw new Error(`${what}: ${text}`);
        (took[what] ??= []).push(performance.now() - began);
        await sleep(pauseMs * (0.5 + random()));
      }
    }),
  );
  return took;
}

/** Shares a gallery of all photos of a job. @returns its path for clients */
export async function shareGallery(visitor: Visitor, job: string): Promise<string> {
  const made = await visitor.post("/account/photos/galleries/new", {
    ...{ form: newId(), job, what: "all", title: "Miller house", live: "yes" },
  });
  const path = (made.headers.get("location") ?? "").split("#")[0]!;
  const shared = await (await visitor.post(path, { intent: "share", days: "30" })).text();
  const link = /id="paper-link" href="([^"]+)"/.exec(shared)?.[1];
  if (!link) throw new Error(`no gallery was shared: ${made.status} ${path}`);
  return `${new URL(link).pathname}/photos`;
}
