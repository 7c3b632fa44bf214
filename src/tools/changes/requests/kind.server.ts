import { z } from "zod";
import { actingRole, lookUpJob } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { type NotificationKind, notify } from "#ground/notifications/public.server.ts";
import {
  type AppliedCommand,
  type Command,
  defineKind,
  type Refusal,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { refusePhotoNames } from "#trade/fieldwork/public.ts";
import { isManager, photoValue, placeValue, refuse } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { MOST_CENTS } from "#platform/money/money.ts";
import { origin } from "../kinds.server.ts";
import { LONGEST, MOST_DAYS } from "../rules/change.ts";
import { ANSWERS, REQUEST, requestOf, whyAnswered } from "./request.ts";

const words = (most: number) => z.string().trim().max(most);

const ASKED: NotificationKind = {
  kind: "changes.request",
  label: "Guest’s request for extra work",
  hint: "A guest of a job, such as a sub, asks for extra work.",
  // What a guest charges is for owners and managers.
  right: "business.change",
};

export const changesNotifications: readonly NotificationKind[] = [ASKED];

/** What guests of a job may ask for. Called once per process. */
export function defineRequests(): void {
  defineKind({
    kind: REQUEST,
    scope: "job",
    isPrivate: true,
    fields: {
      title: words(LONGEST.title).min(1),
      description: words(LONGEST.words).nullable(),
      cents: z.int().min(0).max(MOST_CENTS).nullable(),
      days: z.int().min(-MOST_DAYS).max(MOST_DAYS).nullable(),
      place: placeValue.nullable(),
      "photos.*": photoValue.nullable(),
      // What it began with, such as a log entry.
      from: origin.nullable(),
      answer: z.strictObject({ is: z.enum(ANSWERS), words: words(LONGEST.words) }).nullable(),
    },
    mayWrite: (ctx, { sets }, before) => refuseRequest(ctx, sets, before),
    onApplied: notifyOfRequest,
  });
}

function refuseRequest(
  ctx: AccountContext,
  sets: Command["sets"],
  before: StoredRecord | null,
): Refusal | null {
  if (isManager(ctx)) {
    const isAnswer = before !== null && Object.keys(sets).every((field) => field === "answer");
    return isAnswer ? null : refuse("forbidden", "Only the person who wrote a request changes it.");
  }
  if (actingRole(ctx) !== "guest")
    return refuse("forbidden", "Requests are for guests. Write a change instead.");
  if (Object.hasOwn(sets, "answer")) return refuse("forbidden", "Only owners and managers answer a request.");
  const answered = before && whyAnswered(requestOf(shownFields(before.fields)));
  if (answered) return refuse("conflict", answered);
  if (!before && !Object.hasOwn(sets, "title")) return refuse("invalid", "Say what the extra work is.");
  return refusePhotoNames(sets);
}

/** Notifies owners and managers of a new request, once. */
async function notifyOfRequest(
  ctx: AccountContext,
  { id, job, fields }: StoredRecord,
  { author, sets }: AppliedCommand,
): Promise<void> {
  if (actingRole(ctx) !== "guest" || author === null || job === null || !Object.hasOwn(sets, "title")) return;
  const { title, description } = requestOf(shownFields(fields));
  const name = (await namesOf(ctx.db, [author])).get(author) ?? "A guest";
  const known = await lookUpJob(ctx, job);
  await notify(ctx, ASKED, [
    {
      key: id,
      about: id,
      jobId: job,
      title: `${name} asks for extra work on ${known?.name ?? "a job"}`,
      text: [title, description].filter(Boolean).join(". "),
      action: "Open the request",
      path: `/account/job/${job}/changes/requests/${id}`,
    },
  ]);
}
