import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { append, erasePerson, seal } from "#ground/evidence/public.server.ts";
import { SERVER_EVENT_KINDS, type ServerEvent } from "#trade/jobs/timeline/event-kinds.ts";
import { readServerEvents } from "#trade/jobs/timeline/server-events.server.ts";
import { jobSources } from "#trade/jobs/timeline/timeline.tsx";
import { getReport } from "#trade/reports/data.server.ts";
import { listenForRecipients } from "#trade/reports/listeners.server.ts";
import { sendingSchema } from "#ground/papers/public.server.ts";
import { sendReport, shareReport } from "#trade/reports/mail/send.server.ts";
import { closeLink, duplicateLink, linksOf, reopenLink } from "#ground/shares/links.server.ts";
import type { Fields, ShownRecord } from "#ground/sync/public.tsx";
import type { StoredRecord } from "#ground/sync/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount, withMember } from "#platform/db/scope.server.ts";
import { openReportingShop, type ReportingShop } from "../testing/reports.ts";

// The timeline: entries of the job's history that no device writes, as a device receives and shows them.

let shop: ReportingShop;

beforeAll(async () => {
  shop = await openReportingShop();
  listenForRecipients();
});
afterAll(() => shop?.close());

const told = (job: string, after = 0) => shop.in((ctx) => readServerEvents(ctx, job, after));
const happenedOf = ({ fields }: StoredRecord) =>
  fields["happened"]?.values[0]?.value as unknown as ServerEvent | undefined;

function linesOf(record: StoredRecord): string[] {
  const shown: ShownRecord = {
    ...record,
    values: {},
    conflicts: [],
    waiting: 0,
    refused: [],
    isRemoved: false,
  };
  return jobSources.flatMap((source) =>
    source.kind === record.kind
      ? source.entriesOf(shown).map(({ title }) => `${source.tool}: ${title as string}`)
      : [],
  );
}

/** A job with every kind of event that no device writes. */
async function fullJob() {
  const job = await shop.newJob();
  await shop.send(job, { status: "active" });
  await shop.send(job, { status: "paused" });
  await shop.note(job, "Felt is down.");
  const report = await shop.made(job);
  const link = { days: "30", passcode: "", sign: "" };
  const sending = sendingSchema.parse({ to: "one@client.test, two@client.test", words: "", ...link });
  await shop.in(async (ctx) => sendReport(ctx, await getReport(ctx, report.id), sending));
  await shop.in(async (ctx) =>
    shareReport(ctx, await getReport(ctx, report.id), { days: 30, passcode: "", asks: "nothing" }),
  );
  const [shared] = await shop.in((ctx) => linksOf(ctx, { jobId: job }));
  await shop.in((ctx) => closeLink(ctx, shared!.id));
  await shop.in((ctx) => closeLink(ctx, shared!.id));
  await shop.in((ctx) => reopenLink(ctx, shared!.id));
  await shop.in((ctx) => duplicateLink(ctx, shared!.id, 30));
  const lead = newId();
  await withAccount(shop.account, (ctx) =>
    append(ctx, {
      job,
      kind: "signatures.signed",
      author: null,
      payload: { signature: newId(), document: "Report: Miller roof", name: "Dana Ruiz" },
      about: [lead],
    }),
  );
  for (const [kind, words] of [
    ["papers.asked", "Is the flashing included?"],
    ["papers.approved", ""],
  ] as const)
    await withAccount(shop.account, (ctx) =>
      append(ctx, {
        ...{ job, kind, author: null, about: [lead] },
        payload: { answer: newId(), document: "Report: Miller roof", name: "Dana Ruiz", words },
      }),
    );
  await shop.in((ctx) => seal(ctx, job, "Final walk done"));
  return { job, lead };
}

describe("what happened on a job", () => {
  it("is told in its order: every status, reports, links, signatures and seals, each under its own word", async () => {
    const { job } = await fullJob();
    const { records, more } = await told(job);
    expect(more).toBe(false);
    expect(records.flatMap(linesOf)).toEqual([
      "Job: Active",
      "Job: On hold",
      "Reports: Report for Nov 20 created",
      "Reports: Report emailed to 2 people",
      "Sharing: Report shared by link",
      "Sharing: Link closed",
      "Sharing: Link reopened",
      "Sharing: Link created for a client",
      "Signatures: Report: Miller roof signed by Dana Ruiz",
      "Replies: Dana Ruiz asked about Report: Miller roof",
      "Replies: Dana Ruiz approved Report: Miller roof",
      "History: History locked",
    ]);
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  });

  it("tells the status that a job has once, by the job itself and by its history under one name", async () => {
    const { job } = await fullJob();
    const { records } = await told(job);
    const statuses = records.filter(({ kind }) => kind === SERVER_EVENT_KINDS.status);
    const command = happenedOf(statuses.at(-1)!)!["command"] as string;
    const value = (is: string, by: string, at: number) => ({
      values: [{ value: is, by, at, author: null }],
      gone: [],
    });
    const fields: Fields = { name: value("Miller roof", newId(), 1), status: value("paused", command, 2) };
    const record: ShownRecord = {
      ...{ kind: "jobs.job", id: job, job, revision: 1, values: {}, fields },
      ...{ conflicts: [], waiting: 0, refused: [], isRemoved: false },
    };
    const ofJob = jobSources.find(({ kind }) => kind === "jobs.job")!.entriesOf(record);
    const ofHistory = jobSources
      .find(({ kind }) => kind === SERVER_EVENT_KINDS.status)!
      .entriesOf({ ...record, ...statuses.at(-1)! });
    expect(ofHistory.map(({ id }) => id)).toEqual([ofJob.at(-1)!.id]);
  });

  it("comes once, and what is newer afterwards", async () => {
    const { job } = await fullJob();
    const { upTo } = await told(job);
    expect(await told(job, upTo)).toEqual({ records: [], upTo, more: false });
    await shop.note(job, "No news for this count.");
    await shop.send(job, { status: "done" });
    const newer = await told(job, upTo);
    expect(newer.records.map(happenedOf)).toMatchObject([{ is: "status", status: "done" }]);
    expect(newer.upTo).toBe(upTo + 2);
  });

  it("is how far it is, and no more, for a guest of the job; of another job it is nothing", async () => {
    const { job } = await fullJob();
    const asGuest = (jobId: string) =>
      withMember(shop.account, shop.owner, { role: "guest", jobId }, (ctx) => readServerEvents(ctx, job, 0));
    expect((await asGuest(job)).records.map(happenedOf)).toMatchObject([
      { is: "status", status: "active" },
      { is: "status", status: "paused" },
    ]);
    expect((await asGuest(await shop.newJob())).records).toEqual([]);
  });

  it("of somebody who was erased comes again, empty, to the devices that have it", async () => {
    const { job, lead } = await fullJob();
    const before = await told(job);
    const signed = before.records.find(({ kind }) => kind === SERVER_EVENT_KINDS.signatures)!;
    await shop.in((ctx) => erasePerson(ctx, { person: lead, rule: "Deleted at the person’s request" }));
    const after = await told(job, before.upTo);
    expect(after.records.find(({ id }) => id === signed.id)).toMatchObject({ kind: signed.kind, fields: {} });
    expect(after.records.flatMap(linesOf)).toEqual(["History: Deleted at someone’s request"]);
    expect(JSON.stringify((await told(job)).records)).not.toContain("Dana Ruiz");
  });
});
