import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../../src/platform/db/ids.ts";
import { photoId } from "../../src/tools/photos/rules/ids.ts";
import { continuePhoto, photoOf } from "../harness/photos.ts";
import { randomOf } from "../harness/random.ts";
import { Visitor } from "../harness/visitor.ts";
import { commandOf, type LoadAccount, READS, sending } from "./scale-load.ts";

/** Something that people wrote, which must be stored once if the product confirmed it. */
export interface Written {
  readonly kind: "job" | "note" | "log entry" | "photo" | "estimate" | "answer";
  readonly account: string;
  /** Of its command; of an answer, the id in its words. */
  readonly id: string;
  /** Of an answer, the estimate. */
  readonly record: string;
  /** Its text, or the hash of a photo. */
  readonly content: string;
  /** In milliseconds; undefined if nobody was told that it is saved. */
  acknowledgedAt: number | undefined;
}

/** A request that worked, and how long its last try took, in milliseconds. */
export interface Sample {
  readonly what: string;
  readonly at: number;
  readonly took: number;
}

/** A request that failed and was tried again. */
export interface Trouble {
  readonly what: string;
  readonly at: number;
  readonly answer: number | "broken" | "late";
}

/** People who work in a few accounts until they are stopped. */
export interface SoakLoad {
  readonly written: readonly Written[];
  readonly samples: readonly Sample[];
  readonly troubles: readonly Trouble[];
  /** Responses that no kill explains: each is a fault. */
  readonly surprises: readonly { readonly who: string; readonly what: string }[];
  /** Lets everybody finish what they have begun. */
  stop(): Promise<void>;
}

/** Milliseconds. A request without an answer for as long as PATIENCE_MS is a fault. */
const [ANSWER_WITHIN_MS, AGAIN_MS, PATIENCE_MS, PAUSE_MS] = [20_000, 500, 120_000, 700] as const;
const PEOPLE = 4;
/** Businesses finish jobs; the newest ones of each account are worked in. */
const [NEW_JOB_MS, WORKED_IN] = [8 * 60_000, 2] as const;
const PICTURES = 6;
/** Of all writes, how many are sent twice at once, as by an impatient person or two tabs. */
const TWICE = 0.1;

interface Worked extends LoadAccount {
  jobs: string[];
  upTo: number;
}

/** Thrown where no retry helps. */
class Refused extends Error {}

