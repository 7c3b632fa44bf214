import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { startIdentity } from "#ground/identity/public.server.ts";
import { identity } from "#ground/identity/start.server.ts";
import { listJobs } from "#trade/jobs/public.server.ts";
import { CHANGE } from "#tools/changes/rules/change.ts";
import { standingOf as changeStandingOf } from "#tools/changes/rules/states.ts";
import { ESTIMATE } from "#tools/estimates/rules/estimate.ts";
import { standingOf } from "#tools/estimates/rules/states.ts";
import { factsOf, PHOTO } from "#tools/photos/rules/photo.ts";
import { missingOf, shotListOf, SHOTS } from "#tools/photos/rules/shots.ts";
import { dayOf, SUBMITTED_FIELD } from "#tools/logs/rules.ts";
import { leadStatus, leadHistory, listLeads, listPages } from "#trade/leads/public.server.ts";
import { listMagnets } from "#trade/magnets/data.server.ts";
import { ledgerOfLead, outcomeOf } from "#trade/sequences/public.server.ts";
import { recordBadAddress, mayStillSend } from "#trade/sequences/sending/may-send.server.ts";
import { photosOf } from "#ground/media/public.server.ts";
import { recordsOfJob, recordsOfKind, shownFields } from "#ground/sync/public.server.ts";
import { TALK, talkOf } from "#tools/safety/rules/talk.ts";
import { RUN, runOf } from "#trade/inspections/public.ts";
import { ISSUE, isOverdue, issueOf, STATES } from "#trade/issues/rules/issue.ts";
import { conflicts } from "#ground/sync/rules.ts";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createLog } from "#platform/log/log.server.ts";
import { createMailer } from "#platform/mail/sending/mailer.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { subscribe } from "../subscriptions.ts";
import { defineKinds } from "../record-kinds.ts";
import { lineShotsOf } from "#tools/estimates/rules/photos.ts";
import { visitsBetween } from "#trade/visits/visits.server.ts";
import { PHOTOS } from "./photos.ts";
import { PRICES } from "./prices.ts";
import { FOUND } from "./walk.ts";
import { BOOKED } from "./visits.ts";
import { BUSINESS, THREAD_VISITORS, VISITORS } from "./cast.ts";
import { demoClock, fillDemo } from "./fill.ts";
import { openPostOffice } from "./post-office.ts";
import { WEEK } from "./week.ts";

// Creates databases and syncs files, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const log = createLog("error");
const password = "cedar-plumb-ledger-1234";
const folder = mkdtempSync(path.join(tmpdir(), "plumbline-demo-test-"));
let used: TestDatabase;
const office = await openPostOffice(path.join(folder, "sent"));

beforeAll(() => {
  subscribe();
  defineKinds();
});
afterAll(async () => {
  office.close();
  await closeRenderers();
  await used?.drop();
  rmSync(folder, { recursive: true, force: true });
});

