import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { nameFromAddress } from "#ground/identity/rules.ts";
import { acting, businessOf, somebody } from "#ground/businesses/testing/people.ts";
import { signedBytes } from "#ground/evidence/verify/entry-bytes.ts";
import { historyOf } from "#ground/evidence/entries.server.ts";
import { readJobHistory } from "#ground/evidence/export/export.server.ts";
import { nodeChecks } from "#ground/evidence/verify/hashing.server.ts";
import { publicKeys } from "#ground/evidence/seal/keys.server.ts";
import { jobDescribers, photosShown } from "#trade/jobs/public.server.ts";
import { requestReport, getReport, listReports } from "#trade/reports/data.server.ts";
import { gather } from "#trade/reports/paper/gather.server.ts";
import { makeReport } from "#trade/reports/paper/make.server.ts";
import { requestOf } from "#trade/reports/paper/render.ts";
import { reportSchema } from "#trade/reports/schema.ts";
import { sendReport } from "#trade/reports/mail/send.server.ts";
import { defineReports } from "#trade/reports/public.server.ts";
import { forgetRecipients, mailedTo, sendingSchema } from "#ground/papers/public.server.ts";
import { mediaOriginals } from "#ground/media/tables.server.ts";
import { defineKind } from "#ground/sync/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount, withSystem } from "#platform/db/scope.server.ts";
import { hasPdfTools, textOf, unseen } from "../testing/pdf-text.ts";
import { openReportingShop, type ReportingShop } from "../testing/reports.ts";

// Job reports from device records to the sent file, with the real database, queue, renderer and pictures.

let shop: ReportingShop;

beforeAll(async () => {
  shop = await openReportingShop();
  // A tool with photos of its own: a kind, and its report lines.
  defineKind({ kind: "tests.shot", scope: "job", fields: { "photo.*": z.string().nullable() } });
  const shots = {
    kind: "tests.shot",
    tell: (record: Parameters<typeof photosShown>[0]) => {
      const [first] = record.commands;
      const captionOf = (sha256: string) =>
        JSON.stringify(record.fields[`photo.${sha256}`]?.values[0]?.value).slice(1, -1);
      const photos = photosShown(record).map((sha256) => ({ sha256, caption: captionOf(sha256) }));
      return first ? [{ at: first.at, by: first.id, title: "Shot", lines: [], photos }] : [];
    },
  };
  defineReports([...jobDescribers, shots], async () => null);
});
afterAll(() => shop?.close());

const wish = (job: string, over: object = {}) =>
  reportSchema.parse({ job, from: "2026-11-20", to: "2026-11-20", photos: "4", ...over });

