import { createHash } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { APP_ROLE, type ConnectionSettings } from "./database.server.ts";

/** Which roles of a business may read and write a table's rows. */
export interface RoleRights {
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Rows may be added but never changed or removed, by any role. */
  readonly appendOnly: boolean;
  /** Whether a guest may use the rows of their one job. Default for tables without rights of their own. */
  readonly ofJob?: boolean;
  /** SQL condition that a row meets for the acting person to read it, beside their role. Default: none. */
  readonly readableIf?: string;
  /** Likewise, to write one. */
  readonly writableIf?: string;
}

/** The schema beyond the generated SQL in migrations/. */
export interface SchemaParts {
  readonly migrationsFolder: string;
  /**
   * Exceptions to "an account sees its own rows": SQL conditions under which other rows may be read, by table
   * name.
   */
  readonly readableRows: Readonly<Record<string, string>>;
  /**
   * Required role of the acting person (`app.role`, set with the account). The product's own work has no role
   * and is not checked.
   */
  readonly tableRoles: { readonly usual: RoleRights; readonly tables: Readonly<Record<string, RoleRights>> };
  /** SQL of functions owned by the owner: they may look across accounts and return ids only. */
  readonly functions: readonly string[];
  /** Further work as the owner under the same lock, such as the task queue's own schema. */
  readonly afterwards?: (owner: ConnectionSettings) => Promise<void>;
}

// Any number of processes may start at once; one migrates while the others wait.
export const MIGRATION_LOCK = 7_206_931_177;

const own = (column: string, setting: string) =>
  `${column} = (select nullif(current_setting('${setting}', true), '')::uuid)`;

/** How the app role is set up. */
export interface AppRole {
  readonly name: string;
  /** Undefined where it needs none. */
  readonly password: string | undefined;
  /** Whether it is ours to create and alter. */
  readonly create: boolean;
  /**
   * How it signs in. A password that works is left alone: setting the same one again makes a new salt, and
   * PgBouncer can't open connections for the processes that signed in with the old one.
   */
  readonly signIn?: ConnectionSettings;
}

/**
 * Brings the schema up to date as its owner: generated migrations, then row security and grants, then
 * functions. Row security is derived from the tables (forced on every table with an `account_id`), so a new
 * table can't be forgotten.
 */
export async function migrateDatabase(
  owner: ConnectionSettings,
  parts: SchemaParts,
  appRole: AppRole,
): Promise<void> {
  const client = new pg.Client(owner);
  // Without a listener, a connection lost while idle would end the process; this way the next statement
  // fails.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    if (appRole.create) await ensureAppRole(client, appRole);
    // Before any grant or revoke: an owner who loses rights to its own tables could never start again.
    else await refuseUnbound(client, appRole.name);
    await migrate(drizzle(client), { migrationsFolder: parts.migrationsFolder });
    await secureSchema(client, parts, appRole.name);
    await parts.afterwards?.(owner);
    await client.query(`grant usage on schema pgboss to ${appRole.name}`).catch(ignoreMissingSchema);
    await client
      .query(`grant all on all tables in schema pgboss to ${appRole.name}`)
      .catch(ignoreMissingSchema);
    await client
      .query(`grant execute on all functions in schema pgboss to ${appRole.name}`)
      .catch(ignoreMissingSchema);
  } finally {
    await client.end();
  }
}

function ignoreMissingSchema(error: { code?: string }): void {
  if (error.code !== "3F000") throw error;
}

async function ensureAppRole(client: pg.Client, { password, signIn }: AppRole): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [APP_ROLE]);
  const login = `login${password ? ` password ${client.escapeLiteral(password)}` : ""}`;
  if (!rowCount)
    await client.query(
      `create role ${APP_ROLE} with nosuperuser nobypassrls nocreatedb nocreaterole ${login}`,
    );
  // The password is derived from SECRET, which may be another one now.
  else if (!signIn || !(await canSignIn(signIn))) await client.query(`alter role ${APP_ROLE} with ${login}`);
  const { rows } = await client.query<{ name: string }>("select current_database() as name");
  await client.query(`grant connect on database ${client.escapeIdentifier(rows[0]!.name)} to ${APP_ROLE}`);
}

