import { grantTool, listPeople } from "#ground/businesses/public.server.ts";
import { findStoredRecord, type Json, shownFields } from "#ground/sync/public.server.ts";
import { answerId } from "#trade/inspections/rules/ids.ts";
import { ANSWER, RUN, rowsOf, runOf } from "#trade/inspections/public.ts";
import { SCHEDULE } from "#trade/inspections/schedules/rules.ts";
import { FIRM } from "#trade/issues/rules/firm.ts";
import { ISSUE, type State } from "#trade/issues/public.ts";
import { sendList } from "#trade/issues/outside/send.server.ts";
import { REPLY } from "#trade/issues/rules/reply.ts";
import { numberIssueTask } from "#trade/issues/stored/save.server.ts";
import { listJobs } from "#trade/jobs/public.server.ts";
import { placesId } from "#trade/places/ids.ts";
import { PLACES, placeKey } from "#trade/places/rules.ts";
import { pageField, PLAN, versionField } from "#trade/plans/rules.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, type Person, withAccount, withMember } from "#platform/db/scope.server.ts";
import { BUSINESS } from "./cast.ts";
import { save } from "./estimates.ts";
import { keepPhoto, keepPicture } from "./log.ts";
import { drawPlan, PLAN_SIZE } from "./plan.ts";
import type { Scene } from "./scenes.ts";
import deckFinal from "../../../content/checklists/deck-final.json" with { type: "json" };

type When = readonly [daysAgo: number, hour: number];
type Shot = readonly [scene: Scene, turn: number];

const JOB = "Rahman deck";
const PLACES_OF_JOB = ["Deck, house side", "Deck, yard side", "Yard stairs", "Under the deck"] as const;
const WALK: When = [4, 14];

/** Answers that aren't "pass" of a check, "yes", or in the range of a number. */
const ANSWERS: Readonly<Record<string, string | number>> = {
  ...{ "guard-height": 36.5, riser: 7.25, "riser-spread": 0.25, tread: 10.25, width: 37, "rail-height": 36 },
  ...{ gaps: "fail", glass: "na", "open-risers": "na", outlet: "fail" },
};
const NOTES: Readonly<Record<string, string>> = {
  gaps: "Last bay on the yard side: 4 3/8 in. clear at the post.",
  outlet: "Cover won’t close over a plug.",
};
const SHOTS: Readonly<Record<string, readonly Shot[]>> = {
  gaps: [["rail", 110]],
  photos: [
    ["stairs", 111],
    ["rail", 114],
    ["boards", 118],
  ],
};

/** What the walk found, and what became of it. */
interface Found {
  readonly title: string;
  readonly where: (typeof PLACES_OF_JOB)[number];
  readonly pin: readonly [x: number, y: number];
  readonly priority?: "low" | "high";
  /** The failed item that it began with. */
  readonly item?: string;
  readonly shot?: Shot;
  readonly to: "foreman" | "sub";
  /** From today; negative for days ago. */
  readonly due: number;
  /** What the foreman did, and then the owner. */
  readonly fixed?: { readonly when: When; readonly note: string; readonly shot: Shot };
  readonly review?: { readonly when: When; readonly state: State; readonly reason?: string };
  readonly started?: When;
}

