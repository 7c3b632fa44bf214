import { findLeadByEmail } from "#trade/leads/data.server.ts";
import { type Command, type Json, applyCommands } from "#ground/sync/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, withMember } from "#platform/db/scope.server.ts";
import { requestReport } from "#trade/reports/data.server.ts";
import { BUSINESS } from "./cast.ts";
import { weekLogged } from "./log.ts";

interface Note {
  readonly daysAgo: number;
  readonly hour: number;
  readonly text: string;
}

/** The client whose deck has a log of every day. */
const LOGGED = "vogels@home.example";

/** Jobs that came from three of the leads, as the crew wrote them down. */
const JOBS: readonly {
  readonly client: string;
  readonly name: string;
  readonly address: string;
  readonly begun: number;
  /** Days until it is to be done, if that is set. */
  readonly left?: number;
  readonly cents: number;
  readonly notes: readonly Note[];
}[] = [
  {
    client: "vogels@home.example",
    name: "Vogel deck",
    address: "48 Example Lane, Golden, CO",
    begun: 8,
    left: 1,
    cents: 1_840_000,
    notes: [
      {
        daysAgo: 8,
        hour: 8,
        text: "Old deck is off. Ledger was nailed, no flashing behind it; sheathing soft over 6 ft. Ellen saw it with me.",
      },
      {
        daysAgo: 2,
        hour: 16,
        text: "Tom wants a bench along the rail on the yard side, 10 ft. Told him it needs a written change order.",
      },
    ],
  },
  {
    client: "aisha.rahman@mail.example",
    name: "Rahman deck",
    address: "310 Example Court, Arvada, CO",
    begun: 12,
    left: 3,
    cents: 1_260_000,
    notes: [{ daysAgo: 4, hour: 17, text: "Walked it with Aisha. Five items on the list, then we’re done." }],
  },
  {
    client: "sam@whitehorse.example",
    name: "Whitehorse deck",
    address: "7 Example Ridge, Evergreen, CO",
    begun: 3,
    cents: 962_500,
    notes: [
      {
        daysAgo: 3,
        hour: 9,
        text: "Walked the site with Sam. Utilities marked. Access is only past the garage. Protect the driveway.",
      },
      {
        daysAgo: 1,
        hour: 14,
        text: "Lumber delivered, 4 boards twisted and sent back. Rest stacked and covered.",
      },
    ],
  },
];

/**
 * The crew's records on jobs, each at its time, as their phones send them.
 * @param when.past the moment some days ago at that hour
 */
export function workDone(
  accountId: string,
  owner: Person,
  {
    past,
    ...when
  }: { readonly past: (daysAgo: number, hour: number) => Temporal.Instant } & Parameters<
    typeof weekLogged
  >[3],
): { readonly at: Temporal.Instant; run(): Promise<void> }[] {
  const send = (
    at: Temporal.Instant,
    kind: string,
    job: string,
    record: string,
    sets: Record<string, Json>,
  ) =>
    withMember(accountId, owner, { role: "owner", jobId: null }, async (ctx) => {
      const command: Command = {
        id: newId(),
        kind,
        record,
        job,
        sets,
        replaces: {},
        capturedAt: at.epochMilliseconds,
        skew: 0,
        zone: BUSINESS.zone,
        media: [],
      };
      const { outcomes } = await applyCommands(ctx, newId(), [command]);
      if (outcomes[0]?.is !== "held")
        throw new Error(`The demonstration's ${kind} was not taken: ${JSON.stringify(outcomes)}`);
    });
  // The days before the weekly report, as PDFs that the product makes when it starts.
  const reported = (job: string) =>
    [3, 1].map((daysAgo) => {
      const at = past(daysAgo, 18);
      const on = at.toZonedDateTimeISO(BUSINESS.zone).toPlainDate();
      return {
        at,
        run: () =>
          withMember(accountId, owner, { role: "owner", jobId: null }, async (ctx) => {
            await requestReport(ctx, newId(), {
              job,
              from: on.subtract({ days: 4 }).toString(),
              to: on.toString(),
              shape: "log",
              company: null,
              photos: 4,
              places: false,
            });
          }),
      };
    });
  return JOBS.flatMap(({ client, name, address, begun, left, cents, notes }) => {
    const job = newId();
    const begins = past(begun, 7);
    const open = async () => {
      const lead = await withMember(accountId, owner, { role: "owner", jobId: null }, (ctx) =>
        findLeadByEmail(ctx, client),
      );
      const startsOn = begins.toZonedDateTimeISO(BUSINESS.zone).toPlainDate().toString();
      await send(begins, "jobs.job", job, job, {
        name,
        address,
        status: "active",
        leadId: lead!.id,
        clientName: lead!.name,
        clientEmail: client,
        startsOn,
        ...(left === undefined
          ? {}
          : { finishesOn: when.today.toPlainDate().add({ days: left }).toString() }),
        contractCents: cents,
        zone: BUSINESS.zone,
      });
    };
    return [
      { at: begins, run: open },
      ...(client === LOGGED ? [...weekLogged(accountId, owner, job, when), ...reported(job)] : []),
      ...notes.map(({ daysAgo, hour, text }) => {
        const at = past(daysAgo, hour);
        return { at, run: () => send(at, "jobs.note", job, newId(), { text }) };
      }),
    ];
  });
}
