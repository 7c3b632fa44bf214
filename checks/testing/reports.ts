import { createHash, randomBytes } from "node:crypto";
import sharp from "sharp";
import { expect } from "vitest";
import { acting, businessOf, somebody } from "#ground/businesses/testing/people.ts";
import { ensureSealingKey } from "#ground/evidence/public.server.ts";
import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { drawDerivatives } from "#ground/media/derivatives.server.ts";
import { mediaOriginals } from "#ground/media/tables.server.ts";
import { requestReport, getReport } from "#trade/reports/data.server.ts";
import { makeReport } from "#trade/reports/paper/make.server.ts";
import { reportSchema } from "#trade/reports/schema.ts";
import { reportsTasks } from "#trade/reports/tasks.server.ts";
import { type Command, applyCommands } from "#ground/sync/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, type Person, withAccount, withMember } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import { createLog } from "#platform/log/log.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { startTaskQueue } from "#platform/queue/queue.server.ts";
import { defineReportLines } from "#app/report-lines.ts";

/** A business with jobs to report on. What devices write goes through the route that all commands use. */
export interface ReportingShop {
  readonly clock: ReturnType<typeof testClock>;
  readonly owner: Person;
  readonly account: string;
  /** Runs work in the business as its owner. */
  in<T>(work: (ctx: AccountContext) => Promise<T>): Promise<T>;
  send(job: string, sets: Command["sets"], over?: Partial<Command>, role?: "owner" | "member"): Promise<void>;
  note(job: string, text: string, over?: Partial<Command>): Promise<void>;
  newJob(name?: string, sets?: Command["sets"]): Promise<string>;
  /** A photo that is stored and drawn, default one of a single color; returns its hash. */
  photo(jpeg?: Uint8Array): Promise<string>;
  /** Requests a report of November 20 and makes it. */
  made(job: string, over?: object): Promise<Awaited<ReturnType<typeof getReport>>>;
  close(): Promise<void>;
}

/** Opens such a business on its own database. */
export async function openReportingShop(): Promise<ReportingShop> {
  const clock = testClock("2026-11-20T16:00:00Z");
  const test = await createTestInstallation(clock);
  defineJobs();
  defineReportLines();
  await ensureSealingKey();
  const queue = await startTaskQueue({ tasks: reportsTasks, work: false, log: createLog("error") });
  const owner = await somebody();
  const account = await businessOf(owner);
  const shop: ReportingShop = {
    clock,
    owner,
    account,
    in: (work) => acting(owner, account, work),
    async send(job, sets, over = {}, role = "member") {
      const command: Command = {
        id: newId(),
        kind: "jobs.job",
        record: job,
        job,
        sets,
        replaces: {},
        capturedAt: clock.now().epochMilliseconds,
        skew: 0,
        zone: "America/Denver",
        media: [],
        ...over,
      };
      const member = { role, jobId: null };
      const { outcomes } = await withMember(account, owner, member, (ctx) =>
        applyCommands(ctx, newId(), [command]),
      );
      expect(outcomes[0]).toMatchObject({ is: "held" });
    },
    note: (job, text, over = {}) => shop.send(job, { text }, { kind: "jobs.note", record: newId(), ...over }),
    async newJob(name = "Miller roof", sets = {}) {
      const job = newId();
      await shop.send(job, { name, address: "418 Alder Street", zone: "America/Denver", ...sets });
      return job;
    },
    async photo(jpeg) {
      const background = `#${randomBytes(3).toString("hex")}`;
      const bytes =
        jpeg ??
        (await sharp({ create: { width: 640, height: 480, channels: 3, background } })
          .jpeg()
          .toBuffer());
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const file = await installation().files.put(account, bytes, "photojpeg");
      const known = {
        accountId: account,
        sha256,
        file,
        bytes: bytes.byteLength,
        kind: "jpeg",
        state: "waiting",
      } as const;
      const place = { latitude: 43.61501, longitude: -116.20231, accuracy: 8 };
      await withAccount(account, (ctx) =>
        ctx.db
          .insert(mediaOriginals)
          .values({ ...known, ...place, width: 640, height: 480, receivedAt: ctx.now }),
      );
      await drawDerivatives(account, sha256);
      return sha256;
    },
    async made(job, over = {}) {
      const wish = reportSchema.parse({ job, from: "2026-11-20", to: "2026-11-20", photos: "4", ...over });
      const id = await shop.in((ctx) => requestReport(ctx, newId(), wish));
      await makeReport(account, id);
      return shop.in((ctx) => getReport(ctx, id));
    },
    async close() {
      await closeRenderers();
      await queue.stop();
      await test.drop();
    },
  };
  return shop;
}
