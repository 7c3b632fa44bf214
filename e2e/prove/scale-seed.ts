import type { Cluster } from "../harness/cluster.ts";

/** What the rows of a job are derived from, made through the product. */
export interface Pattern {
  readonly account: string;
  readonly user: string;
  readonly job: string;
  /** The day of its records: "2026-11-30". */
  readonly day: string;
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly hasJob: boolean;
  /** It identifies the row in all accounts, such as the address of a page. */
  readonly isGlobal: boolean;
}

// Rows are inserted in random order: in life a job's records come over months, among those of other jobs and
// businesses, and none are next to each other on the disk.

/** Columns that name a stored file; all copies share it. */
const FILES = new Set(["file"]);
/** Numbers that increase within an account or a job, so that each copy needs its own. */
const COUNTED = new Set(["sync_commands.number", "sync_records.revision", "evidence_entries.number"]);
const PER_COPY = 1_000;
const PER_JOB = 100_000;

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}";
/** Text in which something may have to change: an id, the hash of a file, or a day. */
const NAMES = "[0-9a-f]{8}-|[0-9a-f]{60}|20[0-9]{2}-";
/** Two hexadecimal digits of an SQL number. */
const hex = (value: string) => `lpad(to_hex(${value}), 2, '0')`;

/**
 * Copies a job's rows to more jobs and more records. The last four digits of each id (and of each hash of a
 * file) become the numbers of job and copy, so all that refers to a row refers to its copy.
 * @param jobs of the account in all; @param copies of the records in each
 */
export async function multiplyJob(
  { primary }: Cluster,
  { account, user, job, day }: Pattern,
  jobs: number,
  copies: number,
): Promise<void> {
  const tail = `${hex("j.n")} || ${hex("k.n")}`;
  const moved = (id: string, by: string) => `overlay('${id}' placing ${by} from 33)`;
  // The account and its people stay; a copy of a record is on the copy of its job.
  const text = (value: string) =>
    [
      [moved(account, tail), `'${account}'`],
      [moved(user, tail), `'${user}'`],
      [moved(job, tail), moved(job, `${hex("j.n")} || '00'`)],
      [`'${day}'`, `(date '${day}' - k.n::int)::text`],
    ].reduce(
      (inner, [from, to]) => `replace(${inner}, ${from}, ${to})`,
      `regexp_replace(regexp_replace(${value}, '(${UUID}-[0-9a-f]{8})[0-9a-f]{4}', '\\1' || ${tail}, 'g'), '([0-9a-f]{60})[0-9a-f]{4}', '\\1' || ${tail}, 'g')`,
    );
  const columns = await columnsOf(primary);
  const ofMedia = new Set(["media_originals", "media_derivatives"]);
  for (const [table, all] of Object.entries(Object.groupBy(columns, (one) => one.table))) {
    if (!all![0]!.hasJob && !ofMedia.has(table)) continue;
    const has = (name: string) => all!.some((one) => one.name === name);
    const values = all!.map(({ name, type }) => {
      if (FILES.has(name)) return `t.${name}`;
      if (COUNTED.has(`${table}.${name}`))
        return `t.${name} + k.n * ${PER_COPY}${table.startsWith("sync_") ? ` + j.n * ${PER_JOB}` : ""}`;
      if (type === "date") return `t.${name} - k.n::int`;
      if (type === "uuid")
        return `case t.${name} when '${account}' then t.${name} when '${user}' then t.${name}
          when '${job}' then ${moved(job, `${hex("j.n")} || '00'`)}::uuid else overlay(t.${name}::text placing ${tail} from 33)::uuid end`;
      return isText(type)
        ? `case when t.${name}::text ~ '${NAMES}' then ${text(`t.${name}::text`)}::${type} else t.${name} end`
        : `t.${name}`;
    });
    // A job has one row of its own, whatever its number of records.
    const once = [
      ...(["jobs", "evidence_heads"].includes(table) ? ["k.n = 0"] : []),
      ...(has("kind") ? ["(k.n = 0 or t.kind <> 'jobs.job')"] : []),
    ];
    await primary.sql(
      `insert into ${table} (${all!.map(({ name }) => `"${name}"`).join()})
       select ${values.join()} from ${table} t, generate_series(0, ${jobs - 1}) j(n), generate_series(0, ${copies - 1}) k(n)
        where t.account_id = '${account}' and (j.n > 0 or k.n > 0)
          ${all![0]!.hasJob ? `and t.job_id = '${job}'` : ""} ${once.map((one) => `and ${one}`).join(" ")}
       order by random() on conflict do nothing`,
    );
  }
  await primary.sql(
    `update sync_heads set count = (select max(number) from sync_commands c where c.account_id = $1) where account_id = $1`,
    [account],
  );
  await primary.sql(
    `update evidence_heads h set number = e.number from (select job_id, max(number) as number from evidence_entries where account_id = $1 group by 1) e
      where h.account_id = $1 and h.job_id = e.job_id`,
    [account],
  );
}

