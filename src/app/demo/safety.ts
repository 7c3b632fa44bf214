import { grantTool } from "#ground/businesses/public.server.ts";
import type { Json } from "#ground/sync/public.server.ts";
import { listJobs } from "#trade/jobs/public.server.ts";
import { EMERGENCY, emergencyId } from "#tools/safety/emergency/emergency.ts";
import { numberSheetTask } from "#tools/safety/paper/number.server.ts";
import { personKey, SIGN, TALK } from "#tools/safety/rules/talk.ts";
import { textOf, versionOf } from "#tools/safety/rules/text.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, type Person, withMember } from "#platform/db/scope.server.ts";
import { BUSINESS } from "./cast.ts";
import { save } from "./estimates.ts";
import ladders from "../../../content/talks/ladders-extension.json" with { type: "json" };
import saws from "../../../content/talks/table-saw.json" with { type: "json" };

const JOB = "Rahman deck";
const CREW = [BUSINESS.foremanName, "Marcus Bell", "Ana Paz"] as const;

interface Given {
  readonly content: unknown;
  readonly daysAgo: number;
  readonly notes: string;
  /** Who signed. Ana reads Spanish. */
  readonly signed: readonly string[];
  readonly isFinished: boolean;
}

/** A talk that all signed, and today's, which one still has to sign. */
const TALKS: readonly Given[] = [
  {
    ...{ content: saws, daysAgo: 6, signed: CREW, isFinished: true },
    notes: "Push stick for anything under 6 in. Marcus sets the guard before the first cut.",
  },
  {
    ...{ content: ladders, daysAgo: 1, signed: CREW.slice(0, 2), isFinished: false },
    notes: "Ana ties the top at the yard stairs.",
  },
];

const CARD: Record<string, Json> = {
  address: "77 Example Court, Denver, CO 80205",
  access: "Through the alley gate on the north side. Code 4410.",
  hospital: { name: "Example General Hospital", address: "900 Example Avenue", phone: "303-555-0190" },
  calls: [
    { role: "Foreman", name: BUSINESS.foremanName, phone: "303-555-0147" },
    { role: "Office", name: BUSINESS.ownerName, phone: "303-555-0142" },
  ],
  "spots.extinguisher": "By the table saw, under the deck",
  "spots.firstAid": "Behind the driver’s seat of the white truck",
  "spots.muster": "The mailbox",
  "spots.power": "Panel in the garage, left of the door",
};

/** A scribble that stands for a signature. @param seed each person has another */
const drawingOf = (seed: number) => ({
  ...{ width: 300, height: 100 },
  strokes: [
    Array.from({ length: 40 }, (_, at) => [
      Math.round(12 + at * 7),
      Math.round(50 + (30 - at / 2) * Math.sin(at * (0.6 + seed / 9) + seed)),
      at * 15,
    ]),
  ],
});

/**
 * Safety on a deck: an emergency card, a talk that everyone signed, and one that is waiting for a signature.
 * @param past the moment some days ago at that hour
 */
export function crewKeptSafe(
  accountId: string,
  owner: Person,
  past: (daysAgo: number, hour: number) => Temporal.Instant,
): { readonly at: Temporal.Instant; run(): Promise<void> }[] {
  const onJob = (work: (ctx: AccountContext, job: string) => Promise<void>) =>
    withMember(accountId, owner, { role: "owner", jobId: null }, async (ctx) =>
      work(ctx, (await listJobs(ctx, JOB, 1))[0]!.jobId),
    );
  const begin = async () => {
    await grantTool(accountId, "safety");
    await onJob((ctx, job) => save(ctx, EMERGENCY, emergencyId(job), job, CARD));
  };
  const give = async ({ content, notes, signed, isFinished }: Given, at: Temporal.Instant) => {
    const [id, text] = [newId(), textOf(content)!];
    const version = versionOf(text);
    await onJob(async (ctx, job) => {
      await save(ctx, TALK, id, job, {
        ...{ date: at.toZonedDateTimeISO(BUSINESS.zone).toPlainDate().toString(), version, notes },
        ...{ text: text as unknown as Json, leader: BUSINESS.foremanName, "languages.en": true },
        ...Object.fromEntries(CREW.map((name) => [`people.${personKey(id, name)}`, { name }])),
      });
      for (const [seed, name] of signed.entries())
        await save(ctx, SIGN, newId(), job, {
          ...{ talk: id, person: personKey(id, name), name, version, on: "passed" },
          ...{ drawing: drawingOf(seed + 1), language: name === "Ana Paz" ? "es" : "en" },
          at: at.add({ minutes: seed + 1 }).toString(),
        });
      if (isFinished) await save(ctx, TALK, id, job, { finishedAt: at.add({ minutes: 6 }).toString() });
    });
    await numberSheetTask.run({ accountId, id }, at);
  };
  return [
    { at: past(11, 7).add({ minutes: 6 }), run: begin },
    ...TALKS.map((one) => {
      const at = past(one.daysAgo, 7).add({ minutes: 2 });
      return { at, run: () => give(one, at) };
    }),
  ];
}
