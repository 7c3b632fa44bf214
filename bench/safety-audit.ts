import { readFileSync } from "node:fs";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import { textOf, versionOf } from "../src/tools/safety/rules/text.ts";
import { newId } from "../src/platform/db/ids.ts";
import { newJob } from "./device.ts";
import type { Figure } from "./figure.ts";
import { leave, memoryOf } from "./report.ts";
import { words } from "./tools.ts";

const [JOBS, TALKS, SIGNERS] = [10, 500, 8] as const;
const [ZIP_LIMIT_MS, MEMORY_LIMIT_MB] = [20_000, 300] as const;
const DAY = "2026-11-02";

/** A drawn signature of about two kilobytes, as a pad sends it. */
const DRAWING = {
  ...{ width: 300, height: 100 },
  strokes: [
    Array.from({ length: 90 }, (_, at) => [10 + at * 3, 50 + Math.round(30 * Math.sin(at / 3)), at * 9]),
  ],
};

/**
 * The audit report of 500 talks with 8 signatures each: the ZIP with every talk's PDF, from the request to
 * its last byte, and how much more memory the web process and its renderers hold at most meanwhile.
 */
export async function benchSafetyAudit(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "a".repeat(40), LOG_LEVEL: "error" };
  const product = await startProduct(settings);
  try {
    const { visitor, slug } = await openShop(product, "bench@owner.test", "Bench Roofing");
    await postgres.sql("insert into businesses_open_tools (tool, since) values ('safety', now())");
    const [{ account }] = (await postgres.sql<{ account: string }>(
      "select account_id as account from leads_slugs where slug = $1",
      [slug],
    )) as [{ account: string }];
    const jobs: string[] = [];
    for (let at = 0; at < JOBS; at++) jobs.push((await newJob(visitor)).job);
    const text = textOf(JSON.parse(readFileSync("content/talks/ladders-extension.json", "utf8")))!;
    const version = versionOf(text);
    let number = 1_000_000;
    for (let at = 0; at < TALKS; at++) {
      const [talk, job] = [newId(), jobs[at % JOBS]!];
      const people = Array.from(
        { length: SIGNERS },
        (_, who) => [`p${who}`, `Signer ${who + 1} of ${at}`] as const,
      );
      await leave(postgres.sql, {
        ...{ account, job, kind: "safety.talk", number: number++, record: talk },
        sets: {
          ...{ text, version, date: DAY, leader: "Dana Hale", "languages.en": true },
          ...{ number: `TBT-2026-${String(at + 1).padStart(4, "0")}`, finishedAt: `${DAY}T15:00:00Z` },
          ...Object.fromEntries(people.map(([key, name]) => [`people.${key}`, { name }])),
        },
      });
      await postgres.sql(
        `insert into worklist_items (account_id, id, kind, job_id, date, title, type, tags, photos, words)
         values ($1, $2, 'safety.talk', $3, $4, 'Ladders', 'finished', '{}', '{}', '')`,
        [account, talk, job, DAY],
      );
      for (const [person, name] of people)
        await leave(postgres.sql, {
          ...{ account, job, kind: "safety.sign", number: number++ },
          sets: {
            ...{ talk, person, name, version, drawing: DRAWING, language: "en", on: "passed" },
            at: `${DAY}T14:30:00Z`,
          },
        });
    }
    await postgres.sql("analyze");
    const before = memoryOf(product.process.pid!);
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, memoryOf(product.process.pid!))), 200);
    const began = performance.now();
    const answer = await visitor.get(`/account/safety/audit/files.zip?from=${DAY}&to=${DAY}&job=`);
    let bytes = 0;
    for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length;
    const took = performance.now() - began;
    clearInterval(watch);
    if (answer.status !== 200 || bytes < TALKS * 10_000)
      throw new Error(`a ZIP of ${bytes} bytes, ${answer.status}`);
    const more = most - before;
    return [
      {
        what: `Audit ZIP of ${words(TALKS)} talks with ${SIGNERS} signatures each on ${JOBS} jobs (${(bytes / 1e6).toFixed(0)} MB), beside ${ZIP_LIMIT_MS / 1000} s`,
        ours: `${(took / 1000).toFixed(1)} s`,
        limit: `${ZIP_LIMIT_MS / 1000} s`,
        ratio: ZIP_LIMIT_MS / took,
        aim: 1,
      },
      {
        what: `More memory of the web process and its renderers while it is sent, beside ${MEMORY_LIMIT_MB} MB`,
        ours: `${more.toFixed(0)} MB`,
        limit: `${MEMORY_LIMIT_MB} MB`,
        ratio: MEMORY_LIMIT_MB / Math.max(1, more),
        aim: 1,
      },
    ];
  } finally {
    await product.stop();
    await removeData(product.dataDir);
    await postgres.remove();
  }
}