describe("a report", () => {
  it("is made once, kept with its hash, and in the job's history with the head it shows", async () => {
    const job = await shop.newJob();
    await shop.note(job, "Felt is down.");
    const report = await shop.made(job);
    expect(report).toMatchObject({ state: "ready", entries: 1, problem: null });
    const bytes = await installation().files.get(report.file!);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(report.sha256);
    await makeReport(shop.account, report.id);
    expect(await shop.in((ctx) => getReport(ctx, report.id))).toEqual(report);
    const history = await shop.in(async (ctx) => (await Array.fromAsync(historyOf(ctx, job))).flat());
    const last = history.at(-1)!;
    expect(last).toMatchObject({
      kind: "reports.made",
      payload: { report: report.id, sha256: report.sha256, head: report.historyHash },
    });
    expect(history[report.historyNumber! - 1]!.hash).toBe(report.historyHash);
  });

  it.skipIf(!hasPdfTools)(
    "says by day what was written, by whom, and where the history stood; the signature of that is true",
    async () => {
      const job = await shop.newJob("屋根 Müller 👷‍♀️ محمد");
      await shop.note(job, "Felt is down on the north side.");
      await shop.note(job, "Written at night, of the day before.", {
        capturedAt: Date.parse("2026-11-20T05:00:00Z"),
      });
      const report = await shop.made(job, { from: "2026-11-19", to: "2026-11-20" });
      const text = await textOf(report.file!);
      expect(text).toContain("Friday, November 20, 2026");
      expect(text).toContain("Thursday, November 19, 2026");
      expect(text).toContain("Felt is down on the north side.");
      expect(text.replaceAll(/\s/g, "")).toContain(nameFromAddress(shop.owner.email).replaceAll(" ", ""));
      expect(text).not.toContain("@");
      expect(text.replaceAll(/\s/g, "")).toContain("Müller");
      // Anyone with the installation's public key can verify the printed hash.
      const squeezed = text.replaceAll(/[\s\u200b]/g, "");
      const [, signature] = /Signature([0-9a-f]{128})/.exec(squeezed)!;
      const [, at] = /Signedat(\d{4}-\d\d-\d\dT[\d:.]+Z)/.exec(squeezed)!;
      const [key] = await withAccount(shop.account, (ctx) => publicKeys(ctx.db));
      const head = {
        is: "head",
        v: 1,
        account: shop.account,
        job,
        number: report.historyNumber,
        hash: report.historyHash,
        at,
        key: key!.id,
        signature,
      };
      expect(squeezed).toContain(key!.id);
      expect(nodeChecks.isSigned(key!.publicKey, signature!, signedBytes(head as never))).toBe(true);
      expect(
        nodeChecks.isSigned(key!.publicKey, signature!, signedBytes({ ...head, number: 1 } as never)),
      ).toBe(false);
    },
  );

  it.skipIf(!hasPdfTools)(
    "calls people by the name that they gave, and leaves their address to where it matters",
    async () => {
      const called = (name: string) =>
        withSystem((ctx) =>
          ctx.db.execute(sql`update identity_users set name = ${name} where id = ${shop.owner.id}`),
        );
      await called("Sam Ortiz");
      try {
        const job = await shop.newJob("Ortiz porch");
        await shop.note(job, "Felt is down.");
        const text = await textOf((await shop.made(job)).file!);
        expect(text).toContain("Sam Ortiz");
        expect(text.replaceAll(/\s/g, "")).not.toContain(shop.owner.email);
        const history = await shop.in((ctx) => readJobHistory(ctx, job));
        expect([...history.authors.values()]).toEqual([`Sam Ortiz (${shop.owner.email})`]);
      } finally {
        await called("");
      }
    },
  );

  it.skipIf(!hasPdfTools)(
    "shows the photos that arrived, counts those that did not, and says where they were only when asked",
    async () => {
      const job = await shop.newJob();
      const [here, away] = [await shop.photo(), "ab".repeat(32)];
      const shot = { kind: "tests.shot", record: newId(), media: [here, away] };
      await shop.send(
        job,
        { [`photo.${here}`]: "Flashing at the chimney", [`photo.${away}`]: "The back" },
        shot,
      );
      const quiet = await shop.made(job);
      expect(quiet).toMatchObject({ entries: 1, photos: 1, absent: 1 });
      const text = await textOf(quiet.file!);
      expect(text).toContain("1. Flashing at the chimney");
      expect(text).toContain("1 photo hadn’t uploaded yet");
      expect(text).not.toContain("43.615");
      const placed = await textOf((await shop.made(job, { places: "yes" })).file!);
      // Line breaks depend on the width of the address.
      expect(placed.replaceAll(/\s+/g, "")).toContain("43.61501,-116.20231±8m");
      expect(await shop.made(job, { photos: "0" })).toMatchObject({ entries: 1, photos: 0, absent: 0 });
      // Removed again: its record no longer names it.
      await shop.send(job, { [`photo.${here}`]: null }, { kind: "tests.shot", record: shot.record });
      expect(await shop.made(job)).toMatchObject({ entries: 1, photos: 0, absent: 1 });
    },
  );

  it.skipIf(!hasPdfTools).each(["2", "4", "6"])(
    "cuts no word off under a photo, however much there is to say: %s on a page",
    async (photos) => {
      const job = await shop.newJob();
      const taken = await Promise.all(Array.from({ length: 4 }, () => shop.photo()));
      const words =
        "The flashing on the north side is in, and the step at the chimney was set twice, because the first one did not lie flat in its bed.";
      const fields = Object.fromEntries(taken.map((sha256) => [`photo.${sha256}`, words]));
      await shop.send(job, fields, { kind: "tests.shot", record: newId(), media: taken });
      const report = await shop.made(job, { photos, places: "yes" });
      expect(await unseen(report.file!, 2)).toEqual([]);
      expect((await textOf(report.file!)).match(/43\.61501/g)).toHaveLength(4);
    },
  );

  it("does not say of a video without a picture that it has not arrived", async () => {
    const job = await shop.newJob();
    const film = "cd".repeat(32);
    const file = await installation().files.put(shop.account, Buffer.from("a film"), "videomp4");
    await withAccount(shop.account, (ctx) =>
      ctx.db.insert(mediaOriginals).values({
        accountId: shop.account,
        sha256: film,
        file,
        bytes: 6,
        kind: "mp4",
        state: "ready",
        receivedAt: ctx.now,
      }),
    );
    await shop.send(
      job,
      { [`photo.${film}`]: "The pump runs" },
      { kind: "tests.shot", record: newId(), media: [film] },
    );
    const report = await shop.made(job);
    expect(report).toMatchObject({ entries: 1, photos: 0, absent: 0 });
    const gathered = await shop.in((ctx) => gather(ctx, report));
    const { remarks } = requestOf({ ...gathered, photos: new Map() }).data as { remarks: string[] };
    expect(remarks).toEqual([
      "1 photo or video is saved with the job but can’t be printed. See the job or the ZIP of its history.",
    ]);
  });

  it("tells the days that were asked for, of the job's zone, and no others", async () => {
    const job = await shop.newJob();
    await shop.note(job, "late at night", { capturedAt: Date.parse("2026-11-20T06:59:00Z") });
    await shop.note(job, "after midnight", { capturedAt: Date.parse("2026-11-20T07:01:00Z") });
    expect((await shop.made(job)).entries).toBe(1);
    expect((await shop.made(job, { from: "2026-11-19" })).entries).toBe(2);
    expect((await shop.made(job, { from: "2026-11-18", to: "2026-11-18" })).entries).toBe(0);
  });

  it("is asked for once by two presses of the button, and not of a job elsewhere", async () => {
    const [job, id] = [await shop.newJob(), newId()];
    await shop.in((ctx) => requestReport(ctx, id, wish(job)));
    await shop.in((ctx) => requestReport(ctx, id, wish(job)));
    expect(await shop.in((ctx) => listReports(ctx, job))).toHaveLength(1);
    const stranger = await somebody();
    const theirs = await businessOf(stranger);
    await expect(
      acting(stranger, theirs, (ctx) => requestReport(ctx, newId(), wish(job))),
    ).rejects.toMatchObject({ code: "not_found" });
    await expect(acting(stranger, theirs, (ctx) => getReport(ctx, id))).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("says what was wrong with what was asked", () => {
    for (const wrong of [
      { job: "x" },
      { from: "2026-02-30" },
      { from: "1999-12-31" },
      { from: "2026-11-21", to: "2026-11-20" },
      { photos: "3" },
    ])
      expect(
        reportSchema.safeParse({ job: newId(), from: "2026-11-20", to: "2026-11-20", photos: "4", ...wrong })
          .success,
      ).toBe(false);
    expect(sendingSchema.safeParse({ to: "nobody", days: "30" }).success).toBe(false);
    expect(
      sendingSchema.safeParse({
        to: Array.from({ length: 11 }, (_, at) => `a${at}@b.test`).join(),
        days: "30",
      }).success,
    ).toBe(false);
    expect(sendingSchema.parse({ to: "A@b.test,  c@d.test\nA@B.test", days: "30" }).to).toEqual([
      "a@b.test",
      "c@d.test",
    ]);
  });
});

describe("sending", () => {
  it("mails everybody a link of their own to that very file, in the business's name, and notes it", async () => {
    const job = await shop.newJob();
    await shop.note(job, "Felt is down.");
    const report = await shop.made(job);
    const sending = sendingSchema.parse({
      to: "dana@client.test, lee@client.test",
      words: "Please look.",
      days: "30",
    });
    await shop.in((ctx) => sendReport(ctx, report, sending));
    const { rows } = await withAccount(shop.account, (ctx) =>
      ctx.db.execute<{ recipient: string; text: string; from_name: string }>(
        sql`select recipient, text, from_name from mail_messages where subject like 'Report: Miller roof%' order by recipient`,
      ),
    );
    expect(rows.map(({ recipient }) => recipient)).toEqual(["dana@client.test", "lee@client.test"]);
    const links = rows.map(({ text }) => /\/s\/(\S+)/.exec(text)?.[1]);
    expect(new Set(links).size).toBe(2);
    expect(rows[0]!.text).toContain("Please look.");
    expect(rows[0]!.from_name).toBe("Lake View Decking");
    const { rows: shared } = await withAccount(shop.account, (ctx) =>
      ctx.db.execute(sql`select kind, file from shares_links where file = ${report.file}`),
    );
    expect(shared).toEqual([
      { kind: "report", file: report.file },
      { kind: "report", file: report.file },
    ]);
    expect(await shop.in((ctx) => mailedTo(ctx, [report.id]))).toHaveLength(2);
    await shop.in((ctx) => forgetRecipients(ctx, { leadId: newId(), email: "Dana@client.test" }));
    expect((await shop.in((ctx) => mailedTo(ctx, [report.id]))).map(({ address }) => address)).toEqual([
      "",
      "lee@client.test",
    ]);
  });

  it("goes to nobody twice by two presses of the button, in two tabs at once either; a new form sends it again", async () => {
    const job = await shop.newJob();
    const report = await shop.made(job);
    const fields = { to: "ina@client.test, jo@client.test", days: "30" };
    const form = newId();
    const send = (more: Record<string, string>) =>
      shop.in((ctx) => sendReport(ctx, report, sendingSchema.parse({ ...fields, ...more })));
    await Promise.all([send({ form }), send({ form }), send({ form })]);
    await send({ form });
    const went = async () =>
      (await shop.in((ctx) => mailedTo(ctx, [report.id]))).map(({ address }) => address).toSorted();
    expect((await shop.in((ctx) => mailedTo(ctx, [report.id]))).map(({ address }) => address)).toEqual([
      "ina@client.test",
      "jo@client.test",
    ]);
    await send({ form, to: "ina@client.test, kim@client.test" });
    expect(await went()).toEqual(["ina@client.test", "jo@client.test", "kim@client.test"]);
    await send({ form: newId(), to: "ina@client.test" });
    expect(await went()).toEqual(["ina@client.test", "ina@client.test", "jo@client.test", "kim@client.test"]);
    const { rows } = await withAccount(shop.account, (ctx) =>
      ctx.db.execute(
        sql`select 1 from mail_messages where recipient in ('ina@client.test', 'jo@client.test', 'kim@client.test')`,
      ),
    );
    expect(rows).toHaveLength(4);
  });

  it("waits for the report, and for somebody whose address is known", async () => {
    const job = await shop.newJob();
    const id = await shop.in((ctx) => requestReport(ctx, newId(), wish(job)));
    const sending = sendingSchema.parse({ to: "dana@client.test", days: "30" });
    await expect(
      shop.in(async (ctx) => sendReport(ctx, await getReport(ctx, id), sending)),
    ).rejects.toMatchObject({ code: "conflict" });
    const sent = await shop.made(job);
    const unknown = await somebody(undefined, false);
    const theirs = await businessOf(unknown);
    await expect(
      acting(unknown, theirs, async (ctx) =>
        sendReport(ctx, { ...sent, id: newId(), jobId: newId() }, sending),
      ),
    ).rejects.toMatchObject({ code: "forbidden" });
  });
});
