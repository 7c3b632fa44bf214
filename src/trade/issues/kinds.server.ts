import { z } from "zod";
import { actingRole } from "#ground/businesses/public.server.ts";
import {
  allRecordsOfKind,
  type Command,
  defineKind,
  findStoredRecord,
  type Refusal,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { dateAt, firstWritten, refuseMove, refusePhotoNames } from "#trade/fieldwork/public.ts";
import { isManager, photoValue, placeValue, refuse } from "#trade/fieldwork/public.server.ts";
import { defineProjection } from "#ground/worklist/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { ACTIONS, actionsId, MOST_DAYS, SAFETY_TAG } from "./rules/action.ts";
import { FIRM } from "./rules/firm.ts";
import { ISSUE, issueOf, LONGEST, MOVES, PRIORITIES, STATE_LABELS, STATES } from "./rules/issue.ts";
import { afterShots, REPLY, REPLY_TYPES, replyOf } from "./rules/reply.ts";
import { refuseByTerms, TERMS, termsId } from "./rules/terms.ts";
import { saveIssue } from "./stored/save.server.ts";
import { termsFor } from "./stored/terms.server.ts";
import { issuePath } from "./paths.ts";

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most, `That’s too long. Use at most ${most.toLocaleString("en-US")} characters.`);
const fraction = z.number().min(0).max(1);

/** What devices may write of issues, and how the office lists them. Called once per process. */
export function defineIssues(): void {
  defineKind({
    kind: ISSUE,
    scope: "job",
    fields: {
      title: line(LONGEST.title),
      details: line(LONGEST.details).nullable(),
      where: line(LONGEST.where).nullable(),
      pin: z
        .strictObject({ plan: z.uuid(), page: z.int().min(0).max(10_000), x: fraction, y: fraction })
        .nullable(),
      trade: line(LONGEST.trade).nullable(),
      assignee: z
        .strictObject({ kind: z.enum(["person", "firm"]), id: z.uuid(), name: line(LONGEST.name) })
        .nullable(),
      due: z.iso.date().nullable(),
      priority: z.enum(PRIORITIES),
      costTo: line(LONGEST.name).nullable(),
      state: z.enum(STATES),
      reason: line(LONGEST.reason).nullable(),
      blocked: line(LONGEST.reason).nullable(),
      safety: z.boolean(),
      from: z.strictObject({ kind: line(60), record: z.uuid(), item: line(120).optional() }).nullable(),
      "photos.*": photoValue.nullable(),
      place: placeValue.nullable(),
      // Given by the server.
      number: z.string().regex(/^PL-\d{3,}$/),
      told: z
        .strictObject({
          ...{ firm: z.uuid(), at: z.iso.datetime(), seen: z.iso.datetime().nullable() },
          trouble: line(LONGEST.reason).nullable(),
        })
        .nullable(),
    },
    notForGuests: ["costTo", "told"],
    staysInside: (values) => issueOf(values).isSafety,
    mayWrite: refuseIssue,
    onApplied: saveIssue,
  });
  defineKind({
    kind: REPLY,
    scope: "job",
    fields: {
      issue: z.uuid(),
      type: z.enum(REPLY_TYPES),
      note: line(LONGEST.details).nullable(),
      by: line(LONGEST.name).nullable(),
      "photos.*": photoValue.nullable(),
      place: placeValue.nullable(),
    },
    staysInside: ({ issue }) => typeof issue === "string" && issue,
    mayWrite: refuseReply,
  });
  defineKind({
    kind: TERMS,
    scope: "job",
    fields: { needsSecond: z.boolean(), needsPhoto: z.boolean() },
    mayWrite: (ctx, { record, job }) =>
      !isManager(ctx)
        ? refuse("forbidden", "Only owners and managers change what closing an issue needs.")
        : record === termsId(job ?? "")
          ? null
          : refuse("invalid", "This setting doesn’t belong to the job."),
  });
  defineKind({
    kind: ACTIONS,
    scope: "account",
    fields: {
      ...Object.fromEntries(PRIORITIES.map((one) => [one, z.int().min(0).max(MOST_DAYS)])),
      ...{ needsSecond: z.boolean(), needsPhoto: z.boolean() },
    },
    mayWrite: (ctx, { record }) =>
      !isManager(ctx)
        ? refuse("forbidden", "Only owners and managers change how safety actions are done.")
        : record === actionsId(ctx.account.id)
          ? null
          : refuse("invalid", "This setting doesn’t belong to the business."),
  });
  defineKind({
    kind: FIRM,
    scope: "account",
    fields: {
      name: line(LONGEST.name),
      trade: line(LONGEST.trade).nullable(),
      contact: line(LONGEST.name).nullable(),
      email: z.email("That doesn’t look like an email address.").max(254).nullable(),
      phone: line(40).nullable(),
      texts: z.boolean(),
    },
    notForGuests: "all",
  });
  defineProjection({
    kind: ISSUE,
    readsJob: true,
    found: { label: "Issue", pathOf: ({ jobId, id }) => issuePath(jobId, id) },
    itemOf({ fields }, { zone }) {
      const issue = issueOf(shownFields(fields));
      const written = firstWritten(fields);
      if (!written) return null;
      return {
        date: dateAt(written.at, zone),
        title: issue.title,
        number: issue.number,
        type: issue.state,
        state: issue.state,
        person: written.author,
        tags: issue.isSafety ? [SAFETY_TAG] : [],
        photos: issue.shots.map(({ sha256 }) => sha256),
        texts: [
          ...[issue.number, issue.title, issue.details, issue.where, issue.trade, issue.assignee?.name],
          ...[STATE_LABELS[issue.state], issue.blocked],
        ],
      };
    },
  });
}

