import { z } from "zod";
import { actingRole } from "#ground/businesses/public.server.ts";
import {
  type Command,
  defineKind,
  type Refusal,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { defineProjection } from "#ground/worklist/public.server.ts";
import { dateAt, firstWritten, shotsOf } from "#trade/fieldwork/public.ts";
import { defineMarks, isManager, photoValue, placeValue, refuse } from "#trade/fieldwork/public.server.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { publishPhoto } from "./api/publish.server.ts";
import { CONSENTS, USES } from "./consent/rules.ts";
import { forgetInEmails } from "./consent/states.server.ts";
import { isTakenAway } from "./consent/stored.server.ts";
import { listPhotosOfOtherTools } from "./office/other-tools.server.ts";
import { photoId, wordsId } from "./rules/ids.ts";
import { ALBUM, factsOf, isListed, LONGEST, PHOTO, refusePhoto, tagLine } from "./rules/photo.ts";
import { LIST, LONGEST_SHOT, missingOf, MOST_LISTED, refuseDone, shotListOf, SHOTS } from "./rules/shots.ts";
import { LISTS, MOST_WORDS, WORDS } from "./rules/words.ts";
import { listedPhotos } from "./shots/missing.server.ts";
import { defineListItems, tellListDone } from "./shots/watch.server.ts";

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
  listPhotosOfOtherTools();
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
      stage: line(LONGEST.word),
      "tags.*": z.boolean().nullable(),
      "album.*": z.boolean().nullable(),
      likeness: z
        .string()
        .regex(/^[0-9a-f]{16}$/)
        .nullable(),
      heading: z.number().min(0).max(360).nullable(),
      place: placeValue.nullable(),
      marks: z.array(mark).max(60).nullable(),
      pair: sha256.nullable(),
      paperOf: sha256.nullable(),
      shot: z.strictObject({ list: z.uuid(), shot: z.int().min(0).max(200) }).nullable(),
      hidden: line(LONGEST.reason),
      trashedAt: z.iso.datetime({ offset: true }).nullable(),
      // What the client said, as only the server says.
      consent: z.strictObject({ is: z.enum(CONSENTS), uses: z.array(z.enum(USES)) }),
    },
    mayWrite: refuseCommand,
    async onApplied(ctx, record, command) {
      await publishPhoto(ctx, record, command);
      if (isTakenAway(record)) await forgetInEmails(ctx, [record.id]);
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
          stage: z.string().max(LONGEST.word).optional(),
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
    onApplied: tellListDone,
  });
  defineKind({ kind: LIST, scope: "account", fields: { title, shots }, notForGuests: "all" });
  defineListItems();
  defineKind({
    kind: WORDS,
    scope: "account",
    fields: {
      "rooms.*": line(LONGEST.word),
      "trades.*": line(LONGEST.word),
      "stages.*": line(LONGEST.word),
    },
    mayWrite: refuseWords,
    notForGuests: "all",
  });
  defineProjection({
    kind: PHOTO,
    readsJob: true,
    found: {
      label: "Photo",
      pathOf: ({ jobId, photos }) => `/account/job/${jobId}/photos?photo=${photos[0] ?? ""}`,
    },
    itemOf({ fields }, { zone }) {
      const values = shownFields(fields);
      const facts = factsOf(values);
      const { sha256: photo, caption, room, trade, stage, tags } = facts;
      const written = firstWritten(fields);
      if (!photo || !written || !isListed(facts)) return null;
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

/** As many words as all lists have, and as many that were removed. */
const MOST_FIELDS = 2 * LISTS.length * MOST_WORDS;

function refuseWords(
  ctx: AccountContext,
  { record, sets }: Command,
  before: StoredRecord | null,
): Refusal | null {
  if (!isManager(ctx)) return refuse("forbidden", "Only owners and managers change the lists.");
  if (record !== wordsId(ctx.account.id))
    return refuse("invalid", "These aren’t the lists of this business.");
  const fields = new Set([...Object.keys(before?.fields ?? {}), ...Object.keys(sets)]);
  return fields.size > MOST_FIELDS ? refuse("invalid", "The lists are full. Remove words first.") : null;
}

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
