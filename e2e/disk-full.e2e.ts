import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { mkdir, readdir, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectAs } from "./prove/business.ts";
import { judge, type Violation } from "./prove/judge.ts";
import { inWords } from "./prove/kills.ts";
import { openScene, type Scene } from "./prove/scene.ts";

// The disk under the embedded database and the files fills up while people use the forms and emails and texts
// go out. What can't be saved is refused with a clear message, reading still works, and everything resumes
// once there is room: nothing acknowledged is lost, nothing is sent twice. The kill proof's judge decides.

const DISK = `/tmp/plumbline-disk-${process.pid}`;
const DISK_MEGABYTES = 384;
const LIMIT = 300_000;
/** The documented promise after freeing the disk: within a minute, without a restart. */
const BACK_WITHIN_MS = 60_000;
/** The longest time until a table has no room for its next row. */
const REFUSED_WITHIN_MS = 60_000;
/** The longest time until the database stops because its log has no room. */
const STOPPED_WITHIN_MS = 120_000;
const FULL_FOR_MS = 6_000;
/** The message at the terminal: no restart is needed. */
const NO_SPACE = "Free up some space, and the database recovers by itself.";
const seed = Number(process.env["KILLS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** Violations of the whole run. A retry may make up for a busy machine, but not for a lost lead. */
const broken: Violation[] = [];
let isMounted = false;
let scene: Scene | undefined;
let filler: ReturnType<typeof fillDisk> | undefined;

beforeEach(async ({ skip }) => {
  isMounted =
    process.getuid?.() === 0 &&
    spawnSync("sh", [
      "-c",
      `mkdir -p ${DISK} && mount -t tmpfs -o size=${DISK_MEGABYTES}m,mode=711 tmpfs ${DISK}`,
    ]).status === 0;
  if (!isMounted) skip("a small disk can't be mounted here");
  const folder = path.join(DISK, "data");
  await mkdir(folder, { mode: 0o711 });
  console.log(`disk full: seed ${seed}; the same people again with KILLS_SEED=${seed}`);
  scene = await openScene({ seed, layout: "one", capturesPerSecond: 20, folder });
}, 120_000);

afterEach(async () => {
  // First make room: on a full disk the product can't shut down cleanly, and a failed test still fills it.
  await filler?.empty();
  filler = undefined;
  await scene?.clear();
  scene = undefined;
  if (isMounted) spawnSync("umount", ["-l", DISK]);
  spawnSync("rmdir", [DISK]);
}, 120_000);

const FILLER = path.join(DISK, "filler");
const roomLeft = async () => {
  const { bavail, bsize } = await statfs(DISK);
  return bavail * bsize;
};

/**
 * Keeps the disk full, like another program that never stops writing: takes every block that becomes free.
 */
function fillDisk(): { empty(): Promise<void> } {
  const fill = () => {
    for (const bytes of [1 << 20, 1 << 16, 1 << 12])
      try {
        for (;;) appendFileSync(FILLER, Buffer.alloc(bytes, 1));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
  };
  fill();
  const again = setInterval(fill, 100);
  return {
    async empty() {
      clearInterval(again);
      await rm(FILLER, { force: true });
    },
  };
}

/**
 * Uses up the write-ahead log: PostgreSQL writes it into preallocated files, and when the last is full, the
 * next change has no room. A crash gives some of that room back, and PostgreSQL may recover with it, so this
 * goes on until the product says that the database stopped.
 */
async function useUpLog({ site }: Scene): Promise<void> {
  // Rejects while no database runs.
  const connect = async () => connectAs({ ...site.connection(), query_timeout: 10_000 });
  for (const until = Date.now() + STOPPED_WITHIN_MS; !site.output().includes(NO_SPACE);) {
    expect(Date.now(), "PostgreSQL still finds room for its log").toBeLessThan(until);
    const owner = await connect().catch(() => null);
    let isRefused = owner === null;
    while (!isRefused)
      await owner!
        .query("select pg_logical_emit_message(true, 'fill', repeat('x', 1000000))")
        .catch(() => (isRefused = true));
    void owner?.end().catch(() => {});
    await sleep(100);
  }
}

/** Responses to people since that time. */
const answersSince = ({ people }: Scene, from: number) =>
  people.flatMap(({ submissions }) =>
    submissions.flatMap(({ attempts }) => attempts.filter((attempt) => attempt.from >= from)),
  );
const wasTaken = (at: Scene, from: number) => answersSince(at, from).some(({ answer }) => answer === 303);

/** Posts a visitor's guide. It is stored, so it needs room, but it isn't a lead. */
async function makeGuide({ site }: Scene): Promise<Response> {
  return fetch(`${site.url}/genLeadMagnet`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: site.url },
    body: new URLSearchParams({ name: "Fay Full", email: "fay@full.example", company: "Full Moon Fences" }),
  });
}

/** Expects a refusal in plain words with a retry time and without internals. */
function expectClear(status: number, headers: Headers, words: string): void {
  expect([503, 507]).toContain(status);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(words).not.toMatch(/ENOSPC|No space left|could not extend|PANIC|\bat [\w.<>]+ \(|node:internal/);
  expect(words).toMatch(/right now|try again/i);
}

/**
 * Every acknowledged lead is stored once, every email and text was accepted once, and the product was never
 * restarted.
 */
async function expectNothingLost(at: Scene): Promise<void> {
  expect(at.site.output().match(/is ready at/g)).toHaveLength(1);
  const halfFiles = (await readdir(path.join(DISK, "data"), { recursive: true })).filter((name) =>
    /\.part$|\.tmp$|~$/.test(name),
  );
  expect(halfFiles).toEqual([]);
  // When the database stops, its sender's sessions end too, which to messages in progress is the same as a
  // kill.
  const stops = at.site.output().split("is running again").length - 1;
  const world = await at.end(
    Array.from({ length: stops }, () => ({ from: 0, to: 0, kind: "a full disk", senders: 1 })),
  );
  const { violations, tally } = judge(world);
  broken.push(...violations);
  expect(broken, broken.map(inWords).join("\n")).toEqual([]);
  const acknowledged = world.people.filter(({ submissions }) =>
    submissions.some((one) => one.acknowledgedAt !== undefined),
  );
  // A run without anything in progress would prove nothing.
  expect(acknowledged.length).toBeGreaterThan(50);
  expect(tally.mail.accepted).toBeGreaterThan(acknowledged.length / 2);
  // If the database stayed up, so did its sender, and it knows the outcome of every message except those that
  // the other side didn't answer.
  for (const { unknownTaken, unknownNotTaken, unanswered } of stops ? [] : [tally.mail, tally.text])
    expect(unknownTaken + unknownNotTaken).toBe(unanswered);
}

describe("a disk that is used up under database and files", () => {
  it(
    "is said clearly, stops no reading, and is forgotten once there is room",
    { timeout: LIMIT },
    async () => {
      const at = scene!;
      await sleep(3_000);
      expect(wasTaken(at, 0)).toBe(true);
      filler = fillDisk();
      const full = Date.now();
      const read: Record<string, number[]> = {};
      let refused: Response | undefined;
      // Until a request is refused, and a while longer.
      for (let until = full + REFUSED_WITHIN_MS, since = 0; Date.now() < until;) {
        const guide = await makeGuide(at);
        if (guide.status !== 303) refused ??= guide;
        for (const page of ["/", `/p/${at.slug}`, "/livez", "/readyz"]) {
          const { status } = await fetch(at.site.url + page);
          (read[page] ??= []).push(status);
        }
        if (since === 0 && refused && answersSince(at, full).some(({ answer }) => answer === 503))
          until = (since = Date.now()) + FULL_FOR_MS;
        await sleep(100);
      }
      expect(await roomLeft()).toBeLessThan(1 << 20);
      expect(refused).toBeDefined();
      const said = await refused!.text();
      expectClear(refused!.status, refused!.headers, said);
      // The refusal's page contains what they typed.
      expect(said).toContain("Full Moon Fences");
      const answers = answersSince(at, full).map(({ answer }) => answer);
      expect(answers).toContain(503);
      expect(answers).not.toContain("broken");
      for (const [page, statuses] of Object.entries(read))
        expect([page, [...new Set(statuses)]]).toEqual([page, [200]]);

      await filler.empty();
      const freed = Date.now();
      await expect.poll(() => wasTaken(at, freed), { timeout: BACK_WITHIN_MS, interval: 50 }).toBe(true);
      console.log(
        `disk full: ${answers.filter((answer) => answer === 503).length} of ${answers.length} refused; back after ${Date.now() - freed} ms`,
      );
      expect((await makeGuide(at)).status).toBe(303);
      await sleep(3_000);
      await expectNothingLost(at);
    },
  );

  it("so far that PostgreSQL itself must stop: it comes back by itself", { timeout: LIMIT }, async () => {
    const at = scene!;
    await sleep(3_000);
    expect(wasTaken(at, 0)).toBe(true);
    filler = fillDisk();
    await useUpLog(at);
    const stopped = Date.now();
    // It retries in the meantime.
    while (Date.now() < stopped + FULL_FOR_MS) {
      for (const page of ["/", "/livez"]) expect((await fetch(at.site.url + page)).status, page).toBe(200);
      const personal = await fetch(`${at.site.url}/p/${at.slug}`);
      if (personal.status !== 200) expectClear(personal.status, personal.headers, await personal.text());
      await sleep(200);
    }
    const refused = await makeGuide(at);
    expectClear(refused.status, refused.headers, await refused.text());
    expect(answersSince(at, stopped).map(({ answer }) => answer)).not.toContain("broken");
    // The message isn't repeated every five seconds.
    expect(at.site.output().split(NO_SPACE).length - 1).toBe(1);

    await filler.empty();
    const freed = Date.now();
    await expect.poll(() => wasTaken(at, freed), { timeout: BACK_WITHIN_MS, interval: 50 }).toBe(true);
    // Printed when its supervisor gets an answer, which may be shortly after everyone else.
    await expect.poll(() => at.site.output()).toContain("is running again");
    console.log(`disk full: PostgreSQL is back ${Date.now() - freed} ms after there was room`);
    await sleep(3_000);
    await expectNothingLost(at);
  });
});