/** The user id of a company that is a guest of the job; null for people of the business. */
const guestOf = (ctx: AccountContext): string | null =>
  actingRole(ctx) === "guest" ? (ctx.user?.id ?? null) : null;

async function refuseIssue(
  ctx: AccountContext,
  { record, job, sets }: Command,
  before: StoredRecord | null,
): Promise<Refusal | null> {
  const names = refusePhotoNames(sets);
  if (names) return names;
  // Nobody is acting when the product itself writes.
  if (ctx.user === null) return null;
  if (Object.hasOwn(sets, "number")) return refuse("forbidden", "The server numbers issues.");
  if (Object.hasOwn(sets, "told")) return refuse("forbidden", "The server writes what was sent to a sub.");
  const was = issueOf(before ? shownFields(before.fields) : {});
  const is = issueOf({ ...(before ? shownFields(before.fields) : {}), ...sets });
  const guest = guestOf(ctx);
  const isOwn =
    guest === null ||
    before === null ||
    was.assignee?.id === guest ||
    firstWritten(before.fields)?.author === guest;
  if (!isOwn) return refuse("forbidden", MOVES.notOwn);
  if (guest !== null && before && Object.hasOwn(sets, "removed"))
    return refuse("forbidden", "Ask the business to delete this issue.");
  const standing = { isManager: isManager(ctx), isOwn };
  const stuck = refuseMove(MOVES, was.state, is.state, standing);
  if (stuck) return refuse(standing.isManager ? "conflict" : "forbidden", stuck);
  if (is.state === "refused" && was.state !== "refused" && !is.reason)
    return refuse("invalid", "Say what’s still wrong.");
  if (before && was.isSafety !== is.isSafety)
    return refuse("conflict", "An issue can’t become a safety action, or stop being one.");
  if (is.state === was.state) return null;
  const ready = before?.fields["state"]?.values[0];
  const facts = {
    by: ctx.user.id,
    fixedBy: ready?.value === "ready" ? ready.author : null,
    isReady: ready?.value === "ready",
    photos: afterShots(await repliesOf(ctx, job ?? "", record)).length,
  };
  const why = refuseByTerms(await termsFor(ctx, job ?? "", is), is.state, facts, is.isSafety);
  return why === null ? null : refuse("conflict", why);
}

/** What was said about an issue. */
const repliesOf = async (ctx: AccountContext, job: string, issue: string) =>
  (await allRecordsOfKind(ctx, REPLY, { job }))
    .map(({ fields }) => replyOf(shownFields(fields)))
    .filter((reply) => reply.issue === issue);

async function refuseReply(
  ctx: AccountContext,
  { job, sets }: Command,
  before: StoredRecord | null,
): Promise<Refusal | null> {
  const names = refusePhotoNames(sets);
  if (names) return names;
  const { issue } = replyOf({ ...(before ? shownFields(before.fields) : {}), ...sets });
  const stored = await findStoredRecord(ctx, issue);
  if (stored?.kind !== ISSUE || stored.job !== job)
    return refuse("not_found", "The issue of this reply isn’t on this job.");
  const guest = guestOf(ctx);
  return guest !== null && before && firstWritten(before.fields)?.author !== guest
    ? refuse("forbidden", "Someone else wrote this. Add your own.")
    : null;
}