/** Starts people who look at pages and write, with pauses, in all the accounts. */
export async function startLoad(
  accounts: readonly LoadAccount[],
  { url, seed }: { url: string; seed: number },
): Promise<SoakLoad> {
  const written: Written[] = [];
  const samples: Sample[] = [];
  const troubles: Trouble[] = [];
  const surprises: { who: string; what: string }[] = [];
  const pictures = await Promise.all(
    Array.from({ length: PICTURES }, (_, at) => photoOf(seed + at, 1024, 768)),
  );
  const worked = accounts.map((one): Worked => ({ ...one, jobs: [...one.jobs] }));
  let [isOver, made] = [false, 0];

  /** Tries until it works, as devices and people do. @returns whether it did */
  async function insist(what: string, attempt: () => Promise<boolean | number>): Promise<boolean> {
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(AGAIN_MS)) {
      const began = performance.now();
      let answer: Trouble["answer"] = "broken";
      try {
        const found = await within(attempt());
        if (found === true) {
          samples.push({ what, at: Date.now(), took: performance.now() - began });
          return true;
        }
        answer = Number(found);
      } catch (error) {
        if (error instanceof Late) answer = "late";
        else if (error instanceof Refused) {
          surprises.push({ who: what, what: error.message });
          return false;
        }
      }
      troubles.push({ what, at: Date.now(), answer });
      if (typeof answer === "number" && answer !== 503)
        surprises.push({ who: what, what: `answered ${answer}` });
    }
    surprises.push({ who: what, what: `did not work within ${PATIENCE_MS / 1000} s` });
    return false;
  }

  /** Sends a change until it is confirmed. @param media hashes of photos that were sent before */
  async function send(
    account: Worked,
    { kind, job, content, sets, twice, ...command }: NewRecord,
  ): Promise<boolean> {
    const record = command.record ?? newId();
    const one = commandOf(job, KINDS[kind], sets, { record, media: command.media ?? [] });
    const write: Written = {
      ...{ kind, account: account.account, id: one.id, record, content },
      acknowledgedAt: undefined,
    };
    written.push(write);
    const request = sending(one);
    const attempt = async () => {
      const answer = await account.visitor.send("/account/sync/commands", request);
      const text = await answer.text();
      if (answer.status !== 200) return answer.status;
      const { outcomes } = JSON.parse(text) as { outcomes: { is: string }[] };
      if (outcomes[0]?.is === "later") return 503;
      if (outcomes[0]?.is !== "held") throw new Refused(text.slice(0, 300));
      write.acknowledgedAt ??= Date.now();
      return true;
    };
    const what = `field: send ${kind === "estimate" ? "an" : "a"} ${kind}`;
    const both = [insist(what, attempt), ...(twice ? [insist(what, attempt)] : [])];
    return (await Promise.all(both)).every(Boolean);
  }

  async function addJob(account: Worked): Promise<void> {
    const job = newId();
    const name = `Miller house ${++made}`;
    const sets = { name, status: "active", zone: "America/Denver" };
    if (await send(account, { kind: "job", job, record: job, content: name, sets }))
      account.jobs = [job, ...account.jobs].slice(0, WORKED_IN);
  }

  async function addPhoto(account: Worked, job: string): Promise<void> {
    const bytes = marked(pictures[made++ % PICTURES]!, newId());
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const sent = await insist("field: upload a photo", async () => {
      const answer = await continuePhoto(account.visitor, { account: account.account, sha256, bytes, job });
      // The connection broke and some bytes arrived after all: it asks again where to go on.
      if (answer === 409) return 503;
      return answer === 204 || answer;
    });
    if (!sent) return;
    const sets = {
      ...{ sha256, caption: "Shutoff behind the tub wall" },
      [`photos.${sha256}`]: { type: "image/jpeg", at: Date.now() },
    };
    const record = photoId(job, sha256);
    await send(account, { kind: "photo", job, record, content: sha256, sets, media: [sha256] });
  }

  /** An estimate is written and shared by link; its client opens it, asks a question, and approves it. */
  async function haveAnswered(account: Worked, job: string): Promise<void> {
    const [record, title] = [newId(), `Stair rebuild ${++made}`];
    const line = {
      ...{ place: 1, section: "", text: "Stairs of pine", quantity: 1000, unit: "lot", cents: 90_000 },
      ...{ cost: null, isTaxable: false, isOptional: false, option: 0 },
    };
    const sets = { title, [`lines.${newId()}`]: line };
    if (!(await send(account, { kind: "estimate", job, record, content: title, sets }))) return;
    let page = "";
    const path = `/account/estimates/${record}`;
    const shared = await insist("office: share an estimate", async () => {
      const form = { intent: "share", days: "30", passcode: "", asks: "yes" };
      const answer = await account.visitor.post(path, form);
      const text = await answer.text();
      if (answer.status !== 200) return answer.status;
      const link =
        /id="paper-link"[^>]*>([^<]+)</.exec(text)?.[1] ?? /https?:[^"<\s]+\/s\/[\w-]+/.exec(text)?.[0];
      if (!link) throw new Refused(`no link to ${path}`);
      page = `/s/${new URL(link).pathname.split("/")[2]}/estimate`;
      return true;
    });
    if (!shared) return;
    const client = new Visitor(url);
    let fields: Record<string, string> = {};
    const opened = await insist("client: open an estimate", async () => {
      const answer = await client.get(page);
      const text = await answer.text();
      fields = hiddenFields(text, "approve");
      return answer.status === 200 || answer.status;
    });
    if (!opened) return;
    for (const reply of ["ask", "approve"] as const) {
      const id = newId();
      const write: Written = {
        ...({ kind: "answer", account: account.account, id, record } as const),
        ...{ content: `${reply === "ask" ? "asked" : "approved"} ${id}`, acknowledgedAt: undefined },
      };
      written.push(write);
      await insist(`client: ${reply === "ask" ? "ask about" : "approve"} an estimate`, async () => {
        const answer = await client.post(page, { ...fields, do: reply, name: "Dana Client", words: id });
        await answer.text();
        if (answer.status !== 303) return answer.status;
        write.acknowledgedAt ??= Date.now();
        return true;
      });
    }
  }

  const writes: readonly Deed[] = [
    {
      times: 9,
      do: (account, job, twice) => {
        const text = `Framing crew set the walls along line B ${++made}`;
        const sets = { text, occurredAt: new Date().toISOString() };
        return send(account, { kind: "note", job, content: text, sets, twice });
      },
    },
    {
      times: 6,
      do: (account, job, twice) => {
        const text = `Poured footings at grid 4 ${++made}`;
        const date = new Date().toISOString().slice(0, 10);
        const sets = { date, company: account.account, type: "work", text };
        return send(account, { kind: "log entry", job, content: text, sets, twice });
      },
    },
    { times: 4, do: (account, job) => addPhoto(account, job) },
    { times: 1, do: (account, job) => haveAnswered(account, job) },
  ];
  const reads = READS.map(([what, times, act]): Deed => ({
    times,
    do: (account, job, _, random) =>
      insist(what, async () => {
        const answer = await act(account, job, random);
        const text = await answer.text();
        // A device asks next time for what came after this.
        if (answer.status === 200 && what === "field: fetch what is new")
          account.upTo = (JSON.parse(text) as { upTo: number }).upTo;
        return answer.status === 200 || answer.status;
      }),
  }));
  const deck = [...writes, ...reads].flatMap((deed) => Array.from({ length: deed.times }, () => deed));

  await Promise.all(worked.map(addJob));
  const people = Array.from({ length: PEOPLE }, async (_, person) => {
    const random = randomOf(seed, 12, person);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
    while (!isOver) {
      const account = pick(worked);
      const twice = random() < TWICE;
      await pick(deck).do(account, pick(account.jobs), twice, random);
      await sleep(PAUSE_MS * 2 * random());
    }
  });
  const foreman = (async () => {
    for (let next = performance.now() + NEW_JOB_MS; !isOver; await sleep(250)) {
      if (performance.now() < next) continue;
      next += NEW_JOB_MS;
      await Promise.all(worked.map(addJob));
    }
  })();
  return {
    ...{ written, samples, troubles, surprises },
    async stop() {
      isOver = true;
      await Promise.all([...people, foreman]);
    },
  };
}