// A Sunday night after a clock change, a Friday noon and a New Year's morning before work: the story must
// fit before each.
test.each(variants(["2026-11-02T05:30:00Z", "2026-11-20T19:00:00Z", "2027-01-01T13:00:00Z"]))(
  "four weeks of a business, as of %s",
  async (at) => {
    const now = Temporal.Instant.from(at);
    const clock = demoClock(now);
    await used?.drop();
    used = await createTestInstallation(clock);
    const { sender, files, publicUrl } = installation();
    startIdentity({
      secret: "a secret for tests that is long enough",
      publicUrl,
      productName: "Plumbline",
      sender,
      log,
    });
    const settings = {
      SMTP_URL: office.url,
      DATA_DIR: folder,
      DKIM_KEY: undefined,
      DKIM_SELECTOR: undefined,
    };
    const mailer = createMailer({
      database: used.database,
      settings,
      sender,
      files,
      clock,
      log,
      mayStillSend,
      onOutcome: recordBadAddress,
    });
    const { accountId } = await fillDemo({ clock, now, password, sendDue: () => mailer.sendDue() });
    await mailer.stop();
    clock.set(now);

    expect(await identity().checkPassword(BUSINESS.owner, password)).not.toBeNull();
    const seen = await withAccount(accountId, async (ctx) => {
      const outcomes: string[] = [];
      const moments: Temporal.Instant[] = [];
      const leads = await listLeads(ctx);
      for (const lead of leads) {
        const ledger = await ledgerOfLead(ctx, lead.id);
        const story = await leadHistory(ctx, lead.id);
        for (const line of ledger) outcomes.push(outcomeOf(line, now, true).label);
        moments.push(
          lead.createdAt,
          ...story.touches.map((touch) => touch.at),
          ...story.replies.map((reply) => reply.at),
        );
        moments.push(...ledger.flatMap(({ message }) => message?.sentAt ?? []));
        expect(story.consents.length).toBeGreaterThan(0);
      }
      const jobs = await listJobs(ctx, "", 10);
      const logged = await recordsOfJob(ctx, jobs.find(({ name }) => name === "Vogel deck")!.jobId);
      moments.push(...logged.flatMap(({ commands }) => commands.map((one) => one.receivedAt)));
      return {
        leads,
        outcomes,
        moments,
        magnets: await listMagnets(ctx),
        pages: await listPages(ctx),
        jobs,
        logged,
        estimates: await recordsOfKind(ctx, ESTIMATE, {}, 50),
        changes: await recordsOfKind(ctx, CHANGE, {}, 50),
        photos: await recordsOfKind(ctx, PHOTO, {}, 50),
        issues: await recordsOfKind(ctx, ISSUE, {}, 50),
        talks: await recordsOfKind(ctx, TALK, {}, 50),
        walks: await recordsOfKind(ctx, RUN, {}, 50),
        shotLists: await recordsOfKind(ctx, SHOTS, {}, 50),
      };
    });
    expect(seen.leads.map(({ name }) => name).sort()).toEqual(
      [...VISITORS, ...THREAD_VISITORS].map(({ name }) => name).sort(),
    );
    expect(new Set(seen.leads.map(leadStatus))).toEqual(
      new Set(["new", "replied", "booked", "won", "lost", "unsubscribed", "unreachable"]),
    );
    expect(seen.magnets).toHaveLength(2);
    expect(seen.jobs.map(({ name }) => name).toSorted()).toEqual([
      ...["Feldman deck", "Fowler steps", "Kim fence", "Natarajan deck"],
      ...["Okafor deck", "Rahman deck", "Vogel deck", "Whitehorse deck"],
    ]);
    expect(seen.jobs.filter(({ leadId }) => leadId === null)).toEqual([]);
    // One estimate in each state, without conflicts.
    const standings = seen.estimates.map(({ fields }) => standingOf(shownFields(fields)));
    expect(standings.map(({ state }) => state).toSorted()).toEqual(
      ["approved", "approved", "asked", "declined", "draft", "sent", "viewed"].toSorted(),
    );
    expect(standings.filter(({ number }) => number === null).map(({ state }) => state)).toEqual(["draft"]);
    expect(seen.estimates.flatMap(({ fields }) => conflicts(fields))).toEqual([]);
    // Clients see the photos of their estimates, which all arrived.
    const lineShots = seen.estimates.flatMap(({ fields }) => lineShotsOf(shownFields(fields)));
    expect(lineShots).toHaveLength(PRICES.flatMap(({ photos = [] }) => photos).length);
    const pictures = await withAccount(accountId, (ctx) =>
      photosOf(
        ctx,
        lineShots.map(({ sha256 }) => sha256),
      ),
    );
    expect(pictures.map(({ state }) => state)).toEqual(lineShots.map(() => "ready"));
    const visits = await withAccount(accountId, (ctx) =>
      visitsBetween(ctx, now, now.add({ hours: 24 * 30 })),
    );
    expect(visits).toMatchObject([{ email: BOOKED.email, address: BOOKED.address, state: "booked" }]);
    const changed = seen.changes.map(({ fields }) => changeStandingOf(shownFields(fields)));
    expect(changed.map(({ state }) => state).toSorted()).toEqual(["approved", "approved", "draft", "viewed"]);
    expect(changed.flatMap(({ co }) => co ?? [])).toEqual(["CO-001", "CO-001"]);
    expect(seen.changes.flatMap(({ fields }) => conflicts(fields))).toEqual([]);
    // Photos with tags, marks and a pair, whose pictures all arrived, and a shot list that isn't done.
    const facts = seen.photos.map(({ fields }) => factsOf(shownFields(fields)));
    // The thread has a before and an after.
    expect(facts).toHaveLength(PHOTOS.length + 2);
    expect(facts.flatMap(({ pair }) => pair ?? [])).toHaveLength(2);
    expect(seen.photos.filter(({ fields }) => fields["marks"])).toHaveLength(3);
    const drawn = await withAccount(accountId, (ctx) =>
      photosOf(
        ctx,
        facts.flatMap(({ sha256 }) => sha256 ?? []),
      ),
    );
    expect(drawn.map(({ state }) => state)).toEqual(facts.map(() => "ready"));
    // A finished walk, and what it found: an issue in each state, all numbered and on the plan.
    const everyIssue = seen.issues.map(({ fields }) => issueOf(shownFields(fields)));
    const issues = everyIssue.filter(({ pin }) => pin);
    // The thread has one of its own, which was the last of its job.
    expect(everyIssue.filter(({ pin }) => !pin)).toMatchObject([{ state: "closed", number: "PL-001" }]);
    expect(issues.map(({ state }) => state).toSorted()).toEqual(STATES.toSorted());
    expect(issues.map(({ number }) => number ?? "").toSorted()).toEqual(
      FOUND.map((_, at) => `PL-00${at + 1}`),
    );
    expect(issues.filter(({ pin, where, due }) => !pin || !where || !due)).toEqual([]);
    expect(issues.filter((one) => isOverdue(one, now.toString().slice(0, 10)))).toMatchObject([
      { assignee: { kind: "firm" }, told: { trouble: null } },
    ]);
    expect(seen.walks.map(({ fields }) => runOf(shownFields(fields)).state)).toEqual(["finished"]);
    expect([...seen.issues, ...seen.walks].flatMap(({ fields }) => conflicts(fields))).toEqual([]);
    // A talk that everyone signed, and one that isn’t finished, both numbered.
    const talks = seen.talks.map(({ fields: all }) => talkOf(shownFields(all)));
    expect(talks.map(({ number }) => number?.slice(-4) ?? "").toSorted()).toEqual(["0001", "0002"]);
    expect(talks.filter(({ finishedAt }) => finishedAt === null)).toHaveLength(1);
    const [{ id, fields }] = seen.shotLists as [(typeof seen.shotLists)[number]];
    const missing = missingOf(shotListOf(shownFields(fields)), id, facts).length;
    expect([shotListOf(shownFields(fields)).shots.length, missing]).toEqual([15, 11]);
    expect(seen.photos.flatMap(({ fields: all }) => conflicts(all))).toEqual([]);
    // No conflicts: approving a day must not create a second version of the submitted one.
    expect(
      seen.logged.flatMap(({ kind, fields }) => conflicts(fields).map((field) => `${kind} ${field}`)),
    ).toEqual([]);
    const states = seen.logged.flatMap(({ kind, fields }) =>
      kind === "logs.day" ? [dayOf(shownFields(fields)).state] : [],
    );
    expect(states.toSorted()).toEqual(["approved", "approved", "approved", "sealed", "submitted"]);
    // An approved day still has its time of submission: later entries are late.
    expect(seen.logged.filter(({ kind, fields }) => kind === "logs.day" && !fields[SUBMITTED_FIELD])).toEqual(
      [],
    );
    expect(seen.logged.filter(({ kind }) => kind === "logs.weather")).toHaveLength(WEEK.length);
    const written = seen.logged.filter(({ kind }) => kind === "logs.entry");
    expect(written).toHaveLength(WEEK.flatMap(({ entries }) => entries).length);
    const shots = written.flatMap(({ commands }) => commands.flatMap(({ media }) => media));
    const kept = await withAccount(accountId, (ctx) => photosOf(ctx, shots));
    // Every photo is different and has been drawn.
    expect(new Set(kept.filter(({ state }) => state === "ready").map(({ sha256 }) => sha256)).size).toBe(
      shots.length,
    );
    expect(seen.pages.map(({ slug }) => slug).sort()).toEqual([
      "summit-deck-and-fence",
      "summit-deck-and-fence-2",
    ]);
    for (const { offer } of seen.pages)
      expect((await files.get(offer.file)).subarray(0, 5).toString()).toBe("%PDF-");
    // Only planned steps are in the future.
    expect(
      seen.moments.filter((moment) => Temporal.Instant.compare(moment, now.add({ seconds: 5 })) > 0),
    ).toEqual([]);
    expect(new Set(seen.outcomes)).toEqual(
      new Set([
        "sent",
        "called",
        "planned",
        "can’t tell whether it arrived",
        "will try again",
        "not sent: no mailing address",
        "not sent: they replied",
        "not sent: they have an appointment",
        "not sent: they unsubscribed",
        "not sent: their email address doesn’t work",
      ]),
    );
  },
  600_000,
);
