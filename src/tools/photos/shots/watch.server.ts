import { lookUpJob, toolsOf } from "#ground/businesses/public.server.ts";
import { onEvent, publish } from "#ground/events/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { type NotificationKind, notify } from "#ground/notifications/public.server.ts";
import {
  type AppliedCommand,
  findStoredRecords,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { defineProjection, listItems } from "#ground/worklist/public.server.ts";
import { dateAt, firstWritten } from "#trade/fieldwork/public.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { countMissing, shotListOf, SHOTS } from "../rules/shots.ts";
import { readList } from "./missing.server.ts";

/** What shot lists are by type in lists over all jobs. */
type ListState = "open" | "done";

const DONE: NotificationKind = {
  kind: "photos.shots-done",
  label: "Shot list done",
  hint: "Everything on a job’s shot list is on file, or doesn’t apply.",
  preset: { owner: ["push"], others: [] },
};
const LEFT_OPEN: NotificationKind = {
  kind: "photos.shots-missing",
  label: "Job done, photos missing",
  hint: "A job is marked done while a shot list is open.",
};

export const photosNotifications: readonly NotificationKind[] = [DONE, LEFT_OPEN];

/** Lists the shot lists of all jobs. Called once per process. */
export function defineListItems(): void {
  defineProjection({
    kind: SHOTS,
    readsJob: true,
    itemOf({ fields }, { zone }) {
      const list = shotListOf(shownFields(fields));
      const first = firstWritten(fields);
      if (!first || list.shots.length === 0) return null;
      const type: ListState = list.isDone ? "done" : "open";
      return { date: dateAt(first.at, zone), title: list.title, type, person: first.author, texts: [] };
    },
  });
}

const pathOf = (job: string) => `/account/job/${job}/photos/shots`;

/** Publishes that a list is done and notifies people of it, in the command's transaction. */
export async function tellListDone(
  ctx: AccountContext,
  { id, job, fields }: StoredRecord,
  { id: command, sets, author }: AppliedCommand,
): Promise<void> {
  const list = shotListOf(shownFields(fields));
  if (sets["done"] !== true || !list.isDone || job === null) return;
  await publish(ctx, { type: "tool.did", what: "shot_list.done", jobId: job, details: { shotListId: id } });
  const where = (await lookUpJob(ctx, job))?.name ?? "a job";
  const by = author === null ? undefined : (await namesOf(ctx.db, [author])).get(author);
  await notify(ctx, DONE, [
    {
      ...{ key: command, about: id, jobId: job },
      title: `${list.title}: all photos are on file`,
      text: by ? `${by} finished the shot list of ${where}.` : `The shot list of ${where} is done.`,
      action: "Open the list",
      path: pathOf(job),
    },
  ]);
}

const MOST_LISTS = 20;

/** Notifies people of shot lists that are open on a job that is done now. */
async function tellLeftOpen(ctx: AccountContext, jobId: string): Promise<void> {
  if (!(await toolsOf(ctx)).some(({ word }) => word === "photos")) return;
  const open = await listItems(
    ctx,
    SHOTS,
    { job: jobId, from: null, to: null, type: "open" },
    null,
    MOST_LISTS,
  );
  if (open.length === 0) return;
  const job = await findJob(ctx, jobId);
  const records = await findStoredRecords(
    ctx,
    open.map(({ id }) => id),
  );
  const lines: string[] = [];
  for (const record of records) {
    const { list, missing } = await readList(ctx, record);
    if (missing.length > 0) lines.push(`${list.title}: ${countMissing(missing.length)}.`);
  }
  if (!job || lines.length === 0) return;
  await notify(ctx, LEFT_OPEN, [
    {
      // Once for each time that it becomes done.
      ...{ key: `${jobId} ${ctx.now.toString()}`, about: jobId, jobId },
      title: `${job.name} is done, but photos are missing`,
      text: lines.join(" "),
      action: "Open the shot lists",
      path: pathOf(jobId),
    },
  ]);
}

/** Connects shot lists to the status of their job. Called once per process. */
export function listenForDoneJobs(): void {
  onEvent("job.changed", async (ctx, { jobId, status }) => {
    if (status === "done") await tellLeftOpen(ctx, jobId);
  });
}
