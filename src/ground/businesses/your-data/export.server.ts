import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import {
  type Export,
  findPendingExport,
  failExport,
  findPeople,
  completeExport,
} from "#ground/identity/public.server.ts";
import { MOST_ZIP_BYTES, safeName, writeZip, type ZipWriter } from "#platform/archive/zip.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import {
  type AccountContext,
  type Context,
  type Person,
  SYSTEM_ACCOUNT,
  withAccount,
  withPerson,
  withSystem,
} from "#platform/db/scope.server.ts";
import { toAppError } from "#platform/errors/app-error.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { exportFailedMail, exportReadyMail } from "./export-mail.ts";
import { copiedTables, jsonList, type RowOwner, rowsOf, WITHHELD } from "./export-rows.server.ts";
import type { ProductMail } from "../mail/templates.ts";
import type { Role } from "../rules.ts";
import { businessesAccounts, businessesMembers } from "../tables.server.ts";

/** Bytes reserved for rows and the ZIP directory when files would fill the archive. */
const RESERVED_BYTES = 200_000_000;
// How long the queue may retry when the file store is unavailable, before the person is notified.
const RETRY_WINDOW = { minutes: 2 } as const;

/** Makes a requested data copy, stores it and emails the link, or notifies the person that it failed. */
export async function makeExport(exportId: string, at: Temporal.Instant): Promise<void> {
  const pending = await findPendingExport(exportId);
  if (!pending) return;
  const [person] = await withSystem(({ db }) => findPeople(db, [pending.userId]));
  if (!person) return;
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-copy-"));
  try {
    const target = path.join(folder, "copy.zip");
    const bytes = await writeZip(target, at, (zip) => writeArchive(zip, person, at));
    const { files, publicUrl, brand } = installation();
    const file = await files.putFile(person.id, target, "zip");
    const saved = await withSystem(async (ctx) => {
      if (!(await completeExport(ctx, pending.id, { file, bytes }))) return false;
      await mail(
        ctx,
        person,
        exportReadyMail({ brand, bytes, link: `${publicUrl}/account/exports/${pending.id}` }),
      );
      return true;
    });
    // The person is gone, or another worker finished first with another file.
    if (!saved) await files.remove(file);
  } catch (error) {
    const failure = toAppError(error);
    if (failure.code === "unavailable" && Temporal.Instant.compare(at, pending.askedAt.add(RETRY_WINDOW)) < 0)
      throw error;
    await markFailed(pending, person);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function markFailed(pending: Export, person: Person): Promise<void> {
  const { publicUrl, brand } = installation();
  await withSystem(async (ctx) => {
    if (await failExport(ctx, pending.id))
      await mail(
        ctx,
        person,
        exportFailedMail({
          brand,
          link: `${publicUrl}/account/settings/data`,
          contact: `${publicUrl}/contact`,
        }),
      );
  });
}

/** Marks an export that was never completed as failed, and notifies the person. */
export async function abandonExport(exportId: string): Promise<void> {
  const pending = await findPendingExport(exportId);
  if (!pending) return;
  const [person] = await withSystem(({ db }) => findPeople(db, [pending.userId]));
  if (person) await markFailed(pending, person);
}

function mail({ db, now }: Context, person: Person, { subject, text, html }: ProductMail) {
  const message = {
    accountId: SYSTEM_ACCOUNT,
    kind: "transactional",
    to: { address: person.email },
    subject,
    text,
    html,
    aboutId: person.id,
  } as const;
  return queueMail(db, message, { now, sender: installation().sender });
}

interface MembershipRow {
  readonly accountId: string;
  readonly role: Role;
  readonly since: Temporal.Instant;
  readonly name: string | null;
}

async function writeArchive(zip: ZipWriter, person: Person, at: Temporal.Instant): Promise<void> {
  const memberships = await listMemberships(person);
  const omitted: string[] = [];
  await withSystem(({ db }) =>
    copyTables(zip, db, { person: person.id }, (name) => `person/${name.replace(/^identity_/, "")}.json`),
  );
  await zip.add("person/person.json", [`${JSON.stringify(await profileOf(person, memberships), null, 2)}\n`]);
  const folders = new Set<string>();
  for (const { accountId, role, name } of memberships) {
    if (role !== "owner") continue;
    const folder = `businesses/${uniqueName(safeName(name ?? "", "Unnamed business"), folders)}`;
    await withAccount(accountId, async (ctx) => {
      // One snapshot for all tables of a business.
      await ctx.db.execute(sql`set transaction isolation level repeatable read, read only`);
      await copyTables(zip, ctx.db, { account: accountId }, (table) => `${folder}/${table}.json`);
    });
    await copyFiles(zip, accountId, folder, omitted);
  }
  await zip.add("README.txt", [readme(person, at, omitted)]);
}

async function copyTables(
  zip: ZipWriter,
  db: Context["db"],
  of: RowOwner,
  nameOf: (table: string) => string,
): Promise<void> {
  for (const table of await copiedTables(db, of))
    await zip.add(nameOf(table.name), jsonList(rowsOf(db, table, of)));
}

async function copyFiles(
  zip: ZipWriter,
  accountId: string,
  folder: string,
  omitted: string[],
): Promise<void> {
  const { files } = installation();
  for await (const { key, bytes } of files.list(accountId)) {
    if (zip.bytes + bytes > MOST_ZIP_BYTES - RESERVED_BYTES) {
      omitted.push(key);
      continue;
    }
    // Images and PDFs are already compressed.
    await zip.add(`${folder}/files/${path.posix.basename(key)}`, await files.stream(key), { packed: true });
  }
}

/** The parts of a person's data that have no table of their own. */
async function profileOf(person: Person, memberships: readonly MembershipRow[]) {
  const mails = await withSystem(({ db }) =>
    db.execute<{ subject: string; state: string; created_at: string }>(
      sql`select subject, state, created_at::text from mail_messages where account_id = ${SYSTEM_ACCOUNT} and about_id = ${person.id} order by id`,
    ),
  );
  const rows = await withSystem(({ db }) =>
    db.execute(
      sql`select id, name, email, email_verified, created_at::text, updated_at::text from identity_users where id = ${person.id}`,
    ),
  );
  return {
    profile: rows.rows[0],
    businesses: memberships.map(({ accountId, name, role, since }) => ({
      account_id: accountId,
      name,
      role,
      since: since.toString(),
    })),
    mails_we_sent: mails.rows,
  };
}

/** A person's memberships, oldest first. */
async function listMemberships(person: Person): Promise<MembershipRow[]> {
  const { accountId, role, createdAt } = businessesMembers;
  const rows = await withPerson(person.id, ({ db }) =>
    db
      .select({ accountId, role, since: createdAt })
      .from(businessesMembers)
      .where(eq(businessesMembers.userId, person.id))
      .orderBy(createdAt, accountId),
  );
  const found: MembershipRow[] = [];
  for (const row of rows) found.push({ ...row, name: await withAccount(row.accountId, nameOf) });
  return found;
}

async function nameOf({ db, account }: AccountContext): Promise<string | null> {
  const [found] = await db
    .select({ name: businessesAccounts.name })
    .from(businessesAccounts)
    .where(eq(businessesAccounts.accountId, account.id));
  return found?.name ?? null;
}

/** Adds a number to a name already used, ignoring case, because some file systems do. */
function uniqueName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name} (${number})`;
  taken.add(free.toLowerCase());
  return free;
}

function readme(person: Person, at: Temporal.Instant, omitted: readonly string[]): string {
  const { brand, publicUrl } = installation();
  const lines = [
    `A copy of your data at ${brand} (${publicUrl})`,
    "",
    `Made for ${person.email} at ${at.toString({ smallestUnit: "second" })}. Times are in UTC or say their offset.`,
    "",
    "person/        you: profile and the businesses you belong to (person.json), and one file for each kind of record about you:",
    "               sessions, what happened to your account, passkeys, and so on.",
    "businesses/    one folder for each business that you own. Every file is one kind of record, as a JSON list. Records name each",
    "               other by their ids. Files such as guides and logos are in files/, under the names that the records use.",
    "               Of a business that you belong to without owning it, its owner can make a copy.",
    "",
    "Every record is complete except for these, which would open your account or someone’s link:",
    ...Object.entries(WITHHELD).map(([what, why]) => `  ${what.padEnd(34)} ${why}`),
    ...(omitted.length > 0
      ? [
          "",
          "These files did not fit into one archive. Write to us and we get them to you:",
          ...omitted.map((key) => `  ${key}`),
        ]
      : []),
    "",
  ];
  return lines.join("\r\n");
}
