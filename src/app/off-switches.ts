import { getTableName } from "drizzle-orm";
import { apiOffSwitches } from "#faces/api/off-switches.server.ts";
import { businessesOffSwitches, type OffSwitch, type Takeover } from "#ground/businesses/public.server.ts";
import { leadsOffSwitches } from "#trade/leads/public.server.ts";
import { reportsOffSwitches } from "#trade/reports/public.server.ts";
import { sequencesOffSwitches } from "#trade/sequences/public.server.ts";
import { notificationsOffSwitches } from "#ground/notifications/public.server.ts";
import { visitsOffSwitches } from "#trade/visits/public.server.ts";
import { sharesOffSwitches } from "#ground/shares/public.server.ts";
import { serverTools } from "./tools.server.ts";

const { people, invitations, connections, details, messages } = businessesOffSwitches;
const { keys, webhooks } = apiOffSwitches;

/**
 * What is turned off, in this order, when someone other than the person who set the business up verifies
 * the owner's mailbox for the first time. Pages come first, so that no new lead arrives. See
 * docs/decisions/0037-a-proved-mailbox-starts-clean.md.
 */
export const offSwitches: readonly OffSwitch[] = [
  leadsOffSwitches.pages,
  sequencesOffSwitches.followUp,
  messages,
  keys,
  webhooks,
  people,
  invitations,
  connections,
  details,
  sharesOffSwitches.links,
  reportsOffSwitches.schedules,
  visitsOffSwitches.booking,
  notificationsOffSwitches.phones,
  ...serverTools.flatMap((tool) => tool.offSwitches ?? []),
];

/** Ended for the person by `verifyMailbox` of identity, and not turned on again. */
type Ended = { readonly ended: string };
type Decision = Takeover | Ended;

const words = { harmless: "words and figures of the business, which only its people read" } as const;
const ofPage = {
  harmless: "people who left their name; nothing goes out to them while pages and follow-up are off",
} as const;
const ofJob = { harmless: "records of a job, which only people who are signed in read" } as const;
const ofSite = { harmless: "of the site, not of a person" } as const;
const counts = { harmless: "notes what was done already" } as const;

/**
 * Every table, and what the first verification does to its rows. A new table fails
 * checks/house/off-switches.test.ts until it is listed here.
 */
