import { getTableColumns, getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { readLegalText } from "#faces/site/legal/legal.server.ts";
import { readingGrade } from "#ground/writing/public.server.ts";
import { type Table, textsOf, wordsOf } from "#platform/markdown/blocks.ts";
import type { TablePrivacy } from "#trade/jobs/public.server.ts";
import { serverTools } from "#app/tools.server.ts";
import { allTables as tables } from "../testing/tables.ts";

// The privacy page must match the schema. A new table or text column fails here until someone states which
// personal data it contains and which row of the page covers it, or that there is none.

/** Columns without personal data, whatever table they are in: states, kinds, hashes and our own ids. */
const PLAIN = [
  "state",
  "kind",
  "via",
  "made",
  "token_hash",
  "draft_hash",
  "version",
  "model_state",
  "model_note",
  "failure",
  "reason",
  "problem",
];

/** First cells of the rows of the table under "What is stored, and why". */
const ROWS = {
  reading: "Read a page",
  generator: "Make something with a generator",
  waitlist: "Join a waitlist",
  tool: "Are invited to try a tool",
  contact: "Write to us through the contact form",
  register: "Register",
  guard: "Guard your account with a code or a passkey",
  login: "Log in",
  copy: "Take a copy of your data",
  business: "Set up your business",
  channels: "Connect your own mail server, mailbox, DKIM key or Twilio account",
  work: "Work in a business here",
  photographed: "Are in a photo or video that a business takes on a job",
  signs: "Sign or decline a document that a business shared with you",
  recorded: "Are named in what a business records of a job",
  reported: "Get a report of a job from a business here",
  invited: "Are invited into a business",
  notified: "Are notified of what happens in your business",
  programs: "Connect another program by an API key or a webhook",
  operator: "Run this installation as an operator",
  leave: "Leave your name on a business’s personal page, or in its form on another site",
  list: "Are on a list that a business imports",
  added: "Are added by hand by a business",
  agree: "Agree to texts from a business",
  ourMail: "Get an email from us",
  mail: "Get an email from a business here",
  text: "Get a text from a business here",
  followUp: "Are in a business’s follow-up",
  answer: "Reply to an email from a business here",
  answerText: "Reply to a text from a business here",
  links:
    "Follow a link in an email from a business here to its page or guide, open or save that guide, or visit again on a later day",
  shared: "Open a document of a job that a business shared with you by link",
  wishes: "Ask a business’s emails to wait, or to come less often",
  mine: "Ask to see what a business holds about you",
  visit: "Book a visit from a business here",
  optOut:
    "Opt out, report an email as spam, erase what a business holds about you, or have an address that your mail server says does not work",
} as const;
type Row = keyof typeof ROWS;

/**
 * The page's rows that cover a table, and its columns with personal data; the remaining text columns have
 * none.
 */
interface Told {
  readonly rows: readonly Row[];
  readonly personal: string;
  readonly plain?: string;
}

/** What the tools say of their tables. */
const ofTools: readonly (readonly [table: string, privacy: TablePrivacy])[] = serverTools.flatMap((tool) =>
  tool.tables.map(({ table, privacy }) => [getTableName(table), privacy] as const),
);

const TOLD: Readonly<Record<string, Told>> = {
  api_keys: { rows: ["programs"], personal: "name hint scopes last_used made_by" },
  api_answers: { rows: ["programs"], personal: "answer", plain: "idempotency_hash request_hash" },
  api_events: { rows: ["programs"], personal: "type details lead_id" },
  api_webhooks: { rows: ["programs"], personal: "url secret old_secret", plain: "events disabled_why" },
  api_deliveries: { rows: ["programs"], personal: "answer body" },
  businesses_accounts: {
    rows: ["business"],
    personal:
      "name postal_address zone reply_address phone licence_number hours send_window currency tax_rates signature logo_file color review_link person_name services service_area introduction face_file first_run",
  },
  businesses_members: { rows: ["work"], personal: "role user_id" },
  businesses_invites: { rows: ["invited"], personal: "email role invited_by accepted_by" },
  businesses_channels: { rows: ["channels"], personal: "sealed shown" },
  businesses_turned_off: { rows: ["register"], personal: "ref label kept" },
  businesses_domain_checks: { rows: ["channels"], personal: "domain host parts dns_host" },
  businesses_audit: { rows: ["work"], personal: "user_id who action details" },
  closeouts_packages: { rows: ["work"], personal: "letter contacts updated_by", plain: "left_out" },
  closeouts_manuals: { rows: ["work"], personal: "name added_by", plain: "file sha256" },
  closeouts_versions: { rows: ["work"], personal: "page made_by", plain: "file file_name sha256" },
  closeouts_reminders: { rows: ["followUp"], personal: "recipient_id" },
  drips_drafts: { rows: ["generator"], personal: "brief text model_text" },
  drips: { rows: ["work", "generator"], personal: "title brief text" },
  drips_versions: { rows: ["work"], personal: "text by_user" },
  due_items: { rows: ["work"], personal: "user_id" },
  events_deeds: { rows: ["links"], personal: "lead_id what about" },
  evidence_entries: {
    rows: ["work", "recorded"],
    personal: "author payload media about",
    plain: "salt payload_hash previous_hash hash retained_by",
  },
  evidence_seals: { rows: ["work"], personal: "author", plain: "hash key signature" },
  identity_users: { rows: ["register"], personal: "name email image" },
  identity_sessions: { rows: ["login"], personal: "user_id token ip_address user_agent last_address" },
  identity_credentials: {
    rows: ["register"],
    personal: "user_id provider_id provider_account_id password",
    // We never request these tokens from a provider, so the columns stay empty.
    plain: "access_token refresh_token id_token scope",
  },
  identity_verifications: { rows: ["register"], personal: "identifier value" },
  identity_challenges: { rows: ["guard"], personal: "user_id data" },
  identity_totp: { rows: ["guard"], personal: "user_id sealed" },
  identity_recovery_codes: { rows: ["guard"], personal: "user_id code_hash" },
  identity_passkeys: { rows: ["guard"], personal: "id user_id name public_key transports" },
  identity_devices: { rows: ["login"], personal: "user_id device_hash" },
  identity_events: { rows: ["login"], personal: "user_id address user_agent details" },
  identity_exports: { rows: ["copy"], personal: "user_id file" },
  imports: {
    rows: ["list", "work"],
    personal: "file_name file parts preview problems by_id",
    plain: "state added trouble",
  },
  imports_records: { rows: ["work"], personal: "", plain: "kind" },
  leads_imports: {
    rows: ["list", "work"],
    personal: "file_name file headers sample origin wording shown",
    plain: "hash encoding delimiter quoting mapping counts kept",
  },
  leads_imports_people: { rows: ["list"], personal: "lead_id phone" },
  leads_imports_errors: { rows: ["list"], personal: "field cells" },
  leads_pages: { rows: ["work"], personal: "slug offer form" },
  leads: {
    rows: ["leave", "list", "added", "wishes", "followUp"],
    personal:
      "name searched email phone paused_until mail_spacing outcome outcome_reason value_cents stage basis",
  },
  leads_happenings: { rows: ["followUp", "added"], personal: "lead_id what words details" },
  leads_addresses: { rows: ["leave", "list", "added"], personal: "lead_id channel address" },
  leads_merges: { rows: ["leave", "list", "added"], personal: "lead_id gone_id before" },
  leads_files: { rows: ["added"], personal: "lead_id name file thumb_file user_id" },
  leads_work_photos: { rows: ["business"], personal: "thumb_file screen_file caption", plain: "sha256" },
  leads_todos: { rows: ["followUp"], personal: "lead_id text user_id" },
  leads_captures: { rows: ["leave"], personal: "name email source answers" },
  leads_held_back: { rows: ["leave"], personal: "name email source answers reasons" },
  leads_unconfirmed: {
    rows: ["leave"],
    personal: "name source answers wording_version wording text_wording shown_at",
  },
  leads_touches: { rows: ["leave", "list", "added"], personal: "lead_id source answers" },
  leads_consents: {
    rows: ["leave", "agree", "list"],
    personal: "lead_id channel wording_version wording source phone",
  },
  leads_replies: {
    rows: ["answer", "answerText"],
    personal: "lead_id message_id subject body thread files other_sender",
  },
  leads_answers: { rows: ["mail", "text"], personal: "lead_id subject body files emailed_from" },
  leads_suppressions: { rows: ["optOut"], personal: "address_hash" },
  leads_links: { rows: ["mine"], personal: "lead_id" },
  leads_inbound_mails: { rows: ["answer"], personal: "raw recipients", plain: "hash" },
  leads_forward_bounces: { rows: ["business"], personal: "address said" },
  leads_inbound_texts: { rows: ["answerText"], personal: "sid" },
  magnets_drafts: { rows: ["generator"], personal: "brief text model_text" },
  magnets: { rows: ["work", "generator"], personal: "title brief text pdf_file" },
  magnets_versions: { rows: ["work"], personal: "text by_user" },
  media_originals: {
    rows: ["work", "photographed"],
    personal:
      "sha256 file taken_at taken_local camera latitude longitude accuracy poster_of uploaded_by thumbhash likeness",
  },
  media_derivatives: { rows: ["photographed"], personal: "sha256 file", plain: "name" },
  media_marked: { rows: ["photographed"], personal: "sha256 file", plain: "digest name" },
  media_jobs: { rows: ["work"], personal: "sha256" },
  media_confidential: { rows: ["work"], personal: "sha256" },
  notifications_events: { rows: ["notified"], personal: "text lead_id people by_user" },
  notifications_waiting: { rows: ["notified"], personal: "user_id", plain: "channel" },
  notifications_choices: {
    rows: ["notified"],
    personal: "user_id channels quiet_from quiet_to zone",
  },
  notifications_phones: { rows: ["notified"], personal: "user_id phone code_id code_hash" },
  notifications_devices: { rows: ["notified"], personal: "user_id name endpoint_hash sealed" },
  operator_invitations: { rows: ["tool"], personal: "email tool business" },
  operator_audit: { rows: ["operator"], personal: "user_id who action details" },
  sequences: { rows: ["work"], personal: "name trigger steps", plain: "play" },
  sequences_drafts: { rows: ["work"], personal: "name trigger steps updated_by replaced" },
  sequences_enrolments: { rows: ["followUp"], personal: "lead_id stop_reason" },
  sequences_steps: { rows: ["followUp"], personal: "message_id" },
  sequences_senders: { rows: ["channels"], personal: "address first_day day" },
  reports: {
    rows: ["work"],
    personal: "job_name from_day to_day zone made_by choice book",
    plain: "shape file file_name sha256 history_hash",
  },
  papers: { rows: ["work"], personal: "title made_by", plain: "number account_path file file_name sha256" },
  papers_recipients: { rows: ["reported"], personal: "address lead_id sent_by waiting", plain: "way asks" },
  papers_answers: { rows: ["reported"], personal: "name words", plain: "answer details" },
  reports_schedules: { rows: ["reported"], personal: "zone recipients made_by", plain: "every shape" },
  reports_runs: { rows: ["work"], personal: "", plain: "outcome" },
  jobs: { rows: ["work"], personal: "name address zone", plain: "status starts_on finishes_on" },
  sync_commands: { rows: ["work"], personal: "zone sets", plain: "replaces hash" },
  sync_records: { rows: ["work"], personal: "fields" },
  signatures: {
    rows: ["signs"],
    personal:
      "title file file_name name email phone means drawing zone address user_agent reason statement copy_file about_id",
    plain: "sha256 disclosure disclosure_version choice",
  },
  shares_links: {
    rows: ["links", "shared"],
    personal: "title file file_name about_id",
    plain: "kind passcode_hash page",
  },
  shares_visits: { rows: ["shared"], personal: "device did who" },
  visits_settings: {
    rows: ["business"],
    personal: "name week exceptions",
    plain: "places",
  },
  visits_calendars: { rows: ["business"], personal: "name sealed busy" },
  visits_visits: {
    rows: ["visit"],
    personal: "title place name email phone address note zone",
  },
  site_contact_messages: { rows: ["contact"], personal: "name email message held_because" },
  site_waitlist_entries: { rows: ["waitlist"], personal: "email source held_because" },
  site_page_views: { rows: ["reading"], personal: "path title location referrer" },
  writing_misses: { rows: ["generator"], personal: "words", plain: "kind trade stage" },
  worklist_items: {
    rows: ["work", "photographed", "recorded"],
    personal: "title words search tags photos person",
    plain: "date number type",
  },
  mail_messages: {
    rows: ["ourMail", "mail"],
    personal:
      "from_name from_address reply_to recipient_name recipient subject text html headers attachments message_id_header unsubscribe_url about_id",
  },
  sms_messages: { rows: ["text"], personal: "recipient from_number body sid about_id" },
  ...Object.fromEntries(
    ofTools.flatMap(([name, privacy]) =>
      "nobody" in privacy ? [] : [[name, { ...privacy, rows: privacy.rows as Row[] }] as const],
    ),
  ),
};

/** Tables without people, and their content. */
const NOBODY: Readonly<Record<string, string>> = {
  businesses_tools: "which tools a business has",
  businesses_open_tools: "which tools everybody has",
  evidence_heads: "how far the history of a job goes",
  evidence_keys: "what this installation seals histories with",
  notifications_keys: "what this installation signs notifications to browsers with",
  papers_series: "the last number of each series of documents",
  leads_slugs: "which account an address of a page belongs to",
  pipeline_weeklies: "of which weeks a business was told what they brought",
  sync_heads: "how many changes of jobs a business has made",
  sequences_heads_ups: "on which days a business was told what goes out",
  ...Object.fromEntries(
    ofTools.flatMap(([name, privacy]) => ("nobody" in privacy ? [[name, privacy.nobody] as const] : [])),
  ),
};

const isWords = (type: string) => /^(?:PgText|PgJsonb|PgVarchar|PgDateString)$/.test(type);

const blocks = () => readLegalText("privacy").blocks;
const under = (heading: string) =>
  blocks()
    .filter((block): block is Table => block.kind === "table" && block.heading === heading)
    .flatMap(({ rows }) => rows.map((row) => row.map(({ children }) => wordsOf(children))));

describe("the privacy page", () => {
  it("has a row for everything that is kept about people", () => {
    const shown = under("what-is-stored-and-why").map(([when = ""]) => when);
    expect(shown.toSorted()).toEqual(Object.values(ROWS).toSorted());
    const told = new Set(Object.values(TOLD).flatMap(({ rows }) => rows));
    expect(Object.keys(ROWS).filter((row) => !told.has(row as Row))).toEqual([]);
    expect([...told].filter((row) => !(row in ROWS))).toEqual([]);
  });

  it("is asked about every table there is, and about none that is gone", () => {
    const names = tables.map(getTableName);
    expect([...Object.keys(TOLD), ...Object.keys(NOBODY)].toSorted()).toEqual(names.toSorted());
  });

  it.each(tables.map((table) => [getTableName(table), table] as const))(
    "knows every column of %s",
    (name, table) => {
      const columns = Object.values(getTableColumns(table));
      const { personal = "", plain = "" } = TOLD[name] ?? {};
      const told = [...personal.split(" "), ...plain.split(" ")].filter(Boolean);
      expect(told.filter((column) => !columns.some((one) => one.name === column))).toEqual([]);
      if (name in NOBODY) {
        expect(NOBODY[name]!.length).toBeGreaterThan(10);
        // A table about people would have at least one of these columns.
        expect(
          columns
            .map((one) => one.name)
            .filter((column) => /email|phone|user_id|lead_id|about_id/.test(column)),
        ).toEqual([]);
        return;
      }
      const unnamed = columns.filter(
        (one) => isWords(one.columnType) && !PLAIN.includes(one.name) && !told.includes(one.name),
      );
      expect(
        unnamed.map((one) => one.name),
        `${name}: say here, or for a tool in its tool.server.ts, in which row of content/legal/privacy.md this stands, and say it there`,
      ).toEqual([]);
    },
  );

  it("names whoever else gets to see it", () => {
    const words = textsOf(blocks()).join(" ");
    for (const who of [
      /Twilio/,
      /webhook/i,
      /API key/,
      /mail server/,
      /mailbox/,
      /bucket/,
      /language model/,
      /hosts?\b/i,
    ])
      expect(words).toMatch(who);
    expect(words).not.toMatch(/Two kinds of providers|All of it comes from you/);
  });

  it("says what clients can do by themselves, each with its way", () => {
    const ways = Object.fromEntries(under("your-data").map(([what, , how]) => [what!, how!]));
    for (const what of ["Export", "Erasure", "Consent: see it", "Consent: withdraw it", "Pause, or get less"])
      expect(ways[what], what).toMatch(/yourself/i);
    expect(ways["Consent: withdraw it"]).toContain("STOP");
  });
});

it.each(["terms", "privacy"] as const)("%s reads like a letter, not like a contract", (name) => {
  const grade = readingGrade(
    textsOf(readLegalText(name).blocks).filter((text) => text.split(" ").length > 6),
  );
  expect(grade).toBeGreaterThan(4);
  expect(grade).toBeLessThan(8.5);
});
