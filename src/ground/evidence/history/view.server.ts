import { and, desc, eq, inArray, lt } from "drizzle-orm";
import { actingRole, may, zoneOf, lookUpJob } from "#ground/businesses/public.server.ts";
import { fullNamesOf } from "#ground/identity/public.server.ts";
import { photosOf } from "#ground/media/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { dayOf, type Moment, moment } from "#platform/time/format.ts";
import { asEntry, sealsOf, loadStanding } from "../entries.server.ts";
import { describeKind, type Statement, formatEntryLines } from "./format-entry.ts";
import { restrictedFor } from "../restricted.server.ts";
import { type Entry, erasureOf, ERASED, isBuiltInKind, lateEntries } from "../rules.ts";
import { evidenceEntries } from "../tables.server.ts";

const ON_A_PAGE = 50;

export interface EntryView {
  readonly number: number;
  readonly kind: string;
  readonly by: string | null;
  readonly at: Moment;
  readonly occurred: Moment | null;
  /** Labels: late, corrected, correcting. */
  readonly marks: readonly string[];
  readonly lines: readonly Statement[];
  readonly photos: readonly {
    readonly sha256: string;
    readonly isDrawn: boolean;
    readonly isHeld: boolean;
  }[];
  readonly hash: string;
  readonly isSealed: boolean;
  /** The history's own entries need no correction. */
  readonly mayCorrect: boolean;
}

/** Loads a job's history for its page: summary, one page of entries (newest first), and all seals. */
export async function historyView(ctx: AccountContext, job: string, before: number | null) {
  const standing = await loadStanding(ctx, job);
  if (standing.number === 0) throw new AppError("not_found", "Nothing has happened on this job yet.");
  const [known, seals] = [await lookUpJob(ctx, job), await sealsOf(ctx, job)];
  const zone = known?.zone ?? (await zoneOf(ctx));
  const ofJob = and(eq(evidenceEntries.accountId, ctx.account.id), eq(evidenceEntries.jobId, job));
  const rows = await ctx.db
    .select()
    .from(evidenceEntries)
    .where(and(ofJob, before === null ? undefined : lt(evidenceEntries.number, before)))
    .orderBy(desc(evidenceEntries.number))
    .limit(ON_A_PAGE);
  const isRestricted = restrictedFor(ctx);
  const restricted = new Set<number>();
  const page = rows.map(asEntry).map((entry) => {
    if (!isRestricted(entry)) return entry;
    restricted.add(entry.number);
    return { ...entry, payload: null, media: [] };
  });
  const numbers = page.map(({ number }) => number);
  const sealEntries = await ctx.db
    .select()
    .from(evidenceEntries)
    .where(and(ofJob, eq(evidenceEntries.kind, ERASED)));
  const corrections = numbers.length
    ? await ctx.db
        .select({ number: evidenceEntries.number, corrects: evidenceEntries.corrects })
        .from(evidenceEntries)
        .where(and(ofJob, inArray(evidenceEntries.corrects, numbers)))
        .orderBy(evidenceEntries.number)
    : [];
  const sealedBy = await loadSealReasons(
    ctx,
    job,
    seals.map(({ number }) => number),
  );
  const ids = [
    ...page.flatMap((entry) => [entry.author, ...idsIn(entry)]),
    ...seals.map(({ author }) => author),
  ];
  const people = await fullNamesOf(ctx.db, ids);
  const photos = new Map(
    (await photosOf(ctx, [...new Set(page.flatMap(({ media }) => media))])).map((photo) => [
      photo.sha256,
      photo,
    ]),
  );
  const erasedBy = new Map(
    sealEntries
      .map(asEntry)
      .flatMap((entry) => (erasureOf(entry)?.entries ?? []).map((number) => [number, entry] as const)),
  );
  const late = new Set(lateEntries(page, seals));
  const when = (at: string) => moment(Temporal.Instant.from(at), zone);
  const authorName = (author: string | null) =>
    author === null ? null : (people.get(author) ?? "someone who’s no longer here");
  const entries = page.map((entry): EntryView => {
    const { number, kind, author, at, occurredAt, corrects, media, hash, payload } = entry;
    const correctedBy = corrections.filter((one) => one.corrects === number).map((one) => one.number);
    const erasure = erasedBy.get(number);
    return {
      number,
      kind: describeKind(kind),
      by: authorName(author),
      at: when(at),
      occurred: sameMinute(at, occurredAt) ? null : when(occurredAt),
      marks: [
        ...(late.has(number) ? ["Late: added after the lock, for an earlier time"] : []),
        ...(corrects ? [`Corrects entry ${corrects}`] : []),
        ...(correctedBy.length ? [`Corrected by entry ${correctedBy.join(", ")}`] : []),
      ],
      lines:
        payload === null
          ? [
              {
                name: "",
                value: restricted.has(number)
                  ? "Only owners and managers can read this entry."
                  : erasure
                    ? `Deleted on ${when(erasure.at).words}. ${erasureOf(erasure)!.rule}.`
                    : "Its text is missing.",
              },
            ]
          : formatEntryLines(entry, people, (one) => when(one).words),
      photos: media.map((sha256) => ({
        sha256,
        isHeld: photos.has(sha256),
        isDrawn: photos.get(sha256)?.derivatives.thumb !== undefined,
      })),
      hash,
      isSealed: number <= standing.sealedTo,
      mayCorrect: payload !== null && !isBuiltInKind(kind),
    };
  });
  const newest = seals.at(-1);
  return {
    job,
    name: known?.name ?? null,
    zone,
    number: standing.number,
    hash: standing.hash ?? "",
    sealedTo: standing.sealedTo,
    sealedOn: newest ? dayOf(Temporal.Instant.from(newest.at), zone) : null,
    entries,
    isNewest: before === null || before > standing.number,
    older: numbers.length === ON_A_PAGE && numbers.at(-1)! > 1 ? numbers.at(-1)! : null,
    seals: seals.toReversed().map(({ id, number, at, author, hash, key }) => ({
      id,
      number,
      hash,
      key,
      at: when(at),
      by: authorName(author),
      words: sealedBy.get(number) ?? "",
    })),
    mayWrite: may(actingRole(ctx), "work.write"),
  };
}

const sameMinute = (one: string, other: string) => one.slice(0, 16) === other.slice(0, 16);

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Ids of people may be anywhere in a payload, also in field names. */
const idsIn = ({ payload }: Entry): string[] =>
  payload === null ? [] : (JSON.stringify(payload).match(ID) ?? []);

/** The reason of each seal, from the entry that records it. */
async function loadSealReasons(
  ctx: AccountContext,
  job: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await ctx.db
    .select({ number: evidenceEntries.number, payload: evidenceEntries.payload })
    .from(evidenceEntries)
    .where(
      and(
        eq(evidenceEntries.accountId, ctx.account.id),
        eq(evidenceEntries.jobId, job),
        inArray(evidenceEntries.number, [...numbers]),
      ),
    );
  return new Map(rows.map(({ number, payload }) => [number, wordsIn(payload)]));
}

function wordsIn(payload: unknown): string {
  const words = typeof payload === "object" && payload !== null && "words" in payload ? payload.words : "";
  return typeof words === "string" ? words : "";
}
