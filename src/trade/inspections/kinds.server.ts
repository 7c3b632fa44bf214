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
import { drawingSchema } from "#ground/signatures/public.server.ts";
import { defineProjection } from "#ground/worklist/public.server.ts";
import { ISSUE, SAFETY_TAG } from "#trade/issues/public.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { ANSWER, answerOf } from "./rules/answers.ts";
import { answerId, dueId } from "./rules/ids.ts";
import { AFTER_FAIL, ITEM_KINDS, LONGEST, MOST, SHA256 } from "./rules/items.ts";
import { OWN_LIST, refuseList } from "./rules/lists.ts";
import { settleRun } from "./schedules/due.server.ts";
import { defineSchedules } from "./schedules/kind.server.ts";
import { dueOfRun } from "./schedules/rules.ts";
import { answersOf, APPROVAL, RUN, rowsOf, runOf, refuseFinish, STATES, withIssues } from "./rules/run.ts";

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most, `That’s too long. Use at most ${most.toLocaleString("en-US")} characters.`);
const id = z.string().regex(/^[A-Za-z0-9-]{1,40}$/);
const words = z.array(line(LONGEST.word)).max(MOST.choices);

const item = z.strictObject({
  id,
  kind: z.enum(ITEM_KINDS).optional(),
  text: line(LONGEST.text),
  why: line(LONGEST.why).optional(),
  code: line(LONGEST.title).optional(),
  required: z.boolean().optional(),
  choices: words.optional(),
  fails: words.optional(),
  unit: line(20).optional(),
  low: z.number().optional(),
  high: z.number().optional(),
  count: z.int().min(1).max(MOST.readings).optional(),
  photos: z.int().min(0).max(MOST.photos).optional(),
  weight: z.number().min(0).max(MOST.weight).optional(),
  picture: z.string().regex(SHA256).optional(),
  showIf: z.strictObject({ item: id, is: words.min(1) }).optional(),
  onFail: z.array(z.enum(AFTER_FAIL)).optional(),
});
const section = z.strictObject({
  at: z.number(),
  title: z.string().trim().max(LONGEST.title),
  repeats: z.boolean().optional(),
  items: z.array(item).min(1).max(MOST.items),
});
/** Its items may have been added since, in fields of their own. */
const ownSection = section.extend({ items: z.array(item).max(MOST.items) });
const placedItem = item.extend({ section: id, at: z.number() });
const title = line(LONGEST.title);
const answer = z.union([
  line(LONGEST.note),
  z.number().min(-1e12).max(1e12),
  z.array(line(LONGEST.word)).min(1).max(MOST.choices),
  z.array(z.number().min(-1e12).max(1e12).nullable()).min(1).max(MOST.readings),
  z.strictObject({ name: line(LONGEST.title), drawing: drawingSchema.nullable() }),
]);

/** What devices may write of checklists, and how the office lists them. Called once per process. */
export function defineInspections(): void {
  defineSchedules();
  defineKind({
    kind: OWN_LIST,
    scope: "account",
    fields: {
      ...{ title, trade: line(LONGEST.word).nullable(), restored: z.int().min(0) },
      ...{ "sections.*": ownSection.nullable(), "items.*": placedItem.nullable() },
    },
    notForGuests: "all",
    mayWrite(ctx, { sets }, before) {
      // A large list arrives in several commands.
      const isNew =
        before === null ||
        (firstWritten(before.fields)?.author === ctx.user?.id &&
          Object.keys(sets).every((one) => one.startsWith("sections.") && !(one in before.fields)));
      if (!isManager(ctx) && !isNew) return refuse("forbidden", "Only owners and managers change a list.");
      const why = refuseList({ ...(before ? shownFields(before.fields) : {}), ...sets });
      return why === null ? null : refuse("invalid", why);
    },
  });
  defineKind({
    kind: RUN,
    scope: "job",
    fields: {
      title,
      from: line(60).nullable(),
      place: line(LONGEST.title).nullable(),
      state: z.enum(STATES),
      // Older devices wrote it. A score is always computed from the answers (`scoreOf`).
      score: z.int().min(0).max(100).nullable(),
      "sections.*": section,
      "units.*": z.strictObject({ at: z.number(), name: line(LONGEST.word) }).nullable(),
      safety: z.boolean(),
      due: z.strictObject({ schedule: z.uuid(), on: z.iso.date() }),
    },
    staysInside: (values) => runOf(values).isSafety,
    mayWrite: refuseRun,
    onApplied: settleRun,
  });
  defineKind({
    kind: ANSWER,
    scope: "job",
    fields: {
      run: z.uuid(),
      item: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
      answer: answer.nullable(),
      note: line(LONGEST.note).nullable(),
      "photos.*": photoValue.nullable(),
      place: placeValue.nullable(),
    },
    staysInside: ({ run }) => typeof run === "string" && run,
    mayWrite: refuseAnswer,
  });
  defineProjection({
    kind: RUN,
    readsJob: true,
    found: { label: "Checklist", pathOf: ({ jobId, id }) => `/account/job/${jobId}/checklists/${id}` },
    itemOf({ fields }, { zone }) {
      const values = shownFields(fields);
      const run = runOf(values);
      const written = firstWritten(fields);
      const due = dueOfRun(values);
      if (!written) return null;
      return {
        date: dateAt(written.at, zone),
        context: due && dueId(due),
        title: [run.title, run.place].filter(Boolean).join(", "),
        type: run.state,
        person: written.author,
        tags: run.isSafety ? [SAFETY_TAG] : [],
        photos: [],
        texts: [run.title, run.place ?? ""],
      };
    },
  });
}

