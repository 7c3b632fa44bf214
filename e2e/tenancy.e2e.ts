import { randomUUID } from "node:crypto";
import path from "node:path";
import { confirmToken } from "#trade/leads/preferences/tokens.server.ts";
import { weeklyToken } from "#faces/pipeline/weekly/token.server.ts";
import { wordingOf } from "#tools/photos/consent/rules.ts";
import { photoId } from "#tools/photos/rules/ids.ts";
import { emergencyId } from "#tools/safety/emergency/emergency.ts";
import { headsUpToken } from "#trade/sequences/heads-up/token.server.ts";
import { useSecret } from "#platform/config/signing.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { variants } from "#platform/testing/long-form.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailTo } from "./harness/mails.ts";
import { pdfOf } from "./harness/pdfs.ts";
import { photoOf, sendPhoto } from "./harness/photos.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, type Owner, registerOwner, type Shop, Visitor } from "./harness/visitor.ts";

// Every request that business A can make is repeated by business B, by a signed-out visitor, and by a member
// and a guest of A. The list comes from the product's own route table, so new routes are included
// automatically, and a new parameter or action makes the test fail until it is added here.

interface BuiltRoute {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly module: { readonly action?: unknown; readonly loader?: unknown; readonly default?: unknown };
}

type Fields = Readonly<Record<string, string>>;

/**
 * Parameters of screens whose document is the same for everyone; the data comes from the device's own
 * requests.
 */
const NOTHING_IN_IT = new Set(["jobId"]);
/** Parameters that don't identify a row. */
const WORDS = new Set(["format", "what", "at", "provider", "file", "version"]);

