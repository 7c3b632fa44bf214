import { type Business, getBusiness } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { photosToShare, type SharedPhoto } from "#ground/media/public.server.ts";
import { type ApprovedPaper, approvedPapers } from "#ground/papers/public.server.ts";
import { type JobRecord, recordsOfJob, shownFields } from "#ground/sync/public.server.ts";
import { dateAt } from "#trade/fieldwork/public.ts";
import {
  type CloseoutPart,
  type FilledShape,
  jobOf,
  type JobRow,
  type ShapeAsk,
  type ShapeList,
  zoneOfJob,
} from "#trade/jobs/public.server.ts";
import { clientOf, contactOf, photosForOutside } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { unitsOf } from "#platform/measures/units.ts";
import { dayWords } from "#platform/time/format.ts";
import { type Draft, findDraft, getJob, type Manual, manualsOf } from "../package.server.ts";
import { type Blanks, fillLetter, readContacts, USUAL_LETTER } from "../rules.ts";
import { partsOf } from "./registry.server.ts";
import type { Contact } from "./snapshot.ts";

/** Phones open no longer pages and documents. */
const MOST_PHOTOS = 500;

/** Everything of a job that its package may have, chosen or not. */
export interface Material {
  readonly job: JobRow;
  readonly owner: Business;
  readonly zone: string;
  readonly client: string | null;
  readonly draft: Draft;
  readonly records: readonly JobRecord[];
  readonly parts: readonly CloseoutPart[];
  readonly papers: readonly ApprovedPaper[];
  readonly manuals: readonly Manual[];
  readonly usualContacts: string;
}

/** @throws AppError not_found without the job */
export async function readMaterial(ctx: AccountContext, jobId: string): Promise<Material> {
  const job = await getJob(ctx, jobId);
  const owner = await getBusiness(ctx);
  const records = await recordsOfJob(ctx, jobId);
  const typed = records.find(({ kind }) => kind === "jobs.job");
  const clientName = typed && jobOf(jobId, shownFields(typed.fields)).clientName;
  const [lead] = job.team;
  const names = await namesOf(ctx.db, lead ? [lead] : []);
  return {
    ...{ job, owner, records },
    zone: await zoneOfJob(ctx, job),
    client: clientName || ((await clientOf(ctx, jobId))?.name ?? null) || null,
    draft: await findDraft(ctx, jobId),
    parts: partsOf(records),
    papers: await approvedPapers(ctx, jobId),
    manuals: await manualsOf(ctx, jobId),
    usualContacts: [
      [`Warranty and service: ${owner.name ?? "Us"}`, owner.phone].filter(Boolean).join(", "),
      ...(lead && names.get(lead) ? [`Crew lead: ${names.get(lead)}`] : []),
      "In an emergency: 911",
    ].join("\n"),
  };
}

/** The letter as its client reads it, by paragraph. @param now for its date, where the job is */
export function letterOf({ draft, job, owner, client, zone }: Material, now: Temporal.Instant): string[] {
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  const finished = job.finishesOn ? Temporal.PlainDate.from(job.finishesOn) : today;
  const blanks: Blanks = {
    client: client ?? "client",
    job: job.name,
    address: job.address ?? "your place",
    business: owner.name ?? "",
    today: dayWords(today),
    // A day to come isn't one on which the work was finished.
    finished: dayWords(Temporal.PlainDate.compare(finished, today) > 0 ? today : finished),
  };
  return fillLetter(draft.letter ?? USUAL_LETTER, blanks);
}

/** A list of the package before its photos are drawn. */
export interface GatheredPart {
  readonly id: string;
  readonly section: CloseoutPart["section"];
  readonly title: string;
  readonly list: ShapeList;
}

/** What is in a package, without the files of its pictures. */
export interface Gathered {
  readonly material: Material;
  readonly contact: readonly string[];
  readonly letter: readonly string[];
  readonly contacts: readonly Contact[];
  readonly papers: readonly ApprovedPaper[];
  readonly manuals: readonly Manual[];
  readonly parts: readonly GatheredPart[];
  readonly photos: ReadonlyMap<string, SharedPhoto>;
  /** Which of them are pages of plans. */
  readonly plans: ReadonlySet<string>;
  readonly remarks: readonly string[];
  /** Whether photos have arrived but aren't drawn yet. */
  readonly isDrawing: boolean;
  readonly createdAt: Temporal.Instant;
}