export const FOUND: readonly Found[] = [
  {
    ...{ title: "Baluster gap over 4 in. at the last post", where: "Deck, yard side", pin: [0.84, 0.78] },
    ...{ item: "gaps", priority: "high", to: "foreman", due: 1 },
    fixed: { when: [1, 10], note: "One more baluster in, 3 1/2 in. clear now.", shot: ["rail", 113] },
  },
  {
    ...{
      title: "Cover for the outlet that closes over a plug",
      where: "Deck, house side",
      pin: [0.56, 0.43],
    },
    ...{ item: "outlet", to: "sub", due: -2 },
  },
  {
    ...{ title: "Split end on the board by the stairs", where: "Deck, yard side", pin: [0.7, 0.76] },
    ...{ shot: ["boards", 112], to: "foreman", due: 2 },
    fixed: { when: [2, 16], note: "Sanded and oiled.", shot: ["boards", 115] },
    review: { when: [1, 9], state: "refused", reason: "The end is still split. Replace the board." },
  },
  {
    ...{ title: "Seal the cut ends of the stringers", where: "Yard stairs", pin: [0.7, 0.88] },
    ...{ priority: "low", to: "foreman", due: 3, started: [1, 13] },
  },
  {
    ...{ title: "Screws standing up in row 4", where: "Deck, house side", pin: [0.45, 0.53] },
    ...{ to: "foreman", due: 0 },
    fixed: { when: [3, 9], note: "All driven flush.", shot: ["boards", 117] },
    review: { when: [3, 15], state: "closed" },
  },
];

/**
 * The final walk of a deck: its places, a plan with pins, a list that the foreman finished, what it found
 * in each state, and a list that is due each week.
 * @param past the moment some days ago at that hour
 */