async function canSignIn(settings: ConnectionSettings): Promise<boolean> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...settings });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function secureSchema(client: pg.Client, parts: SchemaParts, role: string): Promise<void> {
  const { rows: tables } = await client.query<{ name: string; forced: boolean; of_job: boolean }>(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
            exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'job_id' and not a.attisdropped) as of_job
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p')
        and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped)
      order by c.relname`,
  );
  const statements = [
    `grant usage on schema public to ${role}`,
    `grant select, insert, update, delete on all tables in schema public to ${role}`,
    ...tables.flatMap(({ name, of_job: ofJob }) => [
      ...rowSecurity(client.escapeIdentifier(name), role, parts.readableRows[name]),
      ...roleSecurity(
        client.escapeIdentifier(name),
        role,
        parts.tableRoles.tables[name] ?? parts.tableRoles.usual,
        {
          ofJob: ofJob && (parts.tableRoles.tables[name]?.ofJob ?? !parts.tableRoles.tables[name]),
        },
      ),
    ]),
    ...parts.functions,
  ];
  // Changing a policy locks its table, so a start without changes touches nothing.
  const digest = createHash("sha256").update(statements.join(";\n")).digest("hex");
  await client.query(
    "create table if not exists schema_security (id int primary key check (id = 1), hash text not null)",
  );
  const { rows } = await client.query<{ hash: string }>("select hash from schema_security");
  const { rows: policies } = await client.query<{ count: number }>(
    "select count(*)::int from pg_policies where schemaname = 'public' and policyname = 'own_rows'",
  );
  if (
    rows[0]?.hash === digest &&
    tables.every((table) => table.forced) &&
    policies[0]!.count === tables.length
  )
    return;
  await client.query("begin");
  for (const statement of statements) await client.query(statement);
  await client.query(
    "insert into schema_security values (1, $1) on conflict (id) do update set hash = excluded.hash",
    [digest],
  );
  await client.query(`revoke all on schema_security from ${role}`);
  await client.query("commit");
}

function rowSecurity(table: string, role: string, readable: string | undefined): string[] {
  const ownRows = own("account_id", "app.account_id");
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `drop policy if exists own_rows on ${table}`,
    `create policy own_rows on ${table} to ${role} using (${ownRows}) with check (${ownRows})`,
    `drop policy if exists readable_rows on ${table}`,
    ...(readable
      ? [`create policy readable_rows on ${table} for select to ${role} using (${readable})`]
      : []),
    // Forced security binds the owner too: migrations, backup and restore work as the owner, the product
    // never does.
    `drop policy if exists owner_rows on ${table}`,
    `create policy owner_rows on ${table} to current_user using (true) with check (true)`,
  ];
}

/**
 * Limits a role's rights even where the code forgets to check. The policies are restrictive: they only remove
 * rights. Each role condition is one sub-select, evaluated once per statement: it costs nothing per row, and
 * the planner does not mistake it for a row filter (it then expected one row instead of thousands and chose a
 * nested loop).
 */
function roleSecurity(
  table: string,
  role: string,
  rights: RoleRights,
  { ofJob }: { ofJob: boolean },
): string[] {
  const acting = (is: string) =>
    `(select ${is} from nullif(current_setting('app.role', true), '') as acting)`;
  const among = (roles: readonly string[]) =>
    [
      acting(
        [
          "acting is null",
          ...(roles.length ? [`acting in (${roles.map((one) => `'${one}'`).join(", ")})`] : []),
        ].join(" or "),
      ),
      ...(ofJob ? [`${acting("acting = 'guest'")} and ${own("job_id", "app.job_id")}`] : []),
    ].join(" or ");
  const policy = (name: string, command: string, condition: string) => [
    `drop policy if exists ${name} on ${table}`,
    `create policy ${name} on ${table} as restrictive for ${command} to ${role} ${condition}`,
  ];
  const only = (roles: string, condition: string | undefined) =>
    condition ? `(${roles}) and (${condition})` : roles;
  const write = only(among(rights.write), rights.writableIf);
  const change = rights.appendOnly ? "false" : write;
  return [
    ...policy("role_reads", "select", `using (${only(among(rights.read), rights.readableIf)})`),
    ...policy("role_inserts", "insert", `with check (${write})`),
    ...policy("role_updates", "update", `using (${change}) with check (${change})`),
    ...policy("role_deletes", "delete", `using (${change})`),
  ];
}

async function refuseUnbound(client: pg.Client, role?: string): Promise<void> {
  // Called by the owner: a role that may act as the owner counts as owning the tables that migrations create.
  const { rows } = await client.query<{ name: string; super: boolean; bypass: boolean; owns: boolean }>(
    `select r.rolname as name, r.rolsuper as super, r.rolbypassrls as bypass,
            ($1::text is not null and pg_has_role(r.oid, o.oid, 'usage')) or exists (
              select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
               where n.nspname = 'public' and c.relkind in ('r', 'p') and pg_has_role(r.oid, c.relowner, 'usage')) as owns
       from pg_roles r, pg_roles o where r.rolname = coalesce($1, current_user::text) and o.rolname = current_user`,
    [role ?? null],
  );
  const found = rows[0]!;
  const flaw = found.super
    ? "is a superuser"
    : found.bypass
      ? "bypasses row security"
      : found.owns
        ? "owns tables"
        : undefined;
  if (flaw)
    throw new Error(
      `The database role ${found.name} ${flaw}: the product serves only as a role that row security binds (see DATABASE_APP_URL).`,
    );
}

/**
 * Refuses an app role that row security would not bind.
 * @throws Error with one sentence for the operator
 */
export async function checkAppRole(app: ConnectionSettings): Promise<void> {
  const client = new pg.Client(app);
  client.on("error", () => {});
  await client.connect();
  try {
    await refuseUnbound(client);
  } finally {
    await client.end();
  }
}

/** SQL condition: the row's column equals the signed-in person's id. */
export const ownPerson = (column: string): string => own(column, "app.user_id");