export const ACTING: Readonly<Record<string, Decision>> = {
  api_keys: { off: keys },
  api_answers: { harmless: "answers to requests of a key, given only to that key" },
  api_events: { harmless: "read with a key or sent to a webhook, both off" },
  api_webhooks: { off: webhooks },
  api_deliveries: { off: webhooks },
  businesses_accounts: { off: details },
  businesses_members: { off: people },
  businesses_invites: { off: invitations },
  businesses_channels: { off: connections },
  businesses_domain_checks: words,
  businesses_audit: words,
  businesses_turned_off: {
    harmless: "what this is about; only its owner turns things on, and only what was turned off",
  },
  businesses_tools: { harmless: "given by the operator" },
  businesses_open_tools: ofSite,
  closeouts_packages: { harmless: "texts that are published by hand" },
  closeouts_manuals: { harmless: "files that only links show, which are among the shared links" },
  closeouts_versions: { harmless: "opened by links only, which are among the shared links" },
  closeouts_reminders: { harmless: "notes what started a follow-up, which is turned off" },
  drips_drafts: { harmless: "a text that only its author reads; it belongs to no account" },
  drips: words,
  drips_versions: words,
  due_items: { harmless: "reminds people of the business, and the others are out" },
  events_deeds: ofPage,
  evidence_heads: ofJob,
  evidence_entries: ofJob,
  evidence_seals: ofJob,
  evidence_keys: { harmless: "keys of the installation, which no person holds" },
  identity_users: { harmless: "name and address" },
  identity_sessions: { ended: "every session ends" },
  identity_credentials: {
    ended: "every password and connected login, except the password chosen with the proof",
  },
  identity_verifications: { ended: "every link that was emailed" },
  identity_challenges: { ended: "everything that was begun: login links, changes of address, second steps" },
  identity_totp: { ended: "the authenticator app" },
  identity_recovery_codes: { ended: "every recovery code" },
  identity_passkeys: { ended: "every passkey" },
  identity_devices: { ended: "every browser is new again" },
  identity_events: { harmless: "what happened to the account, for its person to read" },
  identity_exports: { ended: "copies being made are not finished, and files of finished ones go" },
  imports: { harmless: "goes on only while the person who started it is an owner or manager" },
  imports_records: { harmless: "notes what an import wrote" },
  jobs: ofJob,
  leads_imports: { harmless: "people it brings in wait: their follow-up is off" },
  leads_imports_people: ofPage,
  leads_imports_errors: ofPage,
  leads_pages: { off: leadsOffSwitches.pages },
  leads_slugs: { harmless: "leads to a page, which is closed" },
  leads: ofPage,
  leads_addresses: ofPage,
  leads_merges: { harmless: "says which links find which person" },
  leads_files: { harmless: "files of a person, which only people in the business open" },
  leads_work_photos: { harmless: "pictures on the page, which is off" },
  leads_todos: { harmless: "reminds the person of the business who set it, once" },
  leads_captures: { harmless: "becomes a lead; nothing goes out while pages and follow-up are off" },
  leads_held_back: { harmless: "waits for a person of the business to let it through" },
  leads_unconfirmed: { off: leadsOffSwitches.pages },
  leads_touches: ofPage,
  leads_consents: ofPage,
  leads_replies: ofPage,
  leads_answers: { off: messages },
  leads_happenings: ofPage,
  leads_suppressions: { harmless: "keeps email from going out, and must stay" },
  leads_links: {
    harmless: "how clients opt out and see what is held about them: they keep that right under any owner",
  },
  leads_inbound_mails: counts,
  leads_inbound_texts: counts,
  leads_forward_bounces: counts,
  magnets_drafts: { harmless: "a text that only its author reads; it belongs to no account" },
  magnets: words,
  magnets_versions: words,
  media_originals: ofJob,
  media_derivatives: ofJob,
  media_marked: ofJob,
  media_jobs: ofJob,
  media_confidential: ofJob,
  notifications_events: { harmless: "tells the people of the business, and the others are out" },
  notifications_waiting: { harmless: "tells the people of the business, and the others are out" },
  notifications_choices: { harmless: "what a person wants to hear of, for themselves" },
  notifications_devices: { harmless: "shows nothing once its session has ended, and every session ends" },
  notifications_phones: { off: notificationsOffSwitches.phones },
  notifications_keys: { harmless: "keys of the installation, which no person holds" },
  operator_invitations: { harmless: "made by the operator" },
  operator_audit: ofSite,
  papers: { harmless: "opened by links only, which are among the shared links" },
  papers_recipients: { harmless: "notes what was sent; its link is among the shared links" },
  papers_answers: { harmless: "what people outside answered" },
  papers_series: counts,
  pipeline_weeklies: { harmless: "an email to the people of the business, and the others are out" },
  reports: { harmless: "made on request; emailed only by hand or by a schedule, which is paused" },
  reports_schedules: { off: reportsOffSwitches.schedules },
  reports_runs: counts,
  sequences: { off: sequencesOffSwitches.followUp },
  sequences_drafts: { harmless: "goes live only when a person says so" },
  sequences_enrolments: { off: sequencesOffSwitches.followUp },
  sequences_steps: { off: sequencesOffSwitches.followUp },
  sequences_senders: counts,
  sequences_heads_ups: counts,
  shares_links: { off: sharesOffSwitches.links },
  shares_visits: counts,
  visits_settings: { off: visitsOffSwitches.booking },
  visits_visits: { harmless: "visits that were booked; nobody books one while booking is off" },
  visits_calendars: { harmless: "when the business is busy elsewhere; nothing goes out" },
  signatures: { harmless: "what a signer did; the copy that waited to be emailed is not sent" },
  site_contact_messages: ofSite,
  site_waitlist_entries: ofSite,
  site_page_views: ofSite,
  writing_misses: ofSite,
  sync_heads: ofJob,
  sync_commands: { harmless: "what devices wrote; a device needs a session, and every session ends" },
  sync_records: ofJob,
  worklist_items: ofJob,
  mail_messages: { off: messages },
  sms_messages: { off: messages },
  ...Object.fromEntries(
    serverTools.flatMap(({ tables }) => tables).map((one) => [getTableName(one.table), one.takeover]),
  ),
};