/** The forms that A posts, by route. `$name` is replaced by the id of that name. */
const POSTS: Readonly<Record<string, readonly Fields[]>> = {
  "account/businesses": [
    { intent: "switch", id: "$accountId" },
    { intent: "leave", id: "$accountId" },
  ],
  "account/confirm": [{ intent: "password", password: "not it" }],
  "account/dashboard": [
    { intent: "keep" },
    { intent: "keep-drip" },
    { intent: "resend" },
    { do: "won", lead: "$leadId" },
    { do: "undo", did: "won", lead: "$leadId" },
    { do: "lost", lead: "$leadId" },
    { do: "later", lead: "$leadId" },
    { do: "settled", lead: "$leadId" },
    { do: "undo", did: "later", lead: "$leadId", at: "2026-01-01T00:00:00Z" },
    { do: "called", lead: "$leadId", enrolment: "$enrolmentId", step: "1" },
    { do: "hold", lead: "$leadId" },
    { do: "go-on", lead: "$leadId" },
    { do: "hold-all" },
    { do: "undo", did: "hold-all", at: "2026-01-01T00:00:00Z" },
  ],
  "account/evidence/:historyId": [
    { do: "seal", words: "Taken over by B" },
    { do: "correct", entry: "1", text: "Taken over by B" },
    { do: "check" },
  ],
  "account/media/receipts": [{}],
  "account/plays": [
    { do: "use", play: "new-lead" },
    { do: "undo", play: "new-lead" },
    { do: "review-link", play: "after-the-job", reviewLink: "https://taken.example/over" },
  ],
  "account/sequences/start": [
    { lead: "$leadId", do: "start" },
    { lead: "$leadId", do: "undo" },
  ],
  "account/start": [{ do: "skip" }, { do: "away" }],
  "account/inbox": [
    { do: "settle", lead: "$leadId" },
    { do: "wait", lead: "$leadId" },
  ],
  "account/inbox/:leadId": [
    {
      do: "answer",
      id: "01900000-0000-7000-8000-000000000005",
      via: "mail",
      subject: "Taken over",
      body: "Taken over",
    },
    { do: "answer", id: "01900000-0000-7000-8000-000000000006", via: "text", body: "Taken over" },
    { do: "take-back", answer: "01900000-0000-7000-8000-000000000005" },
    { do: "settle" },
    { do: "wait" },
    { do: "stop" },
    { do: "restart" },
    { do: "sent-mail", answer: "01900000-0000-7000-8000-000000000005" },
    { do: "sent-text", answer: "01900000-0000-7000-8000-000000000006" },
  ],
  "account/leads/new": [
    { id: "$leadId", name: "Taken over", way: "called", basis: "asked" },
    { id: "01900000-0000-7000-8000-00000000000a", name: "Taken over", way: "called", basis: "asked" },
  ],
  "account/leads/:leadId/edit": [{ name: "Taken over", "email-0": "x@x.test", basis: "asked" }],
  "account/leads/:leadId/files": [{ do: "remove", file: "$fileId" }, { do: "restore", file: "$fileId" }, {}],
  "account/settings/page": [
    { personName: "Taken Over" },
    { do: "no-face" },
    { do: "pick", picture: "0".repeat(64) },
    { do: "remove", picture: "$fileId" },
    { do: "restore", picture: "$fileId" },
    { do: "caption", picture: "$fileId", caption: "Taken over" },
  ],
  "account/leads/:leadId/merge": [
    { do: "merge", with: "$leadId", name: "gone" },
    { do: "merge", with: "01900000-0000-7000-8000-00000000000a" },
    { do: "undo", merge: "01900000-0000-7000-8000-00000000000a" },
  ],
  "account/leads/held": [
    { do: "release", capture: "$heldId", email: "pills@a.test" },
    { do: "delete", capture: "$heldId", email: "pills@a.test" },
  ],
  "account/imports": [{ file: "not one" }],
  "account/imports/:moveId": [
    { intent: "choices", "what-0": "jobs", "col-0-name": "0" },
    { intent: "start" },
    { intent: "discard" },
    { intent: "undo" },
  ],
  "account/leads/import": [{ file: "not one" }],
  "account/leads/import/:importId": [
    { intent: "columns", email: "0", name: "1" },
    { intent: "start", origin: "Taken over", agreed: "yes" },
    { intent: "discard" },
    { intent: "undo" },
  ],
  "account/leads/:leadId": [
    {},
    { do: "hold" },
    { do: "go-on" },
    { do: "booked" },
    { do: "won" },
    { do: "lost" },
    { do: "undo" },
    { do: "called", enrolment: "$enrolmentId", step: "1" },
    { do: "sent-mail", message: "01900000-0000-7000-8000-000000000003" },
    { do: "sent-text", message: "01900000-0000-7000-8000-000000000003" },
    { do: "value", value: "1" },
    { do: "note", note: "Taken over" },
    { do: "lost:Too expensive" },
    { do: "stage:quoted" },
    { do: "take-back", deed: "call:$enrolmentId:1" },
    { do: "add-found", address: "x@x.test" },
    { do: "delete" },
  ],
  "account/follow-up": [{ restore: "$dripId" }, { discard: "$dripId" }, { discard: "$sequenceId" }],
  "account/follow-up/:pageId": [{ with: "standing" }, { with: "$dripId" }],
  "account/drips/:dripId": [
    { intent: "delete" },
    { intent: "duplicate", copy: "01900000-0000-7000-8000-000000000001" },
    { intent: "rename", title: "Taken over" },
    { intent: "restore" },
  ],
  "account/drips/:dripId/another": [{ write: "2", basis: "1" }],
  "account/drips/:dripId/versions": [{ number: "1", basis: "1" }],
  "account/magnets": [{ restore: "$magnetId" }],
  "account/magnets/:magnetId": [
    { intent: "delete-and-close" },
    { intent: "duplicate", copy: "01900000-0000-7000-8000-000000000002" },
    { intent: "restore" },
  ],
  "account/magnets/:magnetId/another": [{ write: "2", basis: "1" }],
  "account/magnets/:magnetId/edit": [{ title: "Taken over", basis: "1" }, { do: "up sections.1" }],
  "account/magnets/:magnetId/preview": [{ title: "Taken over" }],
  "account/magnets/:magnetId/versions": [{ number: "1", basis: "1" }],
  "account/magnets/:magnetId/link": [{ businessName: "Taken over", postalAddress: "x", zone: "UTC" }],
  "account/sequences/:sequenceId/preview": [{ step: "0" }],
  "account/sequences/:sequenceId/steps/rewrite": [
    { kind: "mail", subject: "A", body: "Hi there. Which day suits you?", wish: "Shorter" },
  ],
  "account/sequences/:sequenceId/steps/draft": [{ kind: "mail", wish: "cedar decks" }],
  "account/shares": [
    { do: "closed", link: "$linkId" },
    { do: "extended", link: "$linkId", days: "365" },
    { do: "locked", link: "$linkId", passcode: "taken over" },
    { do: "again", link: "$linkId" },
  ],
  "account/settings": [{ businessName: "B's own name", postalAddress: "2 Side St", zone: "UTC" }],
  "account/settings/api": [
    {
      intent: "make",
      id: "01900000-0000-7000-8000-000000000003",
      name: "B's own",
      "scope-leads-read": "yes",
    },
    { intent: "revoke", id: "$keyId" },
  ],
  "account/settings/api/webhooks": [
    {
      id: "01900000-0000-7000-8000-000000000004",
      url: "https://b.example/hook",
      "event-lead-captured": "yes",
    },
  ],
  "account/settings/api/webhooks/:webhookId": [
    { intent: "save", url: "https://b.example/hook", "event-lead-captured": "yes" },
    { intent: "off" },
    { intent: "on" },
    { intent: "test" },
    { intent: "again", delivery: "$deliveryId" },
    { intent: "secret" },
    { intent: "remove" },
  ],
  "account/pipeline": [{ move: "$leadId:won" }, { do: "undo", lead: "$leadId", said: "$enrolmentId" }],
  "account/sequences/new": [{ name: "B's own", trigger: "manual" }],
  "account/sequences/:sequenceId": [
    { do: "pause" },
    { do: "resume" },
    { do: "finish" },
    { do: "reopen" },
    { do: "again" },
  ],
  "account/sequences/:sequenceId/edit": [
    { do: "save", name: "Taken over", trigger: "manual", basis: "0" },
    { do: "publish", name: "Taken over", trigger: "manual", basis: "0" },
    { do: "discard" },
  ],
  "account/logs": [
    { day: "$logDayId", verdict: "approve" },
    { day: "$logDayId", verdict: "reject", why: "Taken over" },
  ],
  "account/logs/weather": [
    { do: "plan", job: "$jobRow", hoursLost: "1", remindAt: "3" },
    { do: "fetch", job: "$jobRow", month: "2026-01" },
  ],
  "account/import-prices": [{ file: "not one" }, { commands: "$estimateId" }],
  "account/estimates/:estimateId": [
    { intent: "send", to: "b@taken.test", days: "30", asks: "yes" },
    { intent: "share", days: "30", asks: "yes" },
    { intent: "withdraw" },
    { intent: "hide" },
    { intent: "deposit", received: "yes" },
    { intent: "send", later: "yes", to: "b@taken.test", days: "30", sendAt: "2099-01-01T08:00" },
    { intent: "unschedule" },
  ],
  "account/changes/:changeId": [
    { intent: "send", to: "b@taken.test", days: "30", asks: "yes" },
    { intent: "share", days: "30", asks: "yes" },
    { intent: "withdraw" },
    { intent: "void", reason: "Taken over" },
    { intent: "anyway", note: "Taken over" },
    { intent: "credit", credit: "5", text: "Taken over", form: "01900000-0000-7000-8000-00000000c4ed" },
    { intent: "drop", note: "Taken over" },
  ],
  "account/checklists/firms": [
    { do: "save", name: "B's own", trade: "", contact: "", email: "", phone: "" },
    { do: "remove", id: "$estimateId" },
  ],
  "account/checklists/send/:issuesJobId": [
    { do: "all", form: "01900000-0000-7000-8000-00000000f1a1" },
    { do: "one", form: "01900000-0000-7000-8000-00000000f1a1", firm: "$estimateId" },
  ],
  "account/safety/:talkId/link": [{}],
  "account/safety/forms": [
    { do: "figures", hours: "1", averageEmployees: "1", headcount: "1", mostInCompany: "1" },
    { step: "post" },
    { do: "certify", id: "$establishmentId", name: "B", title: "B", phone: "512-555-0100", examined: "yes" },
  ],
  "account/safety/forms/prequalification": [{ emr: "0.87" }],
  "account/safety/forms/establishments/:establishmentId": [{ name: "Taken over", owner: "1" }],
  "account/safety/incidents/readers": [{ "reads-$userId": "yes" }],
  "account/safety/incidents/:injuryId": [
    { intent: "answer", key: "death", answer: "no" },
    { intent: "close" },
    { intent: "whys", "why-1": "Taken over" },
  ],
  // No file comes with it, so nothing is added.
  "account/safety/library/new": [],
  "account/safety/library/:sheetId": [
    { do: "put", job: "$jobRow" },
    { do: "off", job: "$jobRow" },
    { do: "edit", name: "Taken over", type: "sds", maker: "", language: "en", reviewOn: "" },
    { do: "remove" },
    { do: "restore" },
  ],
  "account/safety/cards/person": [{}],
  "account/photos/galleries/new": [
    { form: "01900000-0000-7000-8000-00000000a11e", job: "$jobRow", what: "all", title: "Taken over" },
  ],
  "account/photos/galleries/:galleryId": [
    { intent: "send", to: "b@taken.test", days: "30" },
    { intent: "share", days: "30" },
    { intent: "close", link: "$linkId" },
    { intent: "extend", link: "$linkId", days: "365" },
  ],
  "account/closeouts/:closeoutJobId": [
    { intent: "save", letter: "Taken over", contacts: "", saw: "" },
    { intent: "publish", letter: "Taken over", contacts: "", saw: "" },
    { intent: "send", to: "b@taken.test" },
    { intent: "share" },
    { intent: "retry" },
    { intent: "remove", manual: "$manualId" },
  ],
  "account/closeouts/:closeoutJobId/manuals/new": [{ name: "Taken over" }],
  "account/closeouts/:closeoutJobId/finish": [
    { intent: "review-link", reviewLink: "https://taken.test/over" },
    { intent: "client" },
  ],
  "account/photos/ask": [
    {
      intent: "send",
      form: "01900000-0000-7000-8000-0000000a5c1d",
      job: "$jobRow",
      photos: "$sha256",
      to: "b@taken.test",
    },
    { intent: "share", form: "01900000-0000-7000-8000-0000000a5c1d", job: "$jobRow", photos: "$sha256" },
  ],
  "account/photos/asks/:askId": [
    { intent: "share" },
    { intent: "withdraw", form: "01900000-0000-7000-8000-0000000a5c1e" },
  ],
  "account/photos/recent": [
    { intent: "show", work: "$photoId" },
    { intent: "caption", work: "$photoId", caption: "Taken over" },
    { intent: "up", work: "$photoId" },
    { intent: "down", work: "$photoId" },
    { intent: "hide", work: "$photoId" },
  ],
  "account/estimates/new": [{ job: "$jobRow" }, { lead: "$leadId" }],
  "account/estimates/begin": [{ lead: "$leadId" }],
  "account/reports/:reportId": [
    { intent: "send", to: "b@taken.test", days: "30" },
    { intent: "share", days: "30" },
    { intent: "again" },
  ],
  "account/reports/new": [
    {
      report: "01900000-0000-7000-8000-000000000011",
      job: "$jobRow",
      from: "2026-01-01",
      to: "2026-01-02",
      photos: "0",
    },
    { report: "$reportId", job: "$jobRow", from: "2026-01-01", to: "2026-01-02", photos: "0" },
  ],
  "account/photos/report": [
    { intent: "choose", job: "$jobRow", photos: "$sha256" },
    { job: "$jobRow", title: "Taken over", photos: "$sha256", perPage: "4", order: "album" },
    { report: "$reportId", job: "$jobRow", title: "Taken over", perPage: "4", order: "day" },
  ],
  "account/checklists/report": [
    { job: "$jobRow", shown: "all", by: "where" },
    { job: "$jobRow", intent: "certificate" },
  ],
  "account/checklists/:runId/report": [{ items: "all" }],
  "account/safety/inspections/:runId/report": [{ items: "all" }],
  "account/reports/schedules/:scheduleId": [
    { intent: "pause" },
    { intent: "end" },
    { intent: "save", every: "day", weekday: "1", hour: "1", zone: "UTC", photos: "0", to: "b@taken.test" },
  ],
  "account/reports/schedules/new": [
    {
      schedule: "$scheduleId",
      job: "$jobRow",
      every: "day",
      weekday: "1",
      hour: "1",
      zone: "UTC",
      photos: "0",
      to: "b@taken.test",
    },
  ],
  "account/sequences/:sequenceId/save": [{ name: "Taken over", trigger: "manual", basis: "0" }],
  "account/settings/data": [
    { intent: "close", business: "$accountId", typed: "Lake View Decking of Business A" },
    { intent: "delete", typed: "a@owner.test" },
  ],
  "account/visits/:visitId": [{ do: "cancel" }, { do: "missed" }, { at: "2027-01-05T17:00Z" }],
  "account/settings/visits": [
    { do: "calendar-remove", id: "$calendarId" },
    { do: "feed-renew" },
    { isOpen: "yes", name: "Taken over by B" },
  ],
  "account/settings/form": [
    { pageId: "$pageId", do: "save", phone: "required", address: "off", need: "off", when: "off" },
    { pageId: "$pageId", do: "preview" },
  ],
  "account/settings/link": [{ pageId: "$pageId", slug: "taken-over" }],
  "account/settings/look": [{ intent: "save", color: "#aa0000" }],
  "account/settings/people": [
    { intent: "invite", email: "someone@new.test", role: "member" },
    { intent: "invite", email: "someone@new.test", role: "manager" },
    { intent: "resend", id: "$inviteId" },
    { intent: "revoke", id: "$inviteId" },
  ],
  "account/settings/notifications": [
    { "leads.new.email": "yes" },
    { device: "$deviceId" },
    { do: "code", code: "000000" },
    { do: "forget" },
  ],
  "account/settings/notifications/device": [{ do: "off", endpoint: "https://push.test/nothing-of-b" }],
  "account/settings/people/:userId": [{ intent: "role", role: "manager" }, { intent: "remove" }],
  "account/settings/people/owner": [{ person: "$userId", stays: "owner" }],
  "account/settings/providers": [{ connection: "$userId" }],
  "account/settings/security": [
    { intent: "passkey-rename", id: "nothing-of-b", name: "Taken over" },
    { intent: "passkey-remove", id: "nothing-of-b" },
  ],
  "account/settings/security/app": [{ code: "000000" }],
  "account/settings/sending": [{ connection: "smtp", do: "remove" }],
  "account/settings/sending/domain": [{}],
  "account/settings/sessions": [{ intent: "one", session: "$sessionId" }],
  "account/settings/turned-off": [
    { intent: "turn-on", kind: "api-key" },
    { intent: "leave-off", id: "$accountId" },
  ],
  "account/settings/you": [{ intent: "keep-email" }],
  "account/settings/you/email": [{ email: "a@owner.test" }],
  "account/sync/unsigned": [{ kind: "safety.near-miss", record: "$leadId", job: "$jobRow", sets: "" }],
  "account/sync/commands": [
    { version: "1", device: "01900000-0000-7000-8000-000000000007", commands: "$leadId" },
  ],
};

