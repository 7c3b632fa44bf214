import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#platform/db/testing/test-database.ts";

// What a sharding engine such as Citus asks of tables that are distributed by account: the account in every
// key and constraint, and no statement of a page or a device that needs several accounts. The lists name what
// doesn't conform, with what a move would do about it (docs/operating.md, "Sharding by account"). They may
// only get shorter.

/** Tables without an account, which each node would have a copy of (reference tables). */
const REFERENCE: Readonly<Record<string, string>> = {
  businesses_open_tools: "which tools are open to everyone: a handful of rows",
  identity_challenges: "of a person, who may be in several accounts",
  identity_credentials: "of a person",
  identity_devices: "of a person",
  identity_events: "of a person",
  identity_exports: "of a person",
  identity_passkeys: "of a person",
  identity_recovery_codes: "of a person",
  identity_sessions: "of a person",
  identity_totp: "of a person",
  identity_users: "people",
  identity_verifications: "of a person",
  writing_misses: "what the library was asked for and lacked: words without a person or an account",
};

/** Tables without an account that stay on the coordinator: no page of an account reads them with others. */
const LOCAL: Readonly<Record<string, string>> = {
  drips_drafts: "a visitor's draft, before there is an account",
  leads_inbound_mails: "received email, before it is known whose it is",
  magnets_drafts: "a visitor's draft, before there is an account",
  operator_audit: "the operator's own history",
  operator_invitations: "invitations to tools, before there is an account",
  schema_security: "one row about the schema",
  site_contact_messages: "the public site's",
  site_page_views: "the public site's",
  site_waitlist_entries: "the public site's",
};

/** Tables of accounts with a key that lacks the account. */
const GLOBAL_KEYS: Readonly<Record<string, string>> = {
  leads_slugs_pkey:
    "the address of a page is unique in the installation: a reference table, written once per page",
};

/** Triggers of distributed tables, which Citus runs with citus.enable_unsafe_triggers. */
const TRIGGERS = [
  "businesses_members.businesses_keep_an_owner",
  "evidence_entries.evidence_keep",
  "evidence_seals.evidence_keep",
];

/**
 * Functions that look across accounts; row security leaves no other way. `lookup`: finds the account of a
 * request, so it is on the way of pages; its tables would be reference tables. `sweep`: background work that
 * asks every shard which accounts have work. `operator`: the console, metrics, and erasing.
 */
const ACROSS: Readonly<Record<string, "lookup" | "sweep" | "operator">> = {
  api_due_webhooks: "sweep",
  api_forget: "sweep",
  api_keep_for_guest: "lookup",
  businesses_due_mailboxes: "sweep",
  businesses_erase: "operator",
  businesses_keep_an_owner: "operator",
  businesses_mailbox_in_use: "lookup",
  businesses_of_addresses: "lookup",
  businesses_of_twilio: "lookup",
  businesses_shown_channel: "lookup",
  businesses_standing: "lookup",
  due_accounts: "sweep",
  estimates_ending: "sweep",
  evidence_erase: "operator",
  figures: "operator",
  inspections_schedule_accounts: "sweep",
  issues_accounts: "sweep",
  leads_account_of: "lookup",
  leads_accounts_of_phone: "lookup",
  leads_accounts_to_ask: "sweep",
  leads_accounts_with_captures: "sweep",
  leads_forget_held_back: "sweep",
  leads_forget_merges: "sweep",
  leads_job_copies: "operator",
  logs_reminder_accounts: "sweep",
  mail_due_accounts: "sweep",
  mail_health: "operator",
  mail_in_flight: "sweep",
  media_accounts_of_original: "lookup",
  notifications_accounts: "sweep",
  notifications_accounts_of_phone: "lookup",
  notifications_forget: "sweep",
  operator_account_numbers: "operator",
  operator_accounts: "operator",
  operator_overdue_steps: "operator",
  operator_storage: "operator",
  operator_tools: "operator",
  photos_trash: "sweep",
  pipeline_weekly_accounts: "sweep",
  reports_due_accounts: "sweep",
  safety_card_accounts: "sweep",
  safety_clock_accounts: "sweep",
  safety_forms_accounts: "sweep",
  safety_sheet_accounts: "sweep",
  safety_sheets_found: "lookup",
  sequences_date_accounts: "sweep",
  sequences_due_accounts: "sweep",
  sequences_heads_up_accounts: "sweep",
  sms_due_accounts: "sweep",
  sms_health: "operator",
  sms_in_flight: "sweep",
  sync_forget: "operator",
  visits_accounts: "sweep",
  visits_due_calendars: "sweep",
  worklist_found: "lookup",
};

let database: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** The first column of a statement's rows, sorted. */
const names = async (text: string): Promise<string[]> =>
  (await owner.query<{ name: string }>(text)).rows.map(({ name }) => name).toSorted();

/** SQL: the number of a table's column `account_id`. */
const accountOf = (table: string) =>
  `(select attnum from pg_attribute where attrelid = ${table} and attname = 'account_id' and not attisdropped)`;
const OURS = "n.nspname = 'public' and c.relkind in ('r', 'p')";

describe("what distributing tables by account takes", () => {
  it("every table has an account, or is named as one of the installation", async () => {
    const without = await names(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where ${OURS} and ${accountOf("c.oid")} is null`,
    );
    expect(without).toEqual(Object.keys({ ...REFERENCE, ...LOCAL }).toSorted());
  });

  it("every primary key and unique index of an account's table begins with the account", async () => {
    const lacking = await names(
      `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
        where ${OURS} and i.indisunique and ${accountOf("c.oid")} is not null and i.indkey[0] <> ${accountOf("c.oid")}`,
    );
    expect(lacking).toEqual(Object.keys(GLOBAL_KEYS).toSorted());
    const keyless = await names(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where ${OURS} and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    );
    expect(keyless).toEqual([]);
  });

  it("foreign keys and exclusions of an account's table include the account", async () => {
    const lacking = await names(
      `select x.conname as name from pg_constraint x join pg_class c on c.oid = x.conrelid join pg_namespace n on n.oid = c.relnamespace
        where ${OURS} and x.contype in ('f', 'x') and ${accountOf("c.oid")} is not null and not ${accountOf("c.oid")} = any (x.conkey)`,
    );
    expect(lacking).toEqual([]);
    // From a reference table, a key may only lead to another one.
    const leading = await names(
      `select t.relname as name from pg_constraint x join pg_class c on c.oid = x.conrelid join pg_namespace n on n.oid = c.relnamespace
         join pg_class t on t.oid = x.confrelid where ${OURS} and x.contype = 'f' and ${accountOf("c.oid")} is null`,
    );
    expect(leading.filter((name) => !(name in REFERENCE))).toEqual([]);
  });

  it("no trigger of an account's table is new", async () => {
    const found = await names(
      `select c.relname || '.' || t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
        where ${OURS} and not t.tgisinternal and ${accountOf("c.oid")} is not null`,
    );
    expect(found).toEqual(TRIGGERS);
  });

  it("only functions that are named here look across accounts", async () => {
    const found = await names(
      `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname = 'public' and p.prosecdef`,
    );
    expect(found).toEqual(Object.keys(ACROSS).toSorted());
  });

  it("row security limits every other statement to one account", async () => {
    const open = await names(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where ${OURS} and ${accountOf("c.oid")} is not null and not (c.relrowsecurity and c.relforcerowsecurity)`,
    );
    expect(open).toEqual([]);
  });
});