const companyOf = (ctx: AccountContext): string | null =>
  actingRole(ctx) === "guest" ? (ctx.user?.id ?? null) : null;

/** Whether the person, or for people of the business somebody of it, wrote the record first. */
function isOwnRecord(ctx: AccountContext, before: StoredRecord | null): boolean {
  const guest = companyOf(ctx);
  return before === null || guest === null || firstWritten(before.fields)?.author === guest;
}

async function refuseRun(
  ctx: AccountContext,
  { record, job, sets }: Command,
  before: StoredRecord | null,
): Promise<Refusal | null> {
  const was = before ? shownFields(before.fields) : {};
  const run = runOf({ ...was, ...sets });
  const rows = rowsOf(run);
  if (rows.length === 0) return refuse("invalid", "This checklist has no items.");
  if (rows.length > MOST.items * 2)
    return refuse("invalid", "This checklist has too many items. Split it in two.");
  // Answers name items, so items never change under them.
  const changed = Object.keys(sets).find(
    (field) =>
      (field.startsWith("sections.") || field === "due") &&
      was[field] !== undefined &&
      canonicalJson(was[field]) !== canonicalJson(sets[field]),
  );
  if (changed) return refuse("conflict", "The items of a started checklist don’t change. Start it again.");
  const from = runOf(was).state;
  const standing = { isManager: isManager(ctx), isOwn: isOwnRecord(ctx, before) };
  if (!standing.isOwn && !standing.isManager && sets["removed"] !== undefined)
    return refuse("forbidden", APPROVAL.notOwn);
  const stuck = refuseMove(APPROVAL, from, run.state, standing);
  if (stuck) return refuse(standing.isManager ? "conflict" : "forbidden", stuck);
  if (run.state !== "finished" || from === "finished" || before === null) return null;
  const why = refuseFinish(
    rows,
    withIssues(answersOf(record, await recordsOnJob(ctx, ANSWER, job)), await recordsOnJob(ctx, ISSUE, job)),
  );
  return why === null ? null : refuse("conflict", why);
}

async function refuseAnswer(
  ctx: AccountContext,
  { record, job, sets }: Command,
  before: StoredRecord | null,
): Promise<Refusal | null> {
  const { run, item } = answerOf({ ...(before ? shownFields(before.fields) : {}), ...sets });
  if (answerId(run, item) !== record)
    return refuse("invalid", "This change doesn’t say which item of the checklist it’s for.");
  const names = refusePhotoNames(sets);
  if (names) return names;
  const stored = await findStoredRecord(ctx, run);
  if (stored?.kind !== RUN || stored.job !== job)
    return refuse("not_found", "The checklist of this answer isn’t on this job.");
  // Marks made before somebody finished the list may arrive later, and still count.
  return runOf(shownFields(stored.fields)).state === "approved"
    ? refuse("conflict", "This checklist is approved. Ask an owner or manager to reopen it.")
    : null;
}

const recordsOnJob = async (ctx: AccountContext, kind: string, job: string | null) =>
  (await allRecordsOfKind(ctx, kind, { job: job ?? "" })).map(({ fields }) => ({
    values: shownFields(fields),
  }));