interface Deed {
  readonly times: number;
  do(account: Worked, job: string, twice: boolean, random: () => number): Promise<unknown>;
}

interface NewRecord {
  readonly kind: keyof typeof KINDS;
  readonly job: string;
  readonly content: string;
  readonly sets: object;
  readonly record?: string;
  readonly media?: readonly string[];
  readonly twice?: boolean;
}

const KINDS = {
  job: "jobs.job",
  note: "jobs.note",
  "log entry": "logs.entry",
  photo: "photos.photo",
  estimate: "estimates.estimate",
} as const;

class Late extends Error {}

async function within<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = sleep(ANSWER_WITHIN_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Late();
  });
  late.catch(() => {});
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}

/** The same picture as another file: a comment after the start of the JPEG. */
function marked(picture: Buffer, words: string): Uint8Array<ArrayBuffer> {
  const comment = Buffer.alloc(4 + words.length);
  comment.writeUInt16BE(0xfffe, 0);
  comment.writeUInt16BE(2 + words.length, 2);
  comment.write(words, 4, "latin1");
  return new Uint8Array(Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)]));
}

/** What a form on a page would send beside what is typed. */
function hiddenFields(html: string, button: string): Record<string, string> {
  const form = html.split("<form").find((one) => one.includes(`value="${button}"`)) ?? "";
  return Object.fromEntries(
    [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].flatMap(([input]) => {
      const name = /name="([^"]*)"/.exec(input)?.[1];
      return name ? [[name, /value="([^"]*)"/.exec(input)?.[1] ?? ""]] : [];
    }),
  );
}
