import { actingRole, may } from "#ground/businesses/public.server.ts";
import { answersTo, refuseMail, sentView } from "#ground/papers/public.server.ts";
import { linksOf } from "#ground/shares/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { formatBytes } from "#platform/measures/bytes.ts";
import { moment } from "#platform/time/format.ts";
import { letterOf, readMaterial } from "../content/gather.server.ts";
import { versionsOf } from "../package.server.ts";
import { CLOSEOUT } from "../paper/make.server.ts";
import { findReminder } from "../reminder.server.ts";
import { USUAL_LETTER } from "../rules.ts";
import { choicesOf } from "./choices.ts";

/** What the page of a package in the office shows. @throws AppError not_found without the job */
export async function viewOfPackage(ctx: AccountContext, jobId: string) {
  const material = await readMaterial(ctx, jobId);
  const { job, draft, zone, manuals, usualContacts } = material;
  const out = new Set(draft.leftOut);
  const paperId = derivedId("closeouts.paper", ctx.account.id, job.jobId);
  const { sendings } = await sentView(ctx, [paperId], zone);
  const reminder = await findReminder(ctx, job.jobId);
  const client = await clientOf(ctx, job.jobId);
  const links = (await linksOf(ctx, { jobId: job.jobId })).filter(({ kind }) => kind === CLOSEOUT);
  const isOpen = ({ revokedAt, expiresAt }: (typeof links)[number]) =>
    revokedAt === null && Temporal.Instant.compare(expiresAt, ctx.now) > 0;
  return {
    ...{ jobId: job.jobId, job: job.name },
    mayChange: may(actingRole(ctx), "work.write"),
    letter: draft.letter ?? USUAL_LETTER,
    letterAsRead: letterOf(material, ctx.now),
    contacts: draft.contacts ?? usualContacts,
    offersYearly: draft.offersYearly,
    saw: draft.updatedAt?.toString() ?? "",
    groups: choicesOf(material).map(({ title, choices }) => ({
      title,
      choices: choices.map((choice) => ({ ...choice, isIn: !out.has(choice.id) })),
    })),
    manuals: manuals.map(({ id, name, pages, bytes }) => ({
      ...{ id, name },
      details: `${pages === 1 ? "1 page" : `${pages} pages`}, ${formatBytes(bytes)}`,
    })),
    versions: (await versionsOf(ctx, job.jobId)).map(({ id, version, state, problem, createdAt, bytes }) => ({
      ...{ id, version, state, problem, made: moment(createdAt, zone) },
      size: bytes === null ? "" : formatBytes(bytes),
    })),
    client: client && { name: client.name, address: client.address },
    refusal: await refuseMail(ctx),
    links: { open: links.filter(isOpen).length, all: links.length },
    sendings,
    questions: (await answersTo(ctx, paperId)).map(({ id, name, answer, words, at }) => ({
      ...{ id, name, answer, words, at: moment(at, zone) },
    })),
    asked: reminder && moment(reminder.at, zone),
  };
}
export type PackageView = Awaited<ReturnType<typeof viewOfPackage>>;
