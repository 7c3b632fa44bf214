import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../src/platform/db/ids.ts";
import { answerId } from "../src/trade/inspections/rules/ids.ts";
import { sendPhoto } from "../e2e/harness/photos.ts";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import type { Figure } from "./figure.ts";
import { photoAt } from "./photo-report.ts";
import { leave, tookOf } from "./report.ts";
import { median } from "./tools.ts";

const [ITEMS, PHOTOS, ROUNDS] = [100, 60, 9] as const;
const LIMIT = 300;

/**
 * The report of a checklist with 100 items, every tenth failed, and 60 photos: from the form's post over
 * HTTP until it is ready to open, asked every 5 ms, and the part of it that makes it. The photos were drawn
 * before, and a report was made before, so that a renderer runs.
 */
export async function benchChecklistReport(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const product = await startProduct({
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "r".repeat(40),
    LOG_LEVEL: "error",
  });
  try {
    const { visitor } = await openShop(product, "owner@bench.test", "Summit Deck");
    await postgres.sql("insert into businesses_open_tools (tool, since) values ('checklists', now())");
    const { account } = (await (await visitor.get("/account/field/me")).json()) as { account: string };
    const [job, run] = [newId(), newId()];
    await postgres.sql(
      "insert into jobs (account_id, job_id, name, status, team, changed_at) values ($1, $2, 'Roof', 'active', '{}', now())",
      [account, job],
    );
    const drawn = new Map<string, Buffer>();
    const hashes: string[] = [];
    for (let at = 0; at < PHOTOS; at++)
      hashes.push(
        await sendPhoto(product, visitor, { account, job, bytes: new Uint8Array(await photoAt(drawn, at)) }),
      );
    const ids = Array.from({ length: ITEMS }, (_, at) => `i${at}`);
    const text = "Shingles lie flat, with no lifted corners, exposed nails, or scuffs";
    const sections = Array.from({ length: 5 }, (_, at) => [
      `sections.s${at}`,
      {
        ...{ at, title: `Slope ${at + 1}` },
        items: ids.slice(at * 20, (at + 1) * 20).map((id) => ({ id, text: `${text} (${id})` })),
      },
    ]);
    await leave(postgres.sql, {
      ...{ account, job, kind: "checklists.run", number: 1_000_000, record: run },
      sets: { title: "Roof final", state: "open", ...Object.fromEntries(sections) },
    });
    for (const [at, item] of ids.entries()) {
      const sha256 = hashes[at];
      await leave(postgres.sql, {
        ...{ account, job, kind: "checklists.answer", number: 1_000_001 + at, record: answerId(run, item) },
        media: sha256 ? [sha256] : [],
        sets: {
          ...{ run, item, answer: at % 10 === 9 ? "fail" : "pass" },
          ...(at % 10 === 9 ? { note: "Two corners are lifted. Seal them and press them down." } : {}),
          ...(sha256 ? { [`photos.${sha256}`]: { type: "image/jpeg", at: Date.now() } } : {}),
        },
      });
    }
    const waiting = "select count(*)::int as drawn from media_originals where state = 'ready'";
    while ((await postgres.sql<{ drawn: number }>(waiting))[0]!.drawn < PHOTOS) await sleep(500);
    const [walls, works]: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round++) {
      const began = performance.now();
      const asked = await visitor.post(`/account/checklists/${run}/report`, {
        ...{ report: newId(), items: "all", photos: "yes", authors: "yes" },
      });
      const id = /[0-9a-f-]{36}$/.exec(asked.headers.get("location") ?? "")?.[0];
      if (!id) throw new Error(`asking for a report answered ${asked.status}`);
      for (;;) {
        const [row] = await postgres.sql<{ state: string; problem: string; photos: number; entries: number }>(
          "select state, problem, photos, entries from reports where id = $1",
          [id],
        );
        if (row!.state === "failed") throw new Error(`a report could not be made: ${row!.problem}`);
        if (row!.state === "ready" && (row!.photos !== PHOTOS || row!.entries !== ITEMS))
          throw new Error(`a report has ${row!.entries} items and ${row!.photos} photos`);
        if (row!.state === "ready") break;
        await sleep(5);
      }
      const wall = performance.now() - began;
      const work = (await tookOf(postgres.sql, id)) * 1000;
      // The first one starts the renderer.
      if (round > 0) {
        walls.push(wall);
        works.push(work);
      }
    }
    return [
      [
        `A checklist report of ${ITEMS} items and ${PHOTOS} photos: made from what devices wrote, stored and on record, median of ${ROUNDS}, warm`,
        median(works),
      ] as const,
      [
        "The same from its form over HTTP until it is ready, with its wait in the queue",
        median(walls),
      ] as const,
    ].map(([what, took]) => ({
      what: `${what}, beside ${LIMIT} ms`,
      ours: `${took.toFixed(0)} ms`,
      limit: `${LIMIT} ms`,
      ratio: LIMIT / took,
      aim: 1,
    }));
  } finally {
    await product.stop();
    await postgres.remove();
    await removeData(product.dataDir);
  }
}
