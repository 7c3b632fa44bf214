import { z } from "zod";
import { actingRole } from "#ground/businesses/public.server.ts";
import {
  type Command,
  defineKind,
  recordsOfKind,
  type Refusal,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { defineProjection } from "#ground/worklist/public.server.ts";
import { dateAt, firstWritten, shotsOf } from "#trade/fieldwork/public.ts";
import { defineMarks, isManager, photoValue, placeValue, refuse } from "#trade/fieldwork/public.server.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { CONSENTS, USES } from "./consent/rules.ts";
import { forgetInEmails } from "./consent/states.server.ts";
import { isTakenAway } from "./consent/stored.server.ts";
import { photoId } from "./rules/ids.ts";
import { ALBUM, type Facts, factsOf, LONGEST, PHOTO, refusePhoto, STAGES, tagLine } from "./rules/photo.ts";
import { LIST, LONGEST_SHOT, missingOf, MOST_LISTED, refuseDone, shotListOf, SHOTS } from "./rules/shots.ts";

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most, `That’s too long. Use at most ${most.toLocaleString("en-US")} characters.`)
    .nullable();
/** Screens read marks without trust (`readMarks`), so only their size matters here. */
const mark = z.looseObject({}).refine((one) => JSON.stringify(one).length <= 1_000);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What devices may write of photos, and how the office lists them. Called once per process. */
export function definePhotos(): void {
  defineMarks(photoId);
  defineKind({
    kind: PHOTO,
    scope: "job",
    fields: {
      sha256,
      // Only of a photo that this tool took or imported itself.
      "photos.*": photoValue,
      caption: line(LONGEST.caption),
      room: line(LONGEST.word),
      trade: line(LONGEST.word),
      stage: z.enum(STAGES).nullable(),
      "tags.*": z.boolean().nullable(),
      "album.*": z.boolean().nullable(),
      heading: z.number().min(0).max(360).nullable(),
      place: placeValue.nullable(),
      marks: z.array(mark).max(60).nullable(),
      pair: sha256.nullable(),
      shot: z.strictObject({ list: z.uuid(), shot: z.int().min(0).max(200) }).nullable(),
      hidden: line(LONGEST.reason),
      trashedAt: z.iso.datetime({ offset: true }).nullable(),
      // What the client said, as only the server says.
      consent: z.strictObject({ is: z.enum(CONSENTS), uses: z.array(z.enum(USES)) }),
    },
    mayWrite: refuseCommand,
    async onApplied(ctx, { id, fields }) {
      if (isTakenAway({ fields })) await forgetInEmails(ctx, [id]);
    },
  });
  defineKind({
    kind: ALBUM,
    scope: "job",
    fields: {
      name: z.string().trim().min(1).max(LONGEST.word),
      rule: z
        .strictObject({
          room: z.string().max(LONGEST.word).optional(),
          trade: z.string().max(LONGEST.word).optional(),
          stage: z.enum(STAGES).optional(),
          tag: z.string().max(LONGEST.word).optional(),
          day: z.iso.date().optional(),
        })
        .nullable(),
    },
    mayWrite: (ctx) =>
      actingRole(ctx) === "guest" ? refuse("forbidden", "Guests can’t change albums.") : null,
  });
  const shots = z.array(z.string().trim().min(1).max(LONGEST_SHOT)).min(1).max(MOST_LISTED);
  const title = z.string().trim().min(1).max(LONGEST.word);
  defineKind({
    kind: SHOTS,
    scope: "job",
    fields: { title, shots, "skips.*": line(LONGEST.reason), done: z.boolean() },
    mayWrite: refuseShotList,
  });
  defineKind({ kind: LIST, scope: "account", fields: { title, shots }, notForGuests: "all" });
  defineProjection({
    kind: PHOTO,
    readsJob: true,
    itemOf({ fields }, { zone }) {
      const values = shownFields(fields);
      const facts = factsOf(values);
      const { sha256: photo, caption, room, trade, stage, tags } = facts;
      const written = firstWritten(fields);
      if (!photo || !written || facts.hidden !== null || facts.trashedAt !== null) return null;
      const [own] = shotsOf(values);
      return {
        date: dateAt(own?.at ?? written.at, zone),
        title: caption || tagLine(facts) || "Photo",
        type: stage,
        person: written.author,
        tags: [room, trade, ...tags].filter((word) => word !== null),
        photos: [photo],
        texts: [caption, tagLine(facts)],
      };
    },
  });
}

function refuseCommand(
  ctx: AccountContext,
  { job, record, sets }: Command,
  before: StoredRecord | null,
): Refusal | null {
  // Nobody is acting when the product itself writes.
  if (ctx.user !== null && Object.hasOwn(sets, "consent"))
    return refuse("forbidden", "Only your client says what may be shown.");
  const isGuest = actingRole(ctx) === "guest";
  const named = Object.entries(before?.fields ?? {}).find(([field]) => field.startsWith("photos."))?.[1];
  // A new record of a guest has to bring the photo.
  const isOwn = before
    ? (named?.values.every(({ author }) => author === ctx.user?.id) ?? false)
    : Object.keys(sets).some((field) => field.startsWith("photos."));
  return refusePhoto(
    {
      job: job ?? "",
      record,
      sets,
      was: before ? shownFields(before.fields) : {},
      now: ctx.now.epochMilliseconds,
    },
    { isManager: isManager(ctx), isGuest, isOwn },
  );
}

/** A page of records. */
const AT_ONCE = 500;

async function refuseShotList(
  ctx: AccountContext,
  { job, record, sets }: Command,
  before: StoredRecord | null,
): Promise<Refusal | null> {
  if (actingRole(ctx) === "guest") return refuse("forbidden", "Guests can’t change shot lists.");
  const was = before ? shownFields(before.fields) : {};
  const list = shotListOf({ ...was, ...sets });
  if (list.shots.length === 0) return refuse("invalid", "This list has no shots.");
  if (before && Object.hasOwn(sets, "shots") && canonicalJson(was["shots"]) !== canonicalJson(sets["shots"]))
    return refuse("conflict", "The shots of a list don’t change. Start another list.");
  if (sets["done"] !== true) return null;
  const why = refuseDone(list, missingOf(list, record, await listedPhotos(ctx, job ?? "")));
  return why === null ? null : refuse("conflict", why);
}

async function listedPhotos(ctx: AccountContext, job: string): Promise<Facts[]> {
  const found: Facts[] = [];
  for (let after: string | undefined; ;) {
    const page = await recordsOfKind(ctx, PHOTO, { job, after, withAny: ["shot"] }, AT_ONCE);
    found.push(...page.map(({ fields }) => factsOf(shownFields(fields))));
    if (page.length < AT_ONCE) return found;
    after = page.at(-1)!.id;
  }
}
