import { type ServerPostgres, startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import { newJob } from "./device.ts";
import type { Figure } from "./figure.ts";
import { beside, median, p95, timesOf, words } from "./tools.ts";

const PHOTOS = 200_000;
const JOBS = 400;
const PEOPLE = 12;
const LIMIT_MS = 100;
const TODAY_LIMIT_MS = 150;

/** What people look for, from a word of few photos to one of many. */
const SEARCHES = [
  ["a word of 20 photos", "q=vapor"],
  ["a word of 14,000 photos", "q=kitchen"],
  ["a word of every third photo", "q=wall"],
  ["three words", "q=tub wall plumbing"],
  ["the beginning of a word", "q=sh"],
  ["a person and a room", "q=crew7 kitchen"],
  ["a word on one job", "q=wall&job="],
  ["a word and a stage", "q=wall&type=before"],
  ["a word of none", "q=zeppelin"],
] as const;

/** The office's list of 200,000 photos on 400 jobs: search, a page of it, its numbers, and Today. */
export async function benchPhotos(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const product = await startProduct({
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "p".repeat(40),
    LOG_LEVEL: "error",
  });
  try {
    const { visitor } = await openShop(product, "bench@owner.test", "Bench Decks");
    await postgres.sql("insert into businesses_open_tools (tool, since) values ('photos', now())");
    const { job } = await newJob(visitor);
    const alone = await timesOf(product, visitor, "/account/dashboard");
    await fill(postgres, job);
    const of = `${words(PHOTOS)} photos on ${JOBS} jobs`;
    const figures: Figure[] = [];
    const add = async (what: string, path: string, limit: number) => {
      const took = await timesOf(product, visitor, path);
      figures.push(
        beside(`${of}: ${what}, median`, median(took), limit),
        beside(`${of}: ${what}, p95`, p95(took), limit),
      );
    };
    for (const [what, query] of SEARCHES)
      await add(`search, ${what}`, `/account/photos?${query}${query.endsWith("=") ? job : ""}`, LIMIT_MS);
    await add("the list with the week’s numbers", "/account/photos", LIMIT_MS);
    await add(
      `Today (median without them ${median(alone).toFixed(1)} ms)`,
      "/account/dashboard",
      TODAY_LIMIT_MS,
    );
    return figures;
  } finally {
    await product.stop();
    await removeData(product.dataDir);
    await postgres.remove();
  }
}

/** Photos of five years, as their projection lists them, with captions and tags as crews write them. */
async function fill({ sql }: ServerPostgres, job: string): Promise<void> {
  await sql(
    `insert into identity_users (id, email, email_verified, name, created_at, updated_at)
     select gen_random_uuid(), 'crew' || n || '@bench.test', true, 'Crew' || n || ' Member', now(), now() from generate_series(1, $1) n`,
    [PEOPLE],
  );
  await sql(
    `insert into jobs (account_id, job_id, name, status, team, changed_at, starts_on)
     select account_id, gen_random_uuid(), 'Job ' || n, case when n % 8 = 0 then 'active' else 'done' end, '{}',
            now() - n * interval '1 hour', current_date - 90
       from jobs, generate_series(2, $2) n where job_id = $1`,
    [job, JOBS],
  );
  await sql(
    `with job as (select job_id, row_number() over (order by changed_at desc) - 1 as at from jobs),
          person as (select id, row_number() over (order by email) - 1 as at from identity_users where email like 'crew%'),
          photo as (
            select n,
                   (array['Kitchen', 'Bathroom', 'Bedroom', 'Basement', 'Garage', 'Roof', 'Outside', 'Hall', 'Attic', 'Stairs', 'Porch', 'Laundry', 'Closet', 'Deck'])[1 + n % 14] as room,
                   (array['Plumbing', 'Electrical', 'Framing', 'Drywall', 'Tile', 'Roofing', 'HVAC', 'Paint', 'Concrete', 'Siding', 'Flooring'])[1 + n / 14 % 11] as trade,
                   (array['before', 'during', 'rough-in', 'after', 'problem'])[1 + n % 5] as stage,
                   (array['Shutoff behind the tub wall', 'Blocking for the grab bar on this wall', 'Nail plate at stud 4', 'Junction box, 42 inches up', 'Flashing lapped over the membrane',
                          'North wall before cover', 'Rebar tied, tape at the bottom', 'Sheathing soft by the window', 'Vent through the roof'])[1 + n / 7 % 9]
                     || case when n % 10000 = 0 then ', vapor barrier' else '' end as caption
              from generate_series(1, $2) n)
     insert into worklist_items (account_id, id, kind, job_id, date, title, type, person, tags, photos, words)
     select j.account_id, gen_random_uuid(), 'photos.photo', job.job_id, current_date - (n % 1800)::int, caption, stage, person.id,
            array[room, trade], array[encode(sha256(('photo ' || n)::bytea), 'hex')],
            lower(caption || ' ' || room || ' ' || trade || ' ' || stage)
       from photo join job on job.at = n % $3 join person on person.at = n % $4 cross join (select account_id from jobs where job_id = $1) j`,
    [job, PHOTOS, JOBS, PEOPLE],
  );
  await sql("analyze");
}
