import { grantTool } from "#ground/businesses/public.server.ts";
import { ensureSealingKey } from "#ground/evidence/public.server.ts";
import { askAboutPaper, decidePaper, recordView } from "#ground/papers/answer.server.ts";
import { findReceived, recipientsOf } from "#ground/papers/papers.server.ts";
import { applyCommands, findStoredRecord, type Json, seen } from "#ground/sync/public.server.ts";
import { findLeadByEmail } from "#trade/leads/data.server.ts";
import { listJobs } from "#trade/jobs/public.server.ts";
import { ESTIMATE } from "#tools/estimates/rules/estimate.ts";
import { versionsOf } from "#tools/estimates/stored/estimates.server.ts";
import { totalsOf } from "#tools/estimates/rules/totals.ts";
import { drawEstimate } from "#tools/estimates/send/draw.server.ts";
import { sendEstimate } from "#tools/estimates/send/send.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, now, type Person, withAccount, withMember } from "#platform/db/scope.server.ts";
import { BUSINESS } from "./cast.ts";
import { keepPhoto } from "./log.ts";
import { type Answered, type PricedLine, PRICES, type Priced } from "./prices.ts";

type Step = { readonly at: Temporal.Instant; run(): Promise<void> };

/** Where photos of estimates begin among the variants of a scene. */
const FIRST_TURN = 50;
/** Days for which an estimate is valid. */
const VALID_DAYS = 30;
const TERMS = "A deposit holds your date. The rest is due when you’ve walked it with us.";

/**
 * The owner's estimates in each state: written and sent by her, viewed and answered by her clients, each at
 * its time.
 * @param past the moment some days ago at that hour
 */
export function pricesGiven(
  accountId: string,
  owner: Person,
  past: (daysAgo: number, hour: number) => Temporal.Instant,
): Step[] {
  const asOwner = <T>(work: (ctx: AccountContext) => Promise<T>) =>
    withMember(accountId, owner, { role: "owner", jobId: null }, work);
  const begin = async () => {
    await ensureSealingKey();
    await grantTool(accountId, "estimates");
  };
  return [
    { at: past(23, 7), run: begin },
    ...PRICES.flatMap((priced): Step[] => {
      const record = newId();
      const ids = priced.lines.map(() => newId());
      const { written, sent, answers = [] } = priced;
      return [
        {
          at: past(...written),
          run: async () => {
            const job = await asOwner((ctx) => write(ctx, priced, record, ids));
            await photograph(accountId, job, asOwner, { priced, record, ids });
          },
        },
        ...(sent ? [{ at: past(...sent), run: () => sendOne(asOwner, record, priced) }] : []),
        ...answers.map((answer) => ({
          at: past(...answer.when),
          run: () => withAccount(accountId, (ctx) => answerOne(ctx, record, ids, answer)),
        })),
      ];
    }),
  ];
}

/** Writes an estimate as a phone sends it, and its job if there is none. */
async function write(
  ctx: AccountContext,
  priced: Priced,
  record: string,
  ids: readonly string[],
): Promise<string> {
  const { job: name, client, address, jobStatus, title, lines, options = [], message = "" } = priced;
  const [known] = await listJobs(ctx, name, 1);
  const job = known?.jobId ?? newId();
  if (!known) {
    const lead = await findLeadByEmail(ctx, client);
    await save(ctx, "jobs.job", job, job, {
      ...{ name, address, status: jobStatus, zone: BUSINESS.zone },
      ...{ leadId: lead!.id, clientName: lead!.name, clientEmail: client },
    });
  }
  const today = ctx.now.toZonedDateTimeISO(BUSINESS.zone).toPlainDate();
  await save(ctx, ESTIMATE, record, job, {
    ...{ title, options: [...options], message, terms: TERMS, excluded: priced.excluded ?? "" },
    ...{ deposit: { by: "rate", rate: 30_000 }, discount: null, showsPrices: true },
    taxes: [{ name: "Sales tax on material", rate: 8810 }],
    validUntil: today.add({ days: VALID_DAYS }).toString(),
    start: priced.start ?? "",
    ...Object.fromEntries(lines.map((line, at) => [`lines.${ids[at]!}`, valueOf(line, at + 1)])),
  });
  return job;
}

/** Puts photos at its lines, as the phone that took them does. */
async function photograph(
  accountId: string,
  job: string,
  asOwner: <T>(work: (ctx: AccountContext) => Promise<T>) => Promise<T>,
  { priced, record, ids }: { priced: Priced; record: string; ids: readonly string[] },
): Promise<void> {
  for (const [turn, { line, scene }] of (priced.photos ?? []).entries()) {
    // Others than those of the log: each original has its own bytes.
    const sha256 = await keepPhoto(accountId, job, scene, FIRST_TURN + turn, now());
    await asOwner((ctx) =>
      save(ctx, ESTIMATE, record, job, {
        [`photos.${sha256}`]: {
          ...{ type: "image/jpeg", at: ctx.now.epochMilliseconds, line: ids[line]! },
        },
      }),
    );
  }
}

const valueOf = ([text, quantity, unit, dollars, cost, more = {}]: PricedLine, place: number) => ({
  ...{ place, section: "", text, quantity: Math.round(quantity * 1000), unit },
  ...{ cents: Math.round(dollars * 100), cost: Math.round(cost * 100) },
  ...{ isTaxable: false, isOptional: false, option: 0, ...more },
});

/** Saves what a phone of the acting person sends. */
export async function save(
  ctx: AccountContext,
  kind: string,
  record: string,
  job: string | null,
  sets: Record<string, Json>,
): Promise<void> {
  const known = (await findStoredRecord(ctx, record))?.fields ?? {};
  const command = {
    ...{ id: newId(), kind, record, job, sets, replaces: seen(known, Object.keys(sets)), media: [] },
    ...{ capturedAt: ctx.now.epochMilliseconds, skew: 0, zone: BUSINESS.zone },
  };
  const { outcomes } = await applyCommands(ctx, newId(), [command]);
  if (outcomes[0]?.is !== "held")
    throw new Error(`The demonstration's ${kind} was not taken: ${JSON.stringify(outcomes)}`);
}

async function sendOne(
  asOwner: <T>(work: (ctx: AccountContext) => Promise<T>) => Promise<T>,
  record: string,
  { client, words = "" }: Priced,
): Promise<void> {
  const drawn = await drawEstimate(asOwner, record);
  await asOwner((ctx) =>
    sendEstimate(ctx, drawn, { to: [client], words, days: 30, passcode: "", asks: "yes" }),
  );
}

/** Views an estimate, or answers it, as its client does on the page. */
async function answerOne(
  ctx: AccountContext,
  record: string,
  ids: readonly string[],
  { is, name = "", words = "", option = 0, extras = [] }: Answered,
): Promise<void> {
  const [version] = await versionsOf(ctx, record);
  const [recipient] = await recipientsOf(ctx, [version!.id]);
  const received = await findReceived(ctx, { recipientId: recipient!.id }, true);
  if (is === "viewed") return recordView(ctx, received!);
  if (is === "asked") return askAboutPaper(ctx, received!, { form: newId(), name, words });
  const choice = { option, extras: extras.map((at) => ids[at]!) };
  const details = is === "approved" ? { ...choice, total: totalsOf(version!.content, choice).total } : null;
  await decidePaper(ctx, received!, { answer: is, name, words, details });
}