/** Roles that may open a page, unless they are owner, manager and member. */
const OPEN_TO: Readonly<Record<string, readonly string[]>> = {
  "account/field/shell": ["owner", "manager", "member", "guest"],
  "account/due": ["owner", "manager", "member", "guest"],
  "account/field/me": ["owner", "manager", "member", "guest"],
  "account/job/:jobId": ["owner", "manager", "member", "guest"],
  "account/job/:jobId/*": ["owner", "manager", "member", "guest"],
  "account/job/:jobId/checklists/due/:scheduleId": ["owner", "manager", "member", "guest"],
  "account/photos/ask": ["owner", "manager"],
  "account/safety/forms": ["owner"],
  "account/safety/forms/prequalification": ["owner"],
  "account/safety/forms/prequalification.pdf": ["owner"],
  "account/safety/forms/establishments": ["owner"],
  "account/safety/forms/establishments/:establishmentId": ["owner"],
  "account/safety/forms/establishments/:establishmentId/files/:file": ["owner"],
  "account/safety/cards/person": ["owner", "manager"],
  "account/import-prices": ["owner", "manager"],
  "account/leads/export.csv": ["owner", "manager"],
  "account/imports": ["owner", "manager"],
  "account/imports/:moveId": ["owner", "manager"],
  "account/leads/import": ["owner", "manager"],
  "account/leads/import/:importId": ["owner", "manager"],
  "account/leads/import/:importId/errors.csv": ["owner", "manager"],
  "account/settings": ["owner", "manager"],
  "account/start": ["owner", "manager"],
  "account/settings/api": ["owner", "manager"],
  "account/settings/api/webhooks": ["owner", "manager"],
  "account/settings/api/webhooks/:webhookId": ["owner", "manager"],
  "account/settings/history": ["owner"],
  "account/settings/history/csv": ["owner"],
  "account/settings/form": ["owner", "manager"],
  "account/settings/page": ["owner", "manager"],
  "account/settings/visits": ["owner", "manager"],
  "account/settings/form/website": ["owner", "manager"],
  "account/settings/link": ["owner", "manager"],
  "account/settings/look": ["owner", "manager"],
  "account/settings/people/:userId": ["owner", "manager"],
  "account/settings/people/owner": ["owner"],
  "account/settings/sending": ["owner"],
  "account/settings/sending/domain": ["owner"],
  "account/settings/sending/:provider": ["owner"],
  "account/settings/sending/:provider/callback": ["owner"],
  "account/settings/turned-off": ["owner"],
  "account/media/receipts": ["owner", "manager", "member", "guest"],
  // Beside owners, only the people they name.
  "account/safety/incidents/:injuryId": ["owner"],
  "account/safety/incidents/readers": ["owner"],
  "account/sync/unsigned": ["owner", "manager", "member", "guest"],
  "account/sync/commands": ["owner", "manager", "member", "guest"],
  "account/sync/records": ["owner", "manager", "member", "guest"],
};
const USUALLY = ["owner", "manager", "member"];