/**
 * Copies whole accounts, with the people in them: `from`..`to` are the numbers of the copies, below 256.
 * Their owners have the pattern's password and "{number}-" before its address.
 */
export async function copyAccounts(
  { primary }: Cluster,
  { account }: Pattern,
  from: number,
  to: number,
): Promise<void> {
  const columns = await columnsOf(primary);
  const copied = ({ table, name, type, isGlobal }: Column): string => {
    if (FILES.has(name) || !isText(type)) return `t."${name}"`;
    const value = `t."${name}"::text`;
    if (type === "uuid") return `overlay(${value} placing ${hex("a.n")} from 31)::uuid`;
    const moved = `regexp_replace(${value}, '(${UUID}-[0-9a-f]{6})[0-9a-f]{2}([0-9a-f]{4})', '\\1' || ${hex("a.n")} || '\\2', 'g')`;
    // Of two columns of one key, the provider's name stays.
    const isOwn = (isGlobal && name !== "provider_id") || `${table}.${name}` === "leads_pages.slug";
    const other = isOwn ? `a.n || '-' || ${value}` : value;
    return `case when ${value} ~ '[0-9a-f]{8}-' then ${moved} else ${other} end::${type}`;
  };
  const insert = async (table: string, all: readonly Column[], where: string) => {
    for (let at = from; at <= to; at++)
      await primary.sql(
        `insert into ${table} (${all.map(({ name }) => `"${name}"`).join()})
         select ${all.map(copied).join()}
           from ${table} t, (select ${at}::int as n) a where ${where} order by random() on conflict do nothing`,
      );
  };
  const members = `(select user_id from businesses_members where account_id = '${account}')`;
  const byTable = Object.groupBy(columns, (one) => one.table);
  await insert("identity_users", byTable["identity_users"]!, `t.id in ${members}`);
  await insert("identity_credentials", byTable["identity_credentials"]!, `t.user_id in ${members}`);
  for (const [table, all] of Object.entries(byTable))
    if (all!.some(({ name }) => name === "account_id") && !table.startsWith("identity_"))
      await insert(table, all!, `t.account_id = '${account}'`);
}

const isText = (type: string): boolean => /^(uuid|text|jsonb?|character varying)(\[\])?$/.test(type);

async function columnsOf(primary: Cluster["primary"]): Promise<Column[]> {
  return primary.sql<Column & Record<string, unknown>>(
    `select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
            exists (select 1 from pg_attribute j where j.attrelid = c.oid and j.attname = 'job_id') as "hasJob",
            exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey)
                      and not exists (select 1 from pg_attribute b where b.attrelid = c.oid and b.attname = 'account_id' and b.attnum = any (i.indkey))) as "isGlobal"
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity <> 'a'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      order by 1, a.attnum`,
  );
}
