import { getBusiness, grantTool, listPeople, saveBusiness } from "#ground/businesses/public.server.ts";
import { findReceived, recipientsOf } from "#ground/papers/papers.server.ts";
import type { Json } from "#ground/sync/public.server.ts";
import { sendPackage } from "#trade/closeouts/office/send.server.ts";
import { makeVersion } from "#trade/closeouts/paper/make.server.ts";
import { publishVersion } from "#trade/closeouts/publish.server.ts";
import { ISSUE } from "#trade/issues/public.ts";
import { REPLY } from "#trade/issues/rules/reply.ts";
import { numberIssueTask } from "#trade/issues/stored/save.server.ts";
import { listJobs } from "#trade/jobs/public.server.ts";
import { findLeadByEmail } from "#trade/leads/data.server.ts";
import { voiceOf } from "#trade/magnets/public.server.ts";
import { startSequence } from "#trade/sequences/public.server.ts";
import { noteCall, openCalls } from "#trade/sequences/status/calls.server.ts";
import { ensurePlay, plays } from "#trade/sequences/plays/plays.server.ts";
import { findFreeDays, bookVisit } from "#trade/visits/visits.server.ts";
import { visitSettings } from "#trade/visits/settings.server.ts";
import { answerAsk } from "#tools/photos/consent/answer.server.ts";
import { sendAsk } from "#tools/photos/consent/ask.server.ts";
import { photoId } from "#tools/photos/rules/ids.ts";
import { PHOTO } from "#tools/photos/rules/photo.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, type Person, withAccount, withMember } from "#platform/db/scope.server.ts";
import { BUSINESS, THREAD } from "./cast.ts";
import { save } from "./estimates.ts";
import { daySteps, keepPhoto } from "./log.ts";
import type { Scene } from "./scenes.ts";
import { THREAD_DAYS } from "./thread-days.ts";

type Step = { readonly at: Temporal.Instant; run(): Promise<void> };

const ISSUE_ID = newId();
/** Where photos of the logs begin among the variants of a scene. */
const FIRST_TURN = 160;

/**
 * One job from its client's visit to the friend she sends: the daily log that led to her change, the last
 * issue, before and after with her consent, the closeout package, and the request for a review. Her estimate
 * is among `PRICES`, her change among `CHANGES`, her friend among `THREAD_VISITORS`.
 * @param past the moment some days ago at that hour
 */
