import { FIGURES, INJURY, injuryAt, PLACE } from "../checks/safety/firm-year.ts";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import { newId } from "../src/platform/db/ids.ts";
import type { Figure } from "./figure.ts";
import { leave } from "./report.ts";
import { median, p95, words } from "./tools.ts";

/** On the log of the year; four years before it have as many. */
const CASES = 30;
const YEARS = 5;
/** Crews in the daily logs of the year, on three jobs. */
const CREWS = 2_500;
const [ROUNDS, WARM, LIMIT_MS] = [30, 4, 500] as const;

/**
 * OSHA’s forms of a year: the screen with its log, totals, rates and what the daily logs propose, both files
 * for OSHA, and form 300 as PDF. From the request to the last byte, one after another.
 */
export async function benchOshaForms(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "o".repeat(40), LOG_LEVEL: "error" };
  const product = await startProduct(settings);
  try {
    const { visitor, slug } = await openShop(product, "bench@owner.test", "Bench Roofing");
    await postgres.sql("insert into businesses_open_tools (tool, since) values ('safety', now())");
    const [{ account }] = (await postgres.sql<{ account: string }>(
      "select account_id as account from leads_slugs where slug = $1",
      [slug],
    )) as [{ account: string }];
    const [job, year, establishment] = [newId(), Temporal.Now.plainDateISO().year - 1, newId()];
    let number = 1_000_000;
    for (let back = 0; back < YEARS; back++)
      for (let at = 0; at < CASES; at++)
        await leave(postgres.sql, {
          ...{ account, job, kind: INJURY, number: number++ },
          sets: {
            ...injuryAt(year - back, at),
            number: `INC-${year - back}-${String(at + 1).padStart(3, "0")}`,
          },
        });
    await postgres.sql(
      `insert into logs_entries (account_id, id, job_id, date, company, weather, type, text, title, people, crew, hours, tags, photos, written_at)
       select $1, gen_random_uuid(), $2, make_date($3, 1, 1) + (n % 365), $1, $1, 'crew', '', 'Crew', 8, '', 64, '{}', '{}', now()
         from generate_series(1, $4) n`,
      [account, job, year, CREWS],
    );
    const at = "/account/safety/forms";
    const typed = await visitor.post(`${at}/establishments/new`, { ...PLACE, id: establishment });
    const saved = await visitor.post(`${at}?year=${year}`, { do: "figures", ...FIGURES });
    if (typed.status !== 303 || saved.status !== 303) throw new Error(`saving answered ${saved.status}`);
    const file = (name: string) => `${at}/establishments/${establishment}/files/${name}?year=${year}`;
    const parts = {
      "the screen": `${at}?year=${year}`,
      "the file of form 300A": file("ita-300a.csv"),
      "the file of cases": file("ita-cases.csv"),
      "form 300 as PDF": file("300.pdf"),
    };
    const took = Object.keys(parts).map(() => [] as number[]);
    for (let round = -WARM; round < ROUNDS; round++)
      for (const [part, path] of Object.values(parts).entries()) {
        const began = performance.now();
        const answer = await visitor.get(path);
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
        if (round >= 0) took[part]!.push(performance.now() - began);
      }
    const all = took[0]!.map((_, round) => took.reduce((sum, part) => sum + part[round]!, 0));
    const figure = (what: string, times: readonly number[]) => ({
      what: `${what} of a year with ${CASES} cases among ${words(CASES * YEARS)} and ${words(CREWS)} crews, median (p95 ${p95([...times]).toFixed(0)} ms), beside ${LIMIT_MS} ms`,
      ours: `${median([...times]).toFixed(0)} ms`,
      limit: `${LIMIT_MS} ms`,
      ratio: LIMIT_MS / median([...times]),
      aim: 1,
    });
    return [
      figure("OSHA’s forms, all four below together,", all),
      ...Object.keys(parts).map((part, place) =>
        figure(`${part.charAt(0).toUpperCase()}${part.slice(1)}`, took[place]!),
      ),
    ];
  } finally {
    await product.stop();
    await removeData(product.dataDir);
    await postgres.remove();
  }
}
