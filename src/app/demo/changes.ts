import { grantTool } from "#ground/businesses/public.server.ts";
import { decidePaper, recordView } from "#ground/papers/answer.server.ts";
import { findReceived, recipientsOf } from "#ground/papers/papers.server.ts";
import type { Json } from "#ground/sync/public.server.ts";
import { listJobs } from "#trade/jobs/public.server.ts";
import { CHANGE } from "#tools/changes/rules/change.ts";
import { versionsOf } from "#tools/changes/stored/changes.server.ts";
import { TERMS, termsId } from "#tools/changes/rules/terms.ts";
import { drawChange } from "#tools/changes/send/draw.server.ts";
import { sendChange } from "#tools/changes/send/send.server.ts";
import { numberTask } from "#tools/changes/stored/number.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, type Person, withAccount, withMember } from "#platform/db/scope.server.ts";
import { BUSINESS, THREAD } from "./cast.ts";
import { save } from "./estimates.ts";

type When = readonly [daysAgo: number, hour: number];

/** A change of the demonstration, and what came of it. */
interface Changed {
  readonly job: string;
  readonly title: string;
  readonly description: string;
  readonly reason: string;
  readonly where: string;
  /** Who asked for it by word, how long after they did it was written down. */
  readonly directed?: { readonly by: string; readonly minutesBefore: number; readonly where: string };
  readonly lines: readonly (readonly [
    category: string,
    text: string,
    quantity: number,
    unit: string,
    dollars: number,
  ])[];
  readonly days: number;
  readonly written: When;
  readonly sent?: { readonly when: When; readonly to: string; readonly words: string };
  readonly viewed?: When;
  readonly approved?: { readonly when: When; readonly name: string; readonly words: string };
}

/** Two approved, one that its approver has seen, and one that nobody has priced. */
const CHANGES: readonly Changed[] = [
  {
    job: THREAD.job,
    title: "Handrail on the left side too",
    description: "A second handrail on the left, 8 ft of cedar with the same posts as on the right.",
    reason: "client",
    where: "Front steps",
    lines: [
      ["labor", "Set 2 posts, hang the rail", 5, "h", 68],
      ["material", "Cedar, posts and brackets", 1, "", 248],
    ],
    days: 1,
    written: [17, 14],
    sent: { when: [17, 15], to: THREAD.client, words: "The second handrail, as you asked at noon." },
    viewed: [17, 18],
    approved: { when: [16, 8], name: "Ines Fowler", words: "Yes, please." },
  },
  {
    job: "Vogel deck",
    title: "New sheathing behind the ledger",
    description:
      "The old ledger was nailed on without flashing, and the sheathing behind it is soft over 6 ft. We cut it out, put in new plywood and a membrane, and flash the new ledger.",
    reason: "hidden",
    where: "House wall, under the kitchen door",
    lines: [
      ["labor", "Cut out and replace sheathing, 6 ft", 7, "h", 68],
      ["material", "Plywood, membrane and flashing", 1, "", 214],
    ],
    days: 1,
    written: [8, 8],
    sent: {
      when: [8, 9],
      to: "vogels@home.example",
      words: "This is what we looked at this morning, Ellen.",
    },
    viewed: [8, 10],
    approved: { when: [8, 11], name: "Ellen Vogel", words: "Yes, please fix it properly." },
  },
  {
    job: "Vogel deck",
    title: "Bench along the rail, yard side",
    description:
      "A fixed bench, 10 ft long, along the rail on the yard side, with a seat of the same boards as the deck. The rail behind it stays as drawn.",
    reason: "client",
    where: "Yard side",
    directed: { by: "Tom Vogel", minutesBefore: 50, where: "on the deck" },
    lines: [
      ["labor", "Frame and set the bench, fasten the seat", 9, "h", 68],
      ["material", "Boards, blocking and brackets", 1, "", 386],
    ],
    days: 1,
    written: [2, 16],
    sent: {
      when: [1, 9],
      to: "vogels@home.example",
      words: "The bench, as Tom and I talked about. We need a yes before we order the boards.",
    },
    viewed: [1, 19],
  },
  {
    job: "Whitehorse deck",
    title: "Old conduit across footing 4",
    description: "An unmarked conduit runs through the hole of footing 4, 14 in down. Dead, says the tester.",
    reason: "hidden",
    where: "Footing 4, north corner",
    lines: [],
    days: 0,
    written: [1, 15],
  },
];