/** Personal pages, open to every signed-in person and only about them. */
const PERSONAL =
  /^account\/(?:businesses|confirm|exports\/:exportId|settings\/(?:data|providers|security(?:\/app)?|sessions|you(?:\/email)?))$/;
/**
 * Pages that redirect in this test's state: no authenticator app is being set up, and there is only one page
 * to choose.
 */
const ELSEWHERE: Readonly<Record<string, readonly number[]>> = {
  "account/settings/security/app": [302],
  "account/follow-up/choose": [303, 202],
  // The lists of earlier releases lead to the one list.
  "account/drips": [302],
  "account/drips/:dripId/edit": [302],
  "account/sequences": [302],
  // The editor's own requests; a browser is redirected to the editor.
  "account/estimates/begin": [302],
  // Says what the notice still needs.
  "account/estimates/:estimateId/cancellation": [422],
  // No provider is set up.
  "account/settings/sending/:provider": [404],
  "account/settings/sending/:provider/callback": [404],
  // No PDF came from another product.
  "account/imports/papers/:jobId/:sha256": [404],
  // They need a photo in their address.
  "account/photos/post": [404],
  "account/photos/post/picture": [404],
  // A report of days has no table.
  "account/reports/:reportId/csv": [404],
  // Nothing is scheduled.
  "account/checklists/stickers.pdf": [404],
  // It needs a job in its address.
  "account/safety/library/poster.pdf": [404],
  "account/sequences/:sequenceId/save": [302],
  "account/sequences/:sequenceId/steps/rewrite": [302],
  "account/sequences/:sequenceId/steps/draft": [302],
  // These only accept posts.
  "account/sync/commands": [404],
  "account/sync/unsigned": [404],
  "account/media/receipts": [404],
  "account/safety/:talkId/link": [404],
  // It needs a name in its address.
  "account/safety/cards/person": [404],
  "account/settings/notifications/device": [405],
};
/** Device requests: a signed-out device gets JSON instead of a redirect. */
const OF_DEVICES = /^account\/(?:sync\/|media\/receipts$)/;
/** The document stored on devices: public, because it contains no data. */
const OF_NOBODY = "account/field/shell";
/** This stream never ends, so it is requested separately. */
const STREAM = "account/sync/live";

let postgres: ServerPostgres;
let product: RunningProduct;
let a: Shop;
let b: Shop;
let member: Owner;
let guest: Owner;
let routes: { id: string; path: string; hasAction: boolean; hasPage: boolean }[];
let ids: Record<string, string>;
let tokens: { share: string; optOut: string; join: string; headsUp: string; confirm: string; weekly: string };

const SECRET = "Lake View Decking of Business A";
const PEOPLE = "/account/settings/people";

const mailed = async (to: string, shape: RegExp) => shape.exec(await mailTo(product, to, shape))![1]!;