export function jobWalked(
  accountId: string,
  owner: Person,
  past: (daysAgo: number, hour: number) => Temporal.Instant,
): { readonly at: Temporal.Instant; run(): Promise<void> }[] {
  const [plan, run, sub] = [newId(), newId(), newId()];
  const as = async (who: "owner" | "foreman", work: (ctx: AccountContext, job: string) => Promise<void>) => {
    const person = who === "owner" ? owner : await foremanOf(accountId);
    const role = who === "owner" ? "owner" : "member";
    await withMember(accountId, person, { role, jobId: null }, async (ctx) =>
      work(ctx, (await listJobs(ctx, JOB, 1))[0]!.jobId),
    );
  };
  const day = (days: number) =>
    past(0, 0).toZonedDateTimeISO(BUSINESS.zone).toPlainDate().add({ days }).toString();
  const photo = async (shot: Shot, at: Temporal.Instant) => {
    const job = await withAccount(accountId, async (ctx) => (await listJobs(ctx, JOB, 1))[0]!.jobId);
    const sha256 = await keepPhoto(accountId, job, ...shot, at);
    return { [`photos.${sha256}`]: { type: "image/jpeg", at: at.epochMilliseconds } };
  };
  const begin = async (at: Temporal.Instant) => {
    await grantTool(accountId, "checklists");
    let job = "";
    await as("owner", async (ctx, id) => {
      job = id;
      const places = PLACES_OF_JOB.map((name, place) => [placeKey(newId().slice(-12)), { at: place, name }]);
      await save(ctx, PLACES, placesId(job), job, Object.fromEntries(places) as Record<string, Json>);
      await save(ctx, FIRM, sub, null, {
        ...{ name: "Ray’s Electric", trade: "Electrician", contact: "Ray Moss" },
        ...{ email: "office@rays-electric.example", texts: false },
      });
      await save(ctx, SCHEDULE, newId(), job, {
        ...{ title: "Weekly jobsite walk", list: "safety-weekly-jobsite-walk", by: 10, from: day(-11) },
        rhythm: { every: 1, unit: "week", weekdays: [] },
      });
    });
    const sha256 = await keepPicture(accountId, job, await drawPlan(), PLAN_SIZE, at);
    await as("owner", (ctx) =>
      save(ctx, PLAN, plan, job, {
        ...{ title: "Deck plan", level: "Main level" },
        [versionField("v1")]: { at: at.epochMilliseconds, count: 1, file: "Deck plan.pdf" },
        [pageField("v1", 0)]: { sha256, ...PLAN_SIZE },
      }),
    );
  };
  const shots = new Map<string, Record<string, Json>>();
  const walk = async (at: Temporal.Instant) => {
    for (const [item, taken] of Object.entries(SHOTS))
      for (const shot of taken) shots.set(item, { ...shots.get(item), ...(await photo(shot, at)) });
    await as("foreman", async (ctx, job) => {
      const sections = Object.fromEntries(
        deckFinal.sections.map(({ title, items }, place) => [
          `sections.s${place + 1}`,
          { at: place, title, items: items as unknown as Json[] },
        ]),
      );
      const head = { title: deckFinal.title, from: "deck-final", state: "open" };
      await save(ctx, RUN, run, job, { ...head, ...sections });
      const { sections: asked } = runOf(shownFields((await findStoredRecord(ctx, run))!.fields));
      for (const row of rowsOf({ sections: asked, units: [] })) {
        const { id, kind } = row.item;
        const answer = ANSWERS[id] ?? ({ check: "pass", yes: "yes" } as Record<string, string>)[kind];
        const more = { ...(NOTES[id] ? { note: NOTES[id] } : {}), ...shots.get(id) };
        if (answer !== undefined || kind === "photos")
          await save(ctx, ANSWER, answerId(run, row.key), job, {
            ...{ run, item: row.key, ...more },
            ...(answer === undefined ? {} : { answer }),
          });
      }
      await save(ctx, RUN, run, job, { state: "finished" });
    });
  };
  const find = async (id: string, one: Found, at: Temporal.Instant) => {
    const shown = one.shot ? await photo(one.shot, at) : shots.get(one.item ?? "");
    const { id: foreman } = await foremanOf(accountId);
    await as("foreman", (ctx, job) =>
      save(ctx, ISSUE, id, job, {
        ...{ title: one.title, where: one.where, state: "open", priority: one.priority ?? "normal" },
        ...{ pin: { plan, page: 0, x: one.pin[0], y: one.pin[1] }, due: day(one.due), ...shown },
        assignee:
          one.to === "sub"
            ? { kind: "firm", id: sub, name: "Ray’s Electric" }
            : { kind: "person", id: foreman, name: BUSINESS.foremanName },
        ...(one.item ? { from: { kind: ANSWER, record: answerId(run, one.item), item: one.item } } : {}),
      }),
    );
    await numberIssueTask.run({ accountId, id }, at);
  };
  const fix = async (id: string, { note, shot }: NonNullable<Found["fixed"]>, at: Temporal.Instant) => {
    const after = await photo(shot, at);
    await as("foreman", async (ctx, job) => {
      await save(ctx, REPLY, newId(), job, { issue: id, type: "fixed", note, ...after });
      await save(ctx, ISSUE, id, job, { state: "ready" });
    });
  };
  const step = (when: When, minutes: number, work: (at: Temporal.Instant) => Promise<void>) => {
    const at = past(...when).add({ minutes });
    return { at, run: () => work(at) };
  };
  return [
    step([11, 7], 5, begin),
    step(WALK, 5, walk),
    ...FOUND.flatMap((one, at) => {
      const id = newId();
      const { fixed, review, started } = one;
      return [
        step(WALK, 10 + at, (when) => find(id, one, when)),
        ...(started
          ? [
              step(started, at, () =>
                as("foreman", (ctx, job) => save(ctx, ISSUE, id, job, { state: "working" })),
              ),
            ]
          : []),
        ...(fixed ? [step(fixed.when, at, (when) => fix(id, fixed, when))] : []),
        ...(review
          ? [
              step(review.when, at, () =>
                as("owner", (ctx, job) =>
                  save(ctx, ISSUE, id, job, {
                    state: review.state,
                    ...(review.reason ? { reason: review.reason } : {}),
                  }),
                ),
              ),
            ]
          : []),
      ];
    }),
    step([WALK[0], 16], 0, () => as("owner", (ctx, job) => sendList(ctx, job, sub, newId()))),
  ];
}

async function foremanOf(accountId: string): Promise<Person> {
  const people = await withAccount(accountId, listPeople);
  const { userId: id, email } = people.find((one) => one.email === BUSINESS.foreman)!;
  return { id, email, emailVerified: true };
}