/**
 * The owner's changes on her jobs: written, sent, viewed and approved, each at its time.
 * @param past the moment some days ago at that hour
 */
export function changesMade(
  accountId: string,
  owner: Person,
  past: (daysAgo: number, hour: number) => Temporal.Instant,
): { readonly at: Temporal.Instant; run(): Promise<void> }[] {
  const asOwner = <T>(work: (ctx: AccountContext) => Promise<T>) =>
    withMember(accountId, owner, { role: "owner", jobId: null }, work);
  const step = (when: When, id: string, run: () => Promise<void>) => ({
    at: past(...when),
    // The product does this in the background; its devices then show the number.
    run: async () => {
      await run();
      await numberTask.run({ accountId, id }, past(...when));
    },
  });
  const begin = () =>
    asOwner(async (ctx) => {
      await grantTool(accountId, "changes");
      const job = await jobNamed(ctx, "Vogel deck");
      await save(ctx, TERMS, termsId(job), job, {
        ...{ "markup.labor": 15_000, "markup.material": 15_000, "markup.sub": 10_000, noticeDays: 7 },
      });
    });
  return [
    { at: past(8, 7).add({ minutes: 30 }), run: begin },
    ...CHANGES.flatMap((one) => {
      const id = newId();
      const { sent, viewed, approved } = one;
      return [
        step(one.written, id, () => asOwner((ctx) => write(ctx, one, id))),
        ...(sent ? [step(sent.when, id, () => sendOne(asOwner, id, sent))] : []),
        ...(viewed ? [step(viewed, id, () => withAccount(accountId, (ctx) => answer(ctx, id)))] : []),
        ...(approved
          ? [step(approved.when, id, () => withAccount(accountId, (ctx) => answer(ctx, id, approved)))]
          : []),
      ];
    }),
  ];
}

const jobNamed = async (ctx: AccountContext, name: string): Promise<string> =>
  (await listJobs(ctx, name, 1))[0]!.jobId;

async function write(ctx: AccountContext, changed: Changed, id: string): Promise<void> {
  const { title, description, reason, where, lines, days, directed } = changed;
  const job = await jobNamed(ctx, changed.job);
  const values: Record<string, Json> = {
    ...{ title, description, reason, where, days, shows: "lines", knownAt: ctx.now.toString() },
    ...Object.fromEntries(
      lines.map(([category, text, quantity, unit, dollars], at) => [
        `lines.${newId()}`,
        {
          ...{ place: at + 1, category, text, quantity: quantity * 1000, unit, cents: dollars * 100 },
          ...{ isTaxable: false, isFixed: false },
        },
      ]),
    ),
  };
  if (directed) {
    const at = ctx.now.subtract({ minutes: directed.minutesBefore }).toZonedDateTimeISO(BUSINESS.zone);
    values["directed"] = {
      ...{ by: directed.by, where: directed.where },
      at: at.toPlainDateTime().toString({ smallestUnit: "minute" }),
    };
  }
  await save(ctx, CHANGE, id, job, values);
}

async function sendOne(
  asOwner: <T>(work: (ctx: AccountContext) => Promise<T>) => Promise<T>,
  id: string,
  { to, words }: NonNullable<Changed["sent"]>,
): Promise<void> {
  const drawn = await drawChange(asOwner, id);
  await asOwner((ctx) => sendChange(ctx, drawn, { to: [to], words, days: 30, passcode: "", asks: "yes" }));
}

/** Views a change, or approves it, as its approver does on the page. */
async function answer(
  ctx: AccountContext,
  id: string,
  approved?: { readonly name: string; readonly words: string },
): Promise<void> {
  const [version] = await versionsOf(ctx, id);
  const [recipient] = await recipientsOf(ctx, [version!.id]);
  const received = await findReceived(ctx, { recipientId: recipient!.id }, true);
  if (!approved) return recordView(ctx, received!);
  await decidePaper(ctx, received!, { answer: "approved", ...approved, details: null });
}