/** Reads the chosen parts at one point in time. @throws AppError not_found without the job */
export async function gather(ctx: AccountContext, jobId: string): Promise<Gathered> {
  const material = await readMaterial(ctx, jobId);
  const { draft, owner, records, zone } = material;
  const out = new Set(draft.leftOut);
  const names = await namesOf(
    ctx.db,
    records.flatMap(({ commands }) => commands.map(({ author }) => author)),
  );
  const days = dateAt(ctx.now.epochMilliseconds, zone);
  const ask: ShapeAsk = {
    ...{ account: ctx.account.id, business: owner.name ?? "", company: null, from: days, to: days },
    ...{
      sinceCount: null,
      untilCount: null,
      zone,
      units: unitsOf(owner.currency),
      places: false,
      choice: null,
    },
    nameOf: (person) => (person && names.get(person)) ?? "",
  };
  const parts = material.parts.flatMap((part): GatheredPart[] => {
    const filled = out.has(part.id) ? null : part.print(ask);
    const list = filled && listOf(filled);
    return list ? [{ id: part.id, section: part.section, title: part.label, list }] : [];
  });
  const plans = new Set(parts.flatMap(({ list }) => list.plans.map(({ sha256 }) => sha256)));
  const named = new Set(
    parts.flatMap(({ list }) =>
      list.groups.flatMap(({ items }) => items.flatMap(({ photos }) => photos.map(({ sha256 }) => sha256))),
    ),
  );
  const shown = await photosForOutside(ctx, jobId, [...named]);
  const wanted = plans.union(named.intersection(shown));
  const arrived = await photosToShare(ctx, jobId, [...wanted]);
  const drawn = arrived.filter((photo) => photo.derivatives.report);
  return {
    ...{ material, parts, plans },
    contact: contactOf(owner),
    letter: out.has("letter") ? [] : letterOf(material, ctx.now),
    contacts: out.has("contacts") ? [] : readContacts(draft.contacts ?? material.usualContacts),
    papers: material.papers.filter(({ paper }) => !out.has(`paper ${paper.id}`)),
    manuals: material.manuals.filter(({ id }) => !out.has(`manual ${id}`)),
    // A photo taken in a kitchen says nothing of where on earth that is.
    photos: new Map(drawn.slice(0, MOST_PHOTOS).map((photo) => [photo.sha256, { ...photo, position: null }])),
    remarks: remarksOf(wanted.size - arrived.length, arrived.length - drawn.length, drawn.length),
    isDrawing: arrived.some((photo) => photo.state === "waiting" && !photo.derivatives.report),
    createdAt: ctx.now.round({ smallestUnit: "millisecond", roundingMode: "floor" }),
  };
}

/** Photos of chapters as a list: a group for each room. */
function listOf({ list, chapters, book }: FilledShape): ShapeList | null {
  if (list) return list;
  if (chapters.length === 0) return null;
  return {
    ...{ title: book?.title ?? "Photos", noun: "item", facts: [], figures: [], words: [], plans: [] },
    groups: chapters.map(({ title, photos }) => ({
      title,
      items: photos.map((photo) => ({
        ...{ number: "", title: photo.caption || title, mark: "", tone: "plain", details: "", lines: [] },
        // The heading says the room.
        photos: [{ ...photo, tags: photo.tags.filter((tag) => tag !== title) }],
      })),
      hasPhotosBelow: true,
    })),
    ...{ signs: [], rows: [] },
  };
}

const are = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

function remarksOf(absent: number, undrawn: number, drawn: number): string[] {
  const left = Math.max(0, drawn - MOST_PHOTOS);
  return [
    ...(absent > 0
      ? [`${are(absent, "photo isn’t", "photos aren’t")} included: not uploaded from the phone yet.`]
      : []),
    ...(undrawn > 0 ? [`${are(undrawn, "photo or video", "photos or videos")} can’t be shown here.`] : []),
    ...(left > 0 ? [`${are(left, "more photo is", "more photos are")} saved with the job.`] : []),
  ];
}
