import { grantTool, listPeople } from "#ground/businesses/public.server.ts";
import type { Json } from "#ground/sync/public.server.ts";
import { listJobs } from "#trade/jobs/public.server.ts";
import { photoId, shotsId } from "#tools/photos/rules/ids.ts";
import { ALBUM, PHOTO, type STAGES } from "#tools/photos/rules/photo.ts";
import { SHOTS } from "#tools/photos/rules/shots.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, type Person, withAccount, withMember } from "#platform/db/scope.server.ts";
import { BUSINESS } from "./cast.ts";
import { save } from "./estimates.ts";
import { keepPhoto } from "./log.ts";
import type { Scene } from "./scenes.ts";
import deckShots from "../../../content/shot-lists/deck.json" with { type: "json" };

type When = readonly [daysAgo: number, hour: number];
type Marked = readonly [
  kind: string,
  color: string,
  from: readonly [number, number],
  to: readonly [number, number],
  text: string,
];

/** A photo of the demonstration, taken with the camera of a job. */
interface Taken {
  readonly job: string;
  readonly scene: Scene;
  /** The view; a before and an after have the same. */
  readonly turn: number;
  readonly when: When;
  readonly caption: string;
  readonly room: string;
  readonly trade: string;
  readonly stage: (typeof STAGES)[number];
  readonly tags?: readonly string[];
  /** Default: the owner. */
  readonly by?: "foreman";
  /** The place of a shot of the list of the Vogel deck. */
  readonly shot?: number;
  readonly marks?: readonly Marked[];
  /** Whether it is the other half of the photo before it. */
  readonly isPair?: true;
}

const [VOGEL, WHITEHORSE] = ["Vogel deck", "Whitehorse deck"];

export const PHOTOS: readonly Taken[] = [
  {
    ...{ job: VOGEL, scene: "old", turn: 102, when: [8, 7], room: "Back yard", trade: "Demolition" },
    ...{ caption: "The old deck, from the maple. Two boards gone", stage: "before", shot: 0 },
  },
  {
    ...{ job: VOGEL, scene: "frame", turn: 102, when: [3, 15], room: "Back yard", trade: "Framing" },
    ...{ caption: "Frame up, from the maple", stage: "during", isPair: true, by: "foreman" },
  },
  {
    ...{ job: VOGEL, scene: "boards", turn: 107, when: [2, 14], room: "Back yard", trade: "Decking" },
    ...{ caption: "Joist tape under every board", stage: "during", by: "foreman" },
  },
  {
    ...{ job: VOGEL, scene: "stairs", turn: 108, when: [1, 11], room: "Yard stairs", trade: "Decking" },
    ...{ caption: "Stringers hung, 7 1/4 in rise", stage: "inspection", shot: 12, by: "foreman" },
  },
  {
    ...{ job: VOGEL, scene: "ledger", turn: 104, when: [8, 12], room: "House wall", trade: "Framing" },
    ...{ caption: "New ledger over the flashing, before the siding", stage: "rough-in", shot: 4 },
    tags: ["before-cover"],
    marks: [
      ["arrow", "red", [0.72, 0.16], [0.56, 0.38], ""],
      ["words", "red", [0.6, 0.1], [0.6, 0.1], "Flashing laps over"],
    ],
  },
  {
    ...{ job: VOGEL, scene: "footing", turn: 106, when: [7, 14], room: "Back yard", trade: "Concrete" },
    ...{ caption: "Footing 2, tape to the bottom", stage: "inspection", shot: 1, tags: ["before-pour"] },
    marks: [["line", "yellow", [0.59, 0.1], [0.59, 0.74], "42 in"]],
  },
  {
    ...{ job: WHITEHORSE, scene: "lumber", turn: 103, when: [1, 14], room: "Driveway", trade: "Framing" },
    ...{ caption: "Lumber as it came. Four twisted boards on top went back", stage: "during" },
  },
  {
    ...{
      job: WHITEHORSE,
      scene: "conduit",
      turn: 105,
      when: [1, 15],
      room: "North corner",
      trade: "Electrical",
    },
    ...{ caption: "Old conduit across footing 4, 14 in down", stage: "problem" },
    marks: [["circle", "red", [0.3, 0.36], [0.7, 0.66], ""]],
  },
];

/**
 * Photos of the owner's jobs, each at its time: tagged and marked, a pair, an album, and a shot list that
 * is begun.
 * @param past the moment some days ago at that hour
 */
export function photosTaken(
  accountId: string,
  owner: Person,
  past: (daysAgo: number, hour: number) => Temporal.Instant,
): { readonly at: Temporal.Instant; run(): Promise<void> }[] {
  const asOwner = <T>(work: (ctx: AccountContext) => Promise<T>) =>
    withMember(accountId, owner, { role: "owner", jobId: null }, work);
  const foreman = async (): Promise<Person> => {
    const people = await withAccount(accountId, listPeople);
    const { userId: id, email } = people.find((one) => one.email === BUSINESS.foreman)!;
    return { id, email, emailVerified: true };
  };
  const taken = new Map<Taken, string>();
  const begin = async () => {
    await grantTool(accountId, "photos");
    await asOwner(async (ctx) => {
      const job = await jobNamed(ctx, VOGEL);
      await save(ctx, SHOTS, shotsId(job, "deck"), job, {
        title: deckShots.title,
        shots: deckShots.shots,
      });
    });
  };
  const take = async (one: Taken, at: Temporal.Instant, before: Taken | undefined) => {
    const job = await asOwner((ctx) => jobNamed(ctx, one.job));
    const sha256 = await keepPhoto(accountId, job, one.scene, one.turn, at);
    taken.set(one, sha256);
    const pair = one.isPair && before ? (taken.get(before) ?? null) : null;
    const person = one.by === "foreman" ? await foreman() : owner;
    const role = one.by === "foreman" ? "member" : "owner";
    await withMember(accountId, person, { role, jobId: null }, async (ctx) => {
      await save(ctx, PHOTO, photoId(job, sha256), job, {
        ...{ sha256, [`photos.${sha256}`]: { type: "image/jpeg", at: at.epochMilliseconds } },
        ...{ caption: one.caption, room: one.room, trade: one.trade, stage: one.stage },
        ...Object.fromEntries((one.tags ?? []).map((tag) => [`tags.${tag}`, true])),
        ...(one.shot === undefined ? {} : { shot: { list: shotsId(job, "deck"), shot: one.shot } }),
        ...(one.marks ? { marks: one.marks.map(markValue) } : {}),
        ...(pair ? { pair } : {}),
      });
    });
  };
  const sort = () =>
    asOwner(async (ctx) => {
      const job = await jobNamed(ctx, VOGEL);
      await save(ctx, ALBUM, newId(), job, { name: "Before it was covered", rule: { stage: "rough-in" } });
    });
  return [
    { at: past(8, 7), run: begin },
    ...PHOTOS.map((one, at) => {
      const when = past(...one.when).add({ minutes: 10 + at });
      return { at: when, run: () => take(one, when, PHOTOS[at - 1]) };
    }),
    { at: past(1, 18), run: sort },
  ];
}

const jobNamed = async (ctx: AccountContext, name: string): Promise<string> =>
  (await listJobs(ctx, name, 1))[0]!.jobId;

const markValue = ([kind, color, from, to, text]: Marked, at: number): Json => ({
  ...{ id: `demo-${at}`, kind, color, text },
  ...{ from: [...from], to: [...to] },
});