export function threadTold(
  accountId: string,
  owner: Person,
  past: (daysAgo: number, hour: number) => Temporal.Instant,
): Step[] {
  const asOwner = <T>(work: (ctx: AccountContext) => Promise<T>) =>
    withMember(accountId, owner, { role: "owner", jobId: null }, work);
  const onJob = <T>(work: (ctx: AccountContext, job: string) => Promise<T>) =>
    asOwner(async (ctx) => work(ctx, (await listJobs(ctx, THREAD.job, 1))[0]!.jobId));
  const setJob = (sets: Record<string, Json>) => onJob((ctx, job) => save(ctx, "jobs.job", job, job, sets));
  const taken: string[] = [];
  const take = async (scene: Scene, at: Temporal.Instant, stage: "before" | "after", caption: string) => {
    const job = await onJob(async (_, id) => id);
    const sha256 = await keepPhoto(accountId, job, scene, 130 + taken.length, at);
    const [before = null] = taken;
    taken.push(sha256);
    await onJob((ctx) =>
      save(ctx, PHOTO, photoId(job, sha256), job, {
        ...{ sha256, [`photos.${sha256}`]: { type: "image/jpeg", at: at.epochMilliseconds } },
        ...{ caption, stage, room: "Front", trade: "Decking" },
        ...(before ? { pair: before } : {}),
      }),
    );
  };
  const foreman = async (): Promise<Person> => {
    const people = await withAccount(accountId, listPeople);
    const { userId: id, email } = people.find((one) => one.email === BUSINESS.foreman)!;
    return { id, email, emailVerified: true };
  };
  const fix = async () => {
    const job = await onJob(async (_, id) => id);
    await withMember(accountId, await foreman(), { role: "member", jobId: null }, async (ctx) => {
      const note = "Sanded flush, second coat on.";
      await save(ctx, REPLY, newId(), job, { issue: ISSUE_ID, type: "fixed", note });
      await save(ctx, ISSUE, ISSUE_ID, job, { state: "ready" });
    });
  };
  let ask = "";
  const step = (daysAgo: number, hour: number, run: (at: Temporal.Instant) => Promise<unknown>): Step => {
    const at = past(daysAgo, hour);
    return { at, run: async () => void (await run(at)) };
  };
  return [
    step(25, 17, () => withAccount(accountId, book)),
    step(19, 6, async () => {
      for (const tool of ["logs", "photos", "changes"] as const) await grantTool(accountId, tool);
      await setJob({ status: "active", startsOn: dateOf(past(19, 7)) });
    }),
    step(19, 7, (at) => take("old", at, "before", "The old steps. Two treads are gone")),
    ...THREAD_DAYS.flatMap(({ daysAgo, ...logged }, at) =>
      daySteps(accountId, {
        job: () => onJob(async (_, job) => job),
        day: past(daysAgo, 7).toZonedDateTimeISO(BUSINESS.zone),
        today: past(0, 0).toZonedDateTimeISO(BUSINESS.zone),
        person: (by) => (by === "owner" ? owner : foreman()),
        firstTurn: FIRST_TURN + at * 10,
        ...{ logged, owner },
      }),
    ),
    step(16, 16, async (at) => {
      const { id } = await foreman();
      await onJob((ctx, job) =>
        save(ctx, ISSUE, ISSUE_ID, job, {
          ...{
            title: "Rough edge on the top tread",
            where: "Front steps",
            state: "open",
            priority: "normal",
          },
          ...{ due: dateOf(past(15, 9)), assignee: { kind: "person", id, name: BUSINESS.foremanName } },
        }),
      );
      await numberIssueTask.run({ accountId, id: ISSUE_ID }, at);
    }),
    step(15, 9, fix),
    step(15, 10, () => onJob((ctx, job) => save(ctx, ISSUE, ISSUE_ID, job, { state: "closed" }))),
    step(15, 11, (at) => take("stairs", at, "after", "New steps, with a handrail on each side")),
    step(15, 12, () => setJob({ status: "done", finishesOn: dateOf(past(15, 12)) })),
    step(15, 13, async () => {
      const job = await onJob(async (_, id) => id);
      const words = "The steps came out well, Ines. May we show them?";
      ask = await sendAsk(asOwner, { form: newId(), job, photos: taken }, { to: THREAD.client, words });
    }),
    step(15, 19, () => withAccount(accountId, (ctx) => consent(ctx, ask, taken))),
    step(14, 9, async () => {
      const version = newId();
      await onJob((ctx, job) => publishVersion(ctx, job, version));
      await makeVersion(accountId, version);
      await onJob((ctx, job) =>
        sendPackage(ctx, job, {
          to: [THREAD.client],
          words: "Everything about your steps in one link.",
          form: newId(),
        }),
      );
    }),
    step(14, 10, () => asOwner(askForReview)),
    step(9, 11, () => asOwner(call)),
  ];
}

const dateOf = (at: Temporal.Instant): string =>
  at.toZonedDateTimeISO(BUSINESS.zone).toPlainDate().toString();

async function book(ctx: AccountContext): Promise<void> {
  const settings = await visitSettings(ctx);
  const lead = (await findLeadByEmail(ctx, THREAD.client))!;
  const [day] = await findFreeDays(ctx, settings, { most: 1 });
  await bookVisit(ctx, settings, await getBusiness(ctx), {
    ...{ id: newId(), at: day!.starts[0]!, place: "theirs", leadId: lead.id },
    ...{ name: lead.name, email: THREAD.client, phone: "+13035550163", address: THREAD.address },
    ...{ note: "Front steps. Two treads are gone.", zone: BUSINESS.zone, texts: false },
    ...{ wording: "You may email and call me about this visit.", source: "the thank-you page" },
  });
}

async function consent(ctx: AccountContext, ask: string, photos: readonly string[]): Promise<void> {
  const [recipient] = await recipientsOf(ctx, [ask]);
  const received = await findReceived(ctx, { recipientId: recipient!.id }, true);
  await answerAsk(ctx, ask, received!.recipient, {
    ...{ form: newId(), name: "Ines Fowler", uses: ["page", "emails"], photos },
    credit: "Ines, Littleton",
  });
}

/** Her review, and her own link to pass on. */
async function askForReview(ctx: AccountContext): Promise<void> {
  await saveBusiness(ctx, { reviewLink: "https://reviews.example/summit-deck" });
  const lead = (await findLeadByEmail(ctx, THREAD.client))!;
  const play = plays().find(({ id }) => id === "after-the-job")!;
  await startSequence(ctx, await ensurePlay(ctx, play, await voiceOf(ctx)), [lead.id]);
}

/** The call that comes before the request for a review. */
async function call(ctx: AccountContext): Promise<void> {
  const lead = (await findLeadByEmail(ctx, THREAD.client))!;
  for (const { leadId, enrolmentId, step } of await openCalls(ctx))
    if (leadId === lead.id) await noteCall(ctx, { leadId, enrolmentId, step, result: "called" });
}
