import { actingRole, may, toolsOf, zoneOf } from "#ground/businesses/public.server.ts";
import { findStoredRecords } from "#ground/sync/public.server.ts";
import { listItems } from "#ground/worklist/public.server.ts";
import { findJobs, isOpen, type JobRow, type TodaySection } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { PHOTO } from "../rules/photo.ts";
import { countMissing, SHOTS } from "../rules/shots.ts";
import { readList } from "../shots/missing.server.ts";
import { quietJobs } from "./quiet-jobs.server.ts";

type Lines = TodaySection["lines"];

const MOST_READ = 300;
const MOST_LISTS = 4;
const MOST_QUIET = 3;
const MOST_CLOCKS = 3;
/** A list of a job that was done longer ago is on the job alone. */
const DONE_DAYS = 30;

/**
 * What is missing from the photos of jobs, for owners and managers: shots of jobs that end, jobs without new
 * photos, and photos that a wrong clock dated.
 */
export async function loadPhotosSection(ctx: AccountContext): Promise<TodaySection> {
  const none = { title: "Photos", lines: [], more: null, summary: null };
  if (!ctx.user || !may(actingRole(ctx), "business.change")) return none;
  if (!(await toolsOf(ctx)).some(({ word }) => word === "photos")) return none;
  const today = ctx.now.toZonedDateTimeISO(await zoneOf(ctx)).toPlainDate();
  const lists = await openLists(ctx, today);
  const quiet = await quietLines(ctx, today);
  const lines = [...lists, ...quiet.lines, ...(await clockLines(ctx, today))];
  return {
    ...none,
    lines,
    more:
      quiet.more > 0
        ? {
            text: `And ${quiet.more} more ${quiet.more === 1 ? "job" : "jobs"} without new photos`,
            href: "/account/photos",
          }
        : null,
    summary: lists.length === 0 ? null : countLists(lists.length),
  };
}

const countLists = (count: number) => `${count} shot ${count === 1 ? "list" : "lists"} not done`;

/** Whether a job's photos are needed now: it was done lately, or ends today or tomorrow. */
function isEnding({ status, finishesOn, changedAt }: JobRow, ctx: AccountContext, today: Temporal.PlainDate) {
  if (status === "done") return ctx.now.since(changedAt).total("hours") <= DONE_DAYS * 24;
  return isOpen(status) && finishesOn !== null && finishesOn <= today.add({ days: 1 }).toString();
}

async function openLists(ctx: AccountContext, today: Temporal.PlainDate): Promise<Lines> {
  const open = { job: null, from: null, to: null, type: "open" };
  const items = await listItems(ctx, SHOTS, open, null, MOST_READ);
  const jobs = await findJobs(ctx, [...new Set(items.map(({ jobId }) => jobId))]);
  const ending = items.flatMap(({ id, jobId }) => {
    const job = jobs.get(jobId);
    return job && isEnding(job, ctx, today) ? [{ id, job }] : [];
  });
  const records = await findStoredRecords(
    ctx,
    ending.slice(0, MOST_LISTS).map(({ id }) => id),
  );
  const lines: Lines[number][] = [];
  for (const record of records) {
    const job = jobs.get(record.job ?? "");
    const { list, missing } = await readList(ctx, record);
    if (!job) continue;
    const left = missing.length === 0 ? "ready to be marked done" : countMissing(missing.length);
    lines.push({
      ...{ id: record.id, job: job.name, action: "Open the list" },
      text: `, ${list.title}: ${left}`,
      href: `/account/job/${job.jobId}/photos/shots`,
    });
  }
  return lines;
}

async function quietLines(ctx: AccountContext, today: Temporal.PlainDate) {
  const { count, jobs } = await quietJobs(ctx, today, MOST_QUIET);
  const lines: Lines = jobs.map(({ job: { jobId, name }, lastDay }) => {
    const days = lastDay === null ? 0 : today.since(Temporal.PlainDate.from(lastDay)).days;
    return {
      ...{ id: `quiet ${jobId}`, job: name, action: "Take photos" },
      text: lastDay === null ? ": no photos yet" : `: no photos for ${days} days`,
      href: `/account/job/${jobId}/photos/camera`,
    };
  });
  return { lines, more: count - lines.length };
}

/** Photos of days to come, which only a wrong clock takes; a line for each job. */
async function clockLines(ctx: AccountContext, today: Temporal.PlainDate): Promise<Lines> {
  // Tomorrow has begun in some zones.
  const from = today.add({ days: 2 }).toString();
  const items = await listItems(ctx, PHOTO, { job: null, from, to: null, type: null }, null, MOST_READ);
  const byJob = Map.groupBy(items, ({ jobId }) => jobId);
  const jobs = await findJobs(ctx, [...byJob.keys()]);
  return [...byJob].slice(0, MOST_CLOCKS).flatMap(([jobId, photos]) => {
    const job = jobs.get(jobId);
    if (!job) return [];
    const count = photos.length === 1 ? "1 photo has" : `${photos.length} photos have`;
    return [
      {
        ...{ id: `clock ${jobId}`, job: job.name, action: "Show photos" },
        text: `: ${count} a date in the future. Check the camera’s clock`,
        href: `/account/photos?job=${jobId}&from=${from}`,
      },
    ];
  });
}