beforeAll(async () => {
  postgres = await startServerPostgres();
  product = await startProduct({ DATABASE_URL: postgres.ownerUrl, SECRET: "a".repeat(40) });
  useSecret("a".repeat(40));
  a = await openShop(product, "a@owner.test", SECRET);
  b = await openShop(product, "b@owner.test", "Business B");
  [member, guest] = [
    await registerOwner(product, "member@a.test"),
    await registerOwner(product, "guest@a.test"),
  ];
  await askForGuide(product, a.slug, { name: "Client of A", email: "client@a.test" });

  const [{ account_id: accountId, page_id: pageId }] = (await postgres.sql<{
    account_id: string;
    page_id: string;
  }>(
    "select account_id, id as page_id from leads_pages where account_id = (select account_id from leads_slugs where slug = $1)",
    [a.slug],
  )) as [{ account_id: string; page_id: string }];
  // The member joins normally; the guest is inserted, because the jobs that guests are invited to are created
  // later.
  await a.visitor.post(PEOPLE, { intent: "invite", email: member.email, role: "member" });
  await member.visitor.post(`/join/${await mailed(member.email, /\/join\/([\w-]{46})/)}`);
  const [{ id: guestId }] = (await postgres.sql<{ id: string }>(
    "select id from identity_users where email = $1",
    [guest.email],
  )) as [{ id: string }];
  await postgres.sql("insert into businesses_open_tools (tool, since) values ('logs', now())");
  await postgres.sql(
    "insert into businesses_members (account_id, user_id, role, job_id, created_at) values ($1, $2, 'guest', $3, now())",
    [accountId, guestId, randomUUID()],
  );
  await a.visitor.post(PEOPLE, { intent: "invite", email: "waiting@new.test", role: "member" });
  await a.visitor.post("/account/settings/data", { intent: "copy" });
  await a.visitor.post("/genLeadDrip", {
    name: "Pat Owner",
    email: a.email,
    company: SECRET,
    product: "cedar decks",
  });
  const drip = await a.visitor.post("/account/dashboard", { intent: "keep-drip" });
  const made = { key: randomUUID(), webhook: randomUUID() };
  await a.visitor.post("/account/settings/api", {
    intent: "make",
    id: made.key,
    name: "A's own",
    "scope-leads-read": "yes",
  });
  await a.visitor.post("/account/settings/api/webhooks", {
    id: made.webhook,
    url: "http://127.0.0.1:1/",
    "event-lead-replied": "yes",
  });
  // An already sent delivery, so that it doesn't change while the rows are compared.
  await postgres.sql(
    `insert into api_deliveries (account_id, id, webhook_id, event_id, state, attempts, due_at, created_at)
     values ($1, $2, $3, $2, 'delivered', 1, now(), now())`,
    [accountId, randomUUID(), made.webhook],
  );
  const heldBack = randomUUID();
  await new Visitor(product.url).post(`/p/${a.slug}`, {
    name: "https://pills.test",
    email: "pills@a.test",
    consent: "yes",
    submission: heldBack,
  });
  const list = new FormData();
  list.append("file", new File(["Name,Email\nOn A's list,client@a.test\n"], "list-of-a.csv"));
  const listed = await a.visitor.send("/account/leads/import", {
    method: "POST",
    body: list,
    headers: { "Sec-Fetch-Site": "same-origin" },
  });

  const projects = new FormData();
  projects.append("file", new File(["Project Name,Address\nOn A's list,1 Elm St\n"], "projects-of-a.csv"));
  const moved = await a.visitor.send("/account/imports", {
    method: "POST",
    body: projects,
    headers: { "Sec-Fetch-Site": "same-origin" },
  });

  const dashboard = await (await a.visitor.get("/account/dashboard")).text();
  const leadOfA = /\/account\/leads\/([0-9a-f-]{36})/.exec(dashboard)![1]!;
  const plan = new FormData();
  plan.append("files", new File(["%PDF-1.7 plan"], "plan-of-a.pdf"));
  await a.visitor.send(`/account/leads/${leadOfA}/files`, {
    method: "POST",
    body: plan,
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  const one = async (text: string, values: unknown[]) =>
    (await postgres.sql<{ id: string }>(text, values))[0]!.id;
  const exportOf =
    "select e.id from identity_exports e join identity_users u on u.id = e.user_id where u.email = $1";
  for (let look = 0; look < 300; look++) {
    if ((await postgres.sql(`${exportOf} and e.ready_at is not null`, [a.email])).length) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const history = randomUUID();
  await postgres.sql(
    `insert into evidence_entries (account_id, job_id, number, at, occurred_at, kind, media, payload, salt, payload_hash, hash, about)
     values ($1, $2, 1, now(), now(), 'jobs.note', '{}', $3, repeat('0', 64), repeat('0', 64), repeat('0', 64), '{}')`,
    [accountId, history, JSON.stringify({ text: SECRET })],
  );
  await postgres.sql(
    "insert into evidence_heads (account_id, job_id, number, hash, at) values ($1, $2, 1, repeat('0', 64), now())",
    [accountId, history],
  );
  const signature = randomUUID();
  await postgres.sql(
    `insert into signatures (account_id, id, link_id, state, title, file, file_name, sha256, name, email, means, disclosure_version, disclosure, reason, address, user_agent, at, copy_sent_at)
     select account_id, $2, id, 'signed', $3, file, file_name, substring(file from '([0-9a-f]{64})\\.'), 'Client', 'client@a.test', 'typed', '1', 'Yes', '', '', '', now(), now()
       from shares_links where account_id = $1 limit 1`,
    [accountId, signature, SECRET],
  );
  const [jobRow, report, schedule] = [randomUUID(), randomUUID(), randomUUID()];
  await postgres.sql(
    "insert into jobs (account_id, job_id, name, status, team, changed_at) values ($1, $2, $3, 'active', '{}', now())",
    [accountId, jobRow, SECRET],
  );
  await postgres.sql(
    `insert into reports (account_id, id, job_id, job_name, from_day, to_day, photos_per_page, places, zone, state, file, file_name, sha256, bytes, entries, photos, absent, created_at, ready_at)
     select account_id, $2, $3, $4, '2026-01-01', '2026-01-02', 0, false, 'UTC', 'ready', file, file_name, repeat('0', 64), 1, 1, 0, 0, now(), now()
       from shares_links where account_id = $1 limit 1`,
    [accountId, report, jobRow, SECRET],
  );
  await postgres.sql(
    `insert into reports_schedules (account_id, id, job_id, every, weekday, hour, zone, photos_per_page, places, to_client, recipients, since_count, since_at, next_at, created_at)
     values ($1, $2, $3, 'week', 5, 17, 'UTC', 0, false, false, '{}', 0, now(), now() + interval '5 days', now())`,
    [accountId, schedule, jobRow],
  );
  const [logDay, logEntry] = [randomUUID(), randomUUID()];
  await postgres.sql(
    "insert into logs_days (account_id, id, job_id, date, company, state) values ($1, $2, $3, '2026-01-02', $1, 'submitted')",
    [accountId, logDay, jobRow],
  );
  await postgres.sql(
    `insert into logs_entries (account_id, id, job_id, date, company, weather, type, text, title, tags, photos, written_at)
     values ($1, $2, $3, '2026-01-02', $1, $2, 'work', $4, 'Work', '{}', '{}', now())`,
    [accountId, logEntry, jobRow, SECRET],
  );
  await postgres.sql(
    `insert into worklist_items (account_id, id, kind, job_id, date, title, type, tags, photos, words)
     values ($1, $2, 'logs.entry', $3, '2026-01-02', 'Work', 'work', '{}', '{}', $4)`,
    [accountId, logEntry, jobRow, SECRET],
  );
  const estimate = randomUUID();
  const written = (value: unknown) => ({ values: [{ value, by: estimate, at: 0, author: null }], gone: [] });
  const line = { place: 1, section: "", text: SECRET, quantity: 1000, unit: "", cents: 100, cost: null };
  await postgres.sql(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
     values ($1, $2, 'estimates.estimate', $3, 1, $4, false)`,
    [
      accountId,
      estimate,
      jobRow,
      JSON.stringify({
        title: written(SECRET),
        [`lines.${estimate}`]: written({ ...line, isTaxable: false, isOptional: false, option: 0 }),
      }),
    ],
  );
  const sold = { text: SECRET, unit: "", cents: 100, cost: null, isTaxable: false, category: "" };
  await postgres.sql(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
     values ($1, $2, 'prices.shelf', null, 2, $3, false)`,
    [
      accountId,
      randomUUID(),
      JSON.stringify({ [`items.${estimate}`]: written({ ...sold, pricedOn: "2026-01-02", pricedAt: 0 }) }),
    ],
  );
  await postgres.sql(
    `insert into estimates_estimates (account_id, id, job_id, state, state_at, version)
     values ($1, $2, $3, 'draft', now(), 0)`,
    [accountId, estimate, jobRow],
  );
  const change = randomUUID();
  await postgres.sql(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
     values ($1, $2, 'changes.change', $3, 3, $4, false)`,
    [
      accountId,
      change,
      jobRow,
      JSON.stringify({
        title: written(SECRET),
        description: written(SECRET),
        [`lines.${change}`]: written({
          ...{ place: 1, category: "labor", text: SECRET, quantity: 1000, unit: "", cents: 100 },
          ...{ isFixed: false, isTaxable: false },
        }),
      }),
    ],
  );
  await postgres.sql(
    `insert into changes_changes (account_id, id, job_id, pco, state, state_at, version, created_at)
     values ($1, $2, $3, 'PCO-001', 'draft', now(), 0, now())`,
    [accountId, change, jobRow],
  );
  const run = randomUUID();
  await postgres.sql(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
     values ($1, $2, 'checklists.run', $3, 4, $4, false)`,
    [
      accountId,
      run,
      jobRow,
      JSON.stringify({
        title: written(SECRET),
        state: written("open"),
        // So that it is an inspection too.
        safety: written(true),
        "sections.a": written({ at: 0, title: "", items: [{ id: "a", text: SECRET }] }),
      }),
    ],
  );
  const notice = randomUUID();
  await postgres.sql(
    `insert into papers (account_id, id, kind, thing_id, version, job_id, account_path, title, file, file_name, sha256, state, state_at, created_at)
     select p.account_id, $2, 'notice', $3, 1, $4, '/account/changes', $5, p.offer->>'file', 'notice.pdf', '', 'open', now(), now()
       from leads_pages p where p.account_id = $1 limit 1`,
    [accountId, derivedId("changes.notice.paper", notice), notice, jobRow, SECRET],
  );
  const ticket = randomUUID();
  await postgres.sql(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
     values ($1, $2, 'changes.ticket', $3, 4, $4, false)`,
    [
      accountId,
      ticket,
      jobRow,
      JSON.stringify({ change: written(change), day: written("2026-11-28"), work: written(SECRET) }),
    ],
  );
  const talk = randomUUID();
  const words = { open: SECRET, look: [SECRET], ask: [SECRET], agree: [SECRET] };
  await postgres.sql(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
     values ($1, $2, 'safety.talk', $3, 5, $4, false)`,
    [
      accountId,
      talk,
      jobRow,
      JSON.stringify({
        date: written("2026-11-28"),
        text: written({ slug: "a", title: { en: SECRET, es: SECRET }, sources: [], en: words, es: words }),
        leader: written(SECRET),
        "languages.en": written(true),
      }),
    ],
  );
  const establishment = randomUUID();
  await postgres.sql(
    `insert into safety_establishments (account_id, id, name, company, ein, street, city, state, zip, industry, naics, owner, created_at)
     values ($1, $2, $3, '', '', '', '', '', '', '', '', 1, now())`,
    [accountId, establishment, SECRET],
  );
  const injury = randomUUID();
  await postgres.sql(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
     values ($1, $2, 'safety.confidential-injury', $3, 6, $4, false)`,
    [
      accountId,
      injury,
      jobRow,
      JSON.stringify({
        when: written({ date: "2026-11-28", time: "10:00", zone: "UTC" }),
        known: written("2026-11-28T10:05:00Z"),
        person: written({ name: SECRET, title: SECRET }),
        what: written(SECRET),
      }),
    ],
  );
  const sheet = randomUUID();
  const library = new FormData();
  for (const [name, value] of Object.entries({
    form: sheet,
    name: SECRET,
    type: "sds",
    language: "en",
    job: jobRow,
  }))
    library.append(name, value);
  const page = pdfOf([{ width: 600, height: 800, text: "of A" }]);
  library.append("files", new File([new Uint8Array(page)], "sheet-of-a.pdf"));
  const sheetAdded = await a.visitor.send("/account/safety/library/new", {
    method: "POST",
    body: library,
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  if (sheetAdded.status !== 303) throw new Error(`the library answered ${sheetAdded.status}`);
  await postgres.sql(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
     values ($1, $2, 'safety.emergency', $3, 5, $4, false)`,
    [accountId, emergencyId(jobRow), jobRow, JSON.stringify({ address: written(SECRET) })],
  );
  const dayPlan = randomUUID();
  const said = { en: SECRET, es: SECRET };
  const planText = {
    title: said,
    steps: [{ step: said, hazards: [{ hazard: said, controls: [said] }] }],
    sources: [],
  };
  await postgres.sql(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
     values ($1, $2, 'safety.plan', $3, 6, $4, false)`,
    [
      accountId,
      dayPlan,
      jobRow,
      JSON.stringify({
        ...{ date: written("2026-11-28"), leader: written(SECRET) },
        [`revisions.${"a".repeat(64)}`]: written({
          text: planText,
          at: "2026-11-28T14:00:00Z",
          why: SECRET,
          base: [],
        }),
      }),
    ],
  );
  const gallery = randomUUID();
  await postgres.sql(
    `insert into photos_galleries (account_id, id, job_id, title, chosen, with_time, with_place, full_size, created_at)
     values ($1, $2, $3, $4, '{"is":"all"}', false, false, false, now())`,
    [accountId, gallery, jobRow, SECRET],
  );
  const manual = randomUUID();
  await postgres.sql(
    `insert into closeouts_manuals (account_id, id, job_id, name, file, sha256, bytes, pages, added_at)
     select p.account_id, $2, $3, $4, p.offer->>'file', '', 1, 1, now() from leads_pages p where p.account_id = $1 limit 1`,
    [accountId, manual, jobRow, SECRET],
  );
  const handedOver = {
    ...{ job: SECRET, address: null, client: null, letter: [SECRET], contacts: [], papers: [] },
    ...{ parts: [], manuals: [], remarks: [], offersYearly: false },
  };
  await postgres.sql(
    `insert into closeouts_versions (account_id, id, job_id, version, state, page, file, file_name, sha256, bytes, created_at)
     select p.account_id, $2, $3, 1, 'ready', $4, p.offer->>'file', 'closeout.pdf', '', 1, now() from leads_pages p where p.account_id = $1 limit 1`,
    [accountId, randomUUID(), jobRow, JSON.stringify(handedOver)],
  );
  const sha256 = await sendPhoto(product, a.visitor, {
    account: accountId,
    bytes: new Uint8Array(await photoOf(1, 64, 48)),
  });
  const asked = "01900000-0000-7000-8000-00000000a5ed";
  const photo = photoId(jobRow, sha256);
  await postgres.sql(
    `insert into photos_asks (account_id, id, job_id, wording, created_at)
     values ($1, $2, $3, $4, now())`,
    [accountId, asked, jobRow, JSON.stringify(wordingOf(SECRET))],
  );
  await postgres.sql(
    `insert into photos_asked (account_id, ask_id, sha256, job_id, photo_id, place) values ($1, $2, $3, $4, $5, 0)`,
    [accountId, asked, sha256, jobRow, photo],
  );
  await postgres.sql(
    `insert into papers (account_id, id, kind, thing_id, version, job_id, account_path, title, file, file_name, sha256, state, state_at, created_at)
     select p.account_id, $2, 'consent', $2, 1, $3, '/account/photos', $4, p.offer->>'file', 'photos.pdf', '', 'open', now(), now()
       from leads_pages p where p.account_id = $1 limit 1`,
    [accountId, asked, jobRow, SECRET],
  );
  await postgres.sql(
    `insert into photos_recent (account_id, id, job_id, sha256, pair, caption, place) values ($1, $2, $3, $4, null, $5, 1)`,
    [accountId, photo, jobRow, sha256, SECRET],
  );
  const reply = "01900000-0000-7000-8000-00000000f11e";
  await postgres.sql(
    `insert into leads_replies (account_id, id, lead_id, via, at, body, waiting, files)
     select p.account_id, $2, l.id, 'mail', now(), 'A plan', false,
            jsonb_build_array(jsonb_build_object('name', 'plan.pdf', 'type', 'application/pdf', 'bytes', 1, 'file', p.offer->>'file'))
       from leads_pages p join leads l on l.account_id = p.account_id where p.account_id = $1 limit 1`,
    [accountId, reply],
  );
  const visit = "01900000-0000-7000-8000-00000000b15e";
  await postgres.sql(
    `insert into visits_visits (account_id, id, lead_id, state, starts_at, ends_at, free_at, title, place, name, zone, created_at, changed_at)
     select account_id, $2, id, 'booked', now() + interval '3 days', now() + interval '73 hours', now() + interval '73 hours',
            'Estimate visit', 'theirs', 'Client of A', 'America/Denver', now(), now() from leads where account_id = $1 limit 1`,
    [accountId, visit],
  );
  const calendar = "01900000-0000-7000-8000-00000000ca1e";
  await postgres.sql(
    `insert into visits_calendars (account_id, id, name, sealed, busy, events, checked_at, read_at, next_at)
     values ($1, $2, 'A', 'x', '[]', 0, now(), now(), now() + interval '1 day')`,
    [accountId, calendar],
  );
  const device = "01900000-0000-7000-8000-00000000de1c";
  await postgres.sql(
    `insert into notifications_devices (account_id, id, user_id, session_id, name, endpoint_hash, sealed, created_at)
     select $1, $2, s.user_id, s.id, 'Phone of A', 'x', 'x', now()
       from identity_sessions s join identity_users u on u.id = s.user_id where u.email = $3 limit 1`,
    [accountId, device, a.email],
  );
  ids = {
    accountId,
    deviceId: device,
    visitId: visit,
    calendarId: calendar,
    signatureId: signature,
    linkId: await one("select id from shares_links where account_id = $1 limit 1", [accountId]),
    jobRow,
    logDayId: logDay,
    reportId: report,
    estimateId: estimate,
    changeId: change,
    runId: run,
    galleryId: gallery,
    noticeId: notice,
    ticketId: ticket,
    talkId: talk,
    establishmentId: establishment,
    file: "300.pdf",
    injuryId: injury,
    sheetId: sheet,
    version: "1",
    recordId: derivedId("safety.sheet", jobRow, sheet),
    safetyJobId: jobRow,
    planId: dayPlan,
    logJobId: jobRow,
    issuesJobId: jobRow,
    closeoutJobId: jobRow,
    manualId: manual,
    scheduleId: schedule,
    sha256,
    askId: asked,
    photoId: photo,
    what: "original",
    historyId: history,
    pageId,
    magnetId: a.magnetId,
    replyId: reply,
    at: "0",
    dripId: /drips\/([0-9a-f-]{36})/.exec(drip.headers.get("location") ?? "")![1]!,
    leadId: leadOfA,
    fileId: await one("select id from leads_files where name = 'plan-of-a.pdf'", []),
    heldId: await one("select id from leads_held_back where id = $1", [heldBack]),
    moveId: /imports\/([0-9a-f-]{36})/.exec(moved.headers.get("location") ?? "")![1]!,
    importId: /import\/([0-9a-f-]{36})/.exec(listed.headers.get("location") ?? "")![1]!,
    format: "pdf",
    provider: "google",
    userId: await one("select id from identity_users where email = $1", [member.email]),
    keyId: await one("select id from api_keys where id = $1", [made.key]),
    webhookId: await one("select id from api_webhooks where id = $1", [made.webhook]),
    deliveryId: await one("select id from api_deliveries where webhook_id = $1", [made.webhook]),
    inviteId: await one("select id from businesses_invites where email = $1", ["waiting@new.test"]),
    exportId: await one(exportOf, [a.email]),
    sequenceId: await one("select id from sequences where account_id = $1", [accountId]),
    enrolmentId: await one("select id from sequences_enrolments where account_id = $1", [accountId]),
    sessionId: await one(
      "select s.id from identity_sessions s join identity_users u on u.id = s.user_id where u.email = $1",
      [a.email],
    ),
  };
  tokens = {
    share: await mailed("client@a.test", /\/s\/([\w-]{46})/),
    optOut: await mailed("client@a.test", /\/u\/([\w-]{64,})/),
    join: await mailed("waiting@new.test", /\/join\/([\w-]{46})/),
    confirm: confirmToken(accountId, ids["leadId"]!, Temporal.Now.instant().add({ hours: 1 })),
    weekly: weeklyToken({
      accountId,
      userId: await one(
        "select user_id as id from businesses_members where account_id = $1 and role = 'owner'",
        [accountId],
      ),
    }),
    headsUp: headsUpToken({
      accountId,
      enrolmentId: ids["enrolmentId"]!,
      step: 1,
      day: Temporal.Now.plainDateISO("UTC"),
    }),
  };

  const build = (await import(path.resolve("build/server/index.js"))) as {
    routes: Record<string, BuiltRoute>;
  };
  routes = Object.values(build.routes)
    .map((route) => ({
      id: route.id,
      path: fullPath(route, build.routes),
      hasAction: Boolean(route.module.action),
      hasPage: Boolean(route.module.default),
    }))
    .filter((route) => route.path.startsWith("account/") && route.path !== STREAM);
}, 120_000);

afterAll(async () => {
  await product?.stop();
  await postgres?.remove();
  await removeData(product.dataDir);
});

function fullPath(route: BuiltRoute, all: Record<string, BuiltRoute>): string {
  const parent = route.parentId ? all[route.parentId] : undefined;
  return [parent ? fullPath(parent, all) : "", route.path ?? ""].filter(Boolean).join("/");
}

const parametersOf = (route: string) => [...route.matchAll(/:(\w+)/g)].map((match) => match[1]!);
/** Answered with the field app alone, which has nothing of the job. */
const ONLY_APP = ["account/job/:jobId/checklists/due/:scheduleId"];
const isForeign = (route: string) =>
  !ONLY_APP.includes(route) &&
  parametersOf(route).some((name) => !NOTHING_IN_IT.has(name) && !WORDS.has(name));

function idOf(name: string, where: string): string {
  const id = ids[name];
  if (!id) throw new Error(`the tenancy replay does not know whose row ${name} in ${where} is: add it`);
  return id;
}

function addressOf(route: string): string {
  return `/${route.replace(/:(\w+)/g, (_, name: string) =>
    NOTHING_IN_IT.has(name) ? "00000000-0000-7000-8000-000000000000" : idOf(name, route),
  )}`;
}

const postsOf = (route: string): Fields[] =>
  (POSTS[route] ?? []).map((fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        value.replaceAll(/\$(\w+)/g, (_, id: string) => idOf(id, route)),
      ]),
    ),
  );

/** Everything stored about A and its people, as text, so that any change shows. */
async function rowsOfA(): Promise<string> {
  const tables = await postgres.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'account_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        -- Written by the product alone, when a week begins.
        and c.relname <> 'pipeline_weeklies' order by 1`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows = await postgres.sql<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t where account_id = $1 order by 1`,
      [ids["accountId"]],
    );
    parts.push(name, ...rows.map(({ row }) => row));
  }
  const people = await postgres.sql<{ row: string }>(
    "select to_jsonb(u)::text as row from identity_users u where email = 'a@owner.test'",
  );
  const sessions = await postgres.sql<{ id: string }>("select id from identity_sessions where id = $1", [
    ids["sessionId"],
  ]);
  const copies = await postgres.sql<{ row: string }>(
    "select to_jsonb(e)::text as row from identity_exports e where id = $1",
    [ids["exportId"]],
  );
  return [
    ...parts,
    ...people.map(({ row }) => row),
    ...sessions.map(({ id }) => id),
    ...copies.map(({ row }) => row),
  ].join("\n");
}

/** The rows of A once follow-up has settled, when two reads match. */
async function settledRows(): Promise<string> {
  let before = await rowsOfA();
  for (let look = 0; look < 40; look++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const again = await rowsOfA();
    if (again === before) break;
    before = again;
  }
  return before;
}

/**
 * Every way to a route's data: the page, the framework's data address, and that address for this route alone,
 * which passes by the layouts above it. The short form leaves the second out: the third has the same data.
 */
const doorsOf = (route: { id: string; path: string; hasPage: boolean }): readonly string[] => {
  const address = addressOf(route.path);
  return route.hasPage
    ? variants([address, `${address}.data?_routes=${encodeURIComponent(route.id)}`, `${address}.data`], 2)
    : [address];
};

describe("business B making every request of business A", () => {
  it("finds account routes in the route table, each with what it needs here", () => {
    expect(routes.length).toBeGreaterThan(20);
    for (const route of routes) {
      addressOf(route.path);
      if (route.hasAction)
        expect(Object.keys(POSTS), `a request for the action of ${route.path}`).toContain(route.path);
    }
    const paths = routes.map((route) => route.path);
    for (const path of [...Object.keys(POSTS), ...Object.keys(OPEN_TO)])
      expect(paths, "a route that is gone").toContain(path);
  });

  it("is shown to A, so that the answers to B mean something", async () => {
    for (const route of routes)
      expect(ELSEWHERE[route.path] ?? [200], route.path).toContain(
        (await a.visitor.get(addressOf(route.path))).status,
      );
  });

  it("answers 404 and changes nothing", async () => {
    const before = await settledRows();
    for (const route of routes) {
      const foreign = isForeign(route.path);
      const address = addressOf(route.path);
      for (const door of doorsOf(route)) {
        const shown = await b.visitor.get(door);
        const text = await shown.text();
        expect(text, `GET ${door}`).not.toContain(SECRET);
        expect(text, `GET ${door}`).not.toContain("client@a.test");
        expect(text, `GET ${door}`).not.toContain("waiting@new.test");
        if (foreign && door === address) expect(shown.status, `GET ${address}`).toBe(404);
      }
      for (const fields of route.hasAction ? postsOf(route.path) : []) {
        const posted = await b.visitor.post(address, fields);
        if (foreign) expect(posted.status, `POST ${address}`).toBe(404);
        expect(await posted.text(), `POST ${address}`).not.toContain(SECRET);
      }
    }
    expect(await rowsOfA()).toBe(before);
    // B's requests didn't lock B out.
    expect((await b.visitor.get("/account/dashboard")).status).toBe(200);
  });

  it("sends a signed-out visitor to sign in, and changes nothing", async () => {
    const before = await rowsOfA();
    for (const route of routes) {
      const nobody = new Visitor(product.url);
      const address = addressOf(route.path);
      for (const answer of [
        await nobody.get(address),
        ...(route.hasAction ? [await nobody.post(address, postsOf(route.path)[0])] : []),
      ]) {
        if (OF_DEVICES.test(route.path)) {
          expect(answer.status, address).toBe(401);
          expect(await answer.json(), address).toMatchObject({ plumbline: 1, code: "signed_out" });
          continue;
        }
        if (route.path === OF_NOBODY) continue;
        expect([302, 303], address).toContain(answer.status);
        expect(answer.headers.get("location"), address).toMatch(/^\/login/);
      }
    }
    expect(await rowsOfA()).toBe(before);
  });

  it("streams to whoever is signed in that there is news, and to nobody else", async () => {
    const answer = await a.visitor.get(`/${STREAM}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    const reader = answer.body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^retry: 2000\ndata: \d+\n\n/);
    await reader.cancel();
    expect((await new Visitor(product.url).get(`/${STREAM}`)).status).toBe(401);
  });

  it("refuses the same requests from another site, even with A's cookies", async () => {
    const answer = await a.visitor.send("/account/settings", {
      method: "POST",
      headers: { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.test" },
    });
    expect(answer.status).toBe(403);
  });
});

describe.each(["member", "guest"] as const)(
  "a %s of business A making every request of its owner",
  (role) => {
    const visitor = () => (role === "member" ? member : guest).visitor;
    const isOpen = (route: string) => (OPEN_TO[route] ?? USUALLY).includes(role);

    it("is let in where the role leads, and nowhere else; what is refused shows nothing and changes nothing", async () => {
      const before = await settledRows();
      for (const route of routes.filter(({ path }) => !PERSONAL.test(path))) {
        const address = addressOf(route.path);
        // In this test the guest belongs to another job; see the next test.
        const open = isOpen(route.path) && !(role === "guest" && route.path.includes(":jobId"));
        for (const door of variants(doorsOf(route))) {
          const shown = await visitor().get(door);
          if (open) {
            expect(ELSEWHERE[route.path] ?? [200], `GET ${door}`).toContain(shown.status);
            continue;
          }
          // These redirect a guest to their job, and people who can't change the business to their own
          // settings.
          const led = /^account\/(?:dashboard|settings)$/.test(route.path);
          const text = await shown.text();
          if (door === address) expect(led ? [302, 403] : [403, 404], `GET ${door}`).toContain(shown.status);
          else if (route.hasPage && !led) expect([200, 202, 403, 404], `GET ${door}`).toContain(shown.status);
          expect(text, `GET ${door}`).not.toContain("client@a.test");
          expect(text, `GET ${door}`).not.toContain("1 Main Street");
          expect(text, `GET ${door}`).not.toContain("waiting@new.test");
        }
        if (open || !route.hasAction) continue;
        for (const fields of postsOf(route.path))
          expect([403, 404], `POST ${address}`).toContain((await visitor().post(address, fields)).status);
      }
      expect(await rowsOfA()).toBe(before);
    });

    it("reaches the pages of their own person, and no other person's", async () => {
      const before = await rowsOfA();
      for (const route of routes.filter(({ path }) => PERSONAL.test(path))) {
        const shown = await visitor().get(addressOf(route.path));
        expect(isForeign(route.path) ? [404] : (ELSEWHERE[route.path] ?? [200]), route.path).toContain(
          shown.status,
        );
        expect(await shown.text(), route.path).not.toContain("a@owner.test");
      }
      expect(
        (await visitor().post("/account/settings/sessions", { intent: "one", session: ids["sessionId"]! }))
          .status,
      ).toBe(404);
      expect(await rowsOfA()).toBe(before);
    });
  },
);

it("a guest of A is led to their one job", async () => {
  const to = (await guest.visitor.get("/account/dashboard")).headers.get("location") ?? "";
  expect(to).toMatch(/^\/account\/job\/[0-9a-f-]{36}$/);
  expect((await guest.visitor.get(to)).status).toBe(200);
});

describe("a link that names its business", () => {
  /** The same random part with another account's id. */
  const moved = (token: string, accountId: string) =>
    Buffer.concat([
      Buffer.from(accountId.replaceAll("-", ""), "hex"),
      Buffer.from(token, "base64url").subarray(16),
    ]).toString("base64url");

  it("opens nothing under another business's name or changed by one letter, and changes nothing", async () => {
    const [{ account_id: other }] = (await postgres.sql<{ account_id: string }>(
      "select account_id from leads_slugs where slug = $1",
      [b.slug],
    )) as [{ account_id: string }];
    const before = await rowsOfA();
    const changed = (token: string) =>
      `${token.slice(0, -3)}${token.at(-3)?.toUpperCase() === "A" ? "B" : "A"}${token.slice(-2)}`;
    for (const [door, token] of [
      ["/s/", tokens.share],
      ["/u/", tokens.optOut],
      ["/join/", tokens.join],
      ["/h/", tokens.headsUp],
      ["/w/", tokens.weekly],
      ["/confirm/", tokens.confirm],
    ] as const) {
      // A guide has a page of its own.
      const answers = door === "/s/" ? 303 : 200;
      expect((await new Visitor(product.url).get(door + token)).status, door).toBe(answers);
      const forgeries = [
        moved(token, other),
        changed(token),
        moved(token, randomUUID()),
        token.slice(0, -1),
        "x",
      ];
      for (const forged of variants(forgeries, 2)) {
        for (const visitor of [new Visitor(product.url), b.visitor]) {
          const shown = await visitor.get(door + forged);
          expect(shown.status, `GET ${door}`).toBe(404);
          expect(await shown.text(), `GET ${door}`).not.toContain(SECRET);
          expect([303, 404], `POST ${door}`).toContain((await visitor.post(door + forged)).status);
        }
      }
      expect((await new Visitor(product.url).get(`${door}${changed(token)}/file`)).status).toBe(404);
    }
    // B has the whole link of another person's invitation.
    expect((await b.visitor.post(`/join/${tokens.join}`)).headers.get("location")).toBe(
      `/join/${tokens.join}`,
    );
    expect((await new Visitor(product.url).get("/p/no-such-business")).status).toBe(404);
    expect(
      (
        await new Visitor(product.url).post("/p/no-such-business", {
          name: "N",
          email: "n@x.test",
          consent: "yes",
        })
      ).status,
    ).toBe(404);
    expect(await rowsOfA()).toBe(before);
  });
});
