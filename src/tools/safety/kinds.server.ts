import { z } from "zod";
import { actingRole } from "#ground/businesses/public.server.ts";
import { drawingSchema } from "#ground/signatures/public.server.ts";
import { isDrawn } from "#ground/signatures/public.ts";
import {
  type Command,
  defineKind,
  findStoredRecord,
  type Refusal,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { defineProjection } from "#ground/worklist/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import { isManager, placeValue, refuse } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { definePlans } from "./hazards/kind.server.ts";
import { PLAN, planOf } from "./hazards/plan.ts";
import { numberWith } from "./paper/number.server.ts";
import { CLOCK, CLOCK_UNITS, clockOf, describeClock, MOST_EVERY } from "./rules/clock.ts";
import { LONGEST, MOST_PEOPLE, PLACES, SIGN, signOf, TALK, talkOf, titleOf } from "./rules/talk.ts";
import { isOfAnother, SHARED } from "./rights.server.ts";
import { name, sources, version, words } from "./schema.server.ts";
import { isOrientation, LANGUAGES, versionOf } from "./rules/text.ts";

const lines = z.array(words(2_000).min(1)).max(40);
const language = z.strictObject({ open: words(8_000), look: lines, ask: lines, agree: lines });
const at = z.iso.datetime({ offset: true });

/** What devices may write of talks, plans, signatures, and how often there is a talk. Once per process. */
export function defineTalks(): void {
  defineKind({
    kind: TALK,
    scope: "job",
    fields: {
      date: z.iso.date(),
      text: z.strictObject({
        slug: words(80).min(1),
        title: z.strictObject({ en: words(200).min(1), es: words(200).min(1) }),
        sources,
        ...{ en: language, es: language },
      }),
      version,
      "languages.*": z.boolean(),
      leader: name,
      notes: words(LONGEST.notes).nullable(),
      "people.*": z.strictObject({ name }).nullable(),
      "unsigned.*": words(LONGEST.reason).min(1).nullable(),
      finishedAt: at,
      place: placeValue.nullable(),
      // Only the server gives it.
      number: z.string().regex(/^TBT-\d{4}-\d{4,}$/),
    },
    mayWrite: (ctx, { sets }, before) => refuseTalk(ctx, sets, before),
    onApplied: numberWith("text"),
  });
  defineKind({
    kind: SIGN,
    scope: "job",
    fields: {
      talk: z.uuid(),
      person: z.string().min(1).max(64),
      name,
      drawing: drawingSchema.nullable(),
      at,
      language: z.enum(LANGUAGES),
      version,
      on: z.enum(PLACES),
      device: words(80),
      voided: words(LONGEST.reason).min(1),
    },
    mayWrite: refuseSign,
  });
  defineKind({
    kind: CLOCK,
    scope: "job",
    fields: {
      clock: z
        .strictObject({
          every: z.int().min(1).max(MOST_EVERY),
          unit: z.enum(CLOCK_UNITS),
          start: z.boolean(),
        })
        .nullable(),
      since: z.iso.date(),
    },
    mayWrite: (ctx) =>
      actingRole(ctx) === "guest"
        ? refuse("forbidden", "Only people of the business say how often there’s a talk.")
        : null,
  });
  defineLists();
  definePlans();
}

function defineLists(): void {
  defineProjection({
    kind: TALK,
    found: { label: "Toolbox talk", pathOf: ({ jobId, id }) => `/account/job/${jobId}/safety/${id}` },
    itemOf({ fields }) {
      const talk = talkOf(shownFields(fields));
      if (talk.date === "") return null;
      const names = talk.people.map((person) => person.name);
      return {
        ...{ date: talk.date, title: titleOf(talk), number: talk.number },
        // An orientation is no toolbox talk, so it doesn’t count as the next one that is due.
        type: isOrientation(talk.text) ? "orientation" : talk.finishedAt === null ? "open" : "finished",
        person: firstWritten(fields)?.author ?? null,
        texts: [talk.number, titleOf(talk), titleOf(talk, "es"), talk.leader, talk.notes, ...names],
      };
    },
  });
  defineProjection({
    kind: SIGN,
    itemOf({ id, fields }) {
      const sign = signOf(id, shownFields(fields));
      if (sign.talk === "" || sign.voided !== null) return null;
      // The number is the person’s key: the office counts each person once.
      const { person: number, name: title, talk: context } = sign;
      const date = sign.at.slice(0, 10);
      // Which words they are of: a plan’s change is signed again.
      return { date, title, number, context, type: sign.version, texts: [] };
    },
  });
  defineProjection({
    kind: CLOCK,
    itemOf({ fields }) {
      const [clock, written] = [clockOf(shownFields(fields)), firstWritten(fields)];
      if (!clock || !written) return null;
      const date = new Date(written.at).toISOString().slice(0, 10);
      return { date, title: describeClock(clock), type: "on", person: written.author, texts: [] };
    },
  });
}

const isOfServer = (ctx: AccountContext): boolean => ctx.user === null;
function refuseTalk(ctx: AccountContext, sets: Command["sets"], before: StoredRecord | null): Refusal | null {
  const was = before ? shownFields(before.fields) : {};
  const names = Object.keys(sets);
  if (Object.hasOwn(sets, "number") && !isOfServer(ctx))
    return refuse("forbidden", "Only the server gives a talk its number.");
  if (isOfAnother(ctx, names, before))
    return refuse("forbidden", "Another company started this talk. You can add people and sign.");
  if (talkOf(was).text !== null && (Object.hasOwn(sets, "text") || Object.hasOwn(sets, "version")))
    return refuse("conflict", "The words of a talk don’t change after it was started. Start another one.");
  const talk = talkOf({ ...was, ...sets });
  if (!talk.text || talk.version !== versionOf(talk.text))
    return refuse("invalid", "The words of this talk didn’t arrive whole. Start it again.");
  if (talk.people.length > MOST_PEOPLE)
    return refuse("invalid", `A talk has ${MOST_PEOPLE} people at most. Start another one for the rest.`);
  if (sets["removed"] === true && talkOf(was).finishedAt !== null)
    return refuse("conflict", "A finished talk stays in the records.");
  const isAfter = talkOf(was).finishedAt !== null && names.some((field) => !SHARED.test(field));
  return isAfter && !isOfServer(ctx)
    ? refuse("conflict", "This talk is finished, so it can’t change.")
    : null;
}

async function refuseSign(
  ctx: AccountContext,
  { sets, job }: Command,
  before: StoredRecord | null,
): Promise<Refusal | null> {
  if (before) {
    if (
      Object.keys(sets).some((field) => field !== "voided") ||
      signOf("", shownFields(before.fields)).voided
    )
      return refuse("conflict", "A signature doesn’t change. It can only be voided, with the reason.");
    const author = firstWritten(before.fields)?.author ?? null;
    return isManager(ctx) || (author !== null && author === ctx.user?.id)
      ? null
      : refuse("forbidden", "Owners and managers void a signature, or who passed the phone.");
  }
  const sign = signOf("", sets);
  const record = await findStoredRecord(ctx, sign.talk);
  if (!record || (record.kind !== TALK && record.kind !== PLAN) || record.job !== job)
    return refuse("not_found", "What this signs isn’t there.");
  if (sign.drawing !== null && !isDrawn(sign.drawing))
    return refuse("invalid", "There’s no signature in the box. Sign again.");
  return sign.name === "" ||
    sign.person === "" ||
    sign.at === "" ||
    !versionsOf(record).includes(sign.version)
    ? refuse("invalid", "This signature isn’t for the words that were read. Sign again.")
    : null;
}

/** What can be signed. A plan may have changed while somebody signed: they signed what they read. */
const versionsOf = ({ kind, fields }: StoredRecord): readonly string[] =>
  kind === PLAN
    ? planOf(shownFields(fields)).revisions.map(({ version }) => version)
    : [talkOf(shownFields(fields)).version];
