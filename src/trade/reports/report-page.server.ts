import { answersTo, mailedTo, refuseMail } from "#ground/papers/public.server.ts";
import { type Visit, visitsOf, describeVisit } from "#ground/shares/public.server.ts";
import { signaturesOf } from "#ground/signatures/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { moment } from "#platform/time/format.ts";
import { isItemsPage } from "./items/items-page.ts";
import { clientOf } from "./mail/client.server.ts";
import { getReport, type Report } from "./data.server.ts";
import { formatCount } from "./rules.ts";
import { titleOf } from "./paper/registry.server.ts";
import { findPendingSend } from "./schedule/send.server.ts";

const MB = 1024 * 1024;

export async function viewOfReport(ctx: AccountContext, id: string) {
  const report = await getReport(ctx, id);
  // The job's, as on the report itself.
  const { zone } = report;
  const client = await clientOf(ctx, report.jobId);
  const sendings = await mailedTo(ctx, [report.id]);
  const visits = await visitsOf(
    ctx,
    sendings.map(({ linkId }) => linkId),
    1,
  );
  const signed = report.file === null ? [] : await signaturesOf(ctx, { files: [report.file] });
  const waits = await findPendingSend(ctx, report);
  return {
    id: report.id,
    jobId: report.jobId,
    jobName: report.jobName,
    period: titleOf(report.shape, report.fromDay, report.toDay),
    state: report.state,
    problem: report.problem,
    made: moment(report.readyAt ?? report.createdAt, zone),
    hasTable: isItemsPage(report.page) && report.page.rows.length > 1,
    asks: isItemsPage(report.page) && report.page.isToSign ? ("signature" as const) : ("nothing" as const),
    facts: factsOf(report),
    client: client && { name: client.name, address: client.address },
    signatures: signed
      .filter(({ erasedAt }) => erasedAt === null)
      .map(({ id: signature, name, state, at }) => ({ id: signature, name, state, at: moment(at, zone) })),
    answers: (await answersTo(ctx, report.id))
      .filter(({ signatureId }) => signatureId === null)
      .map(({ id: answer, name, answer: is, words, at }) => ({
        ...{ id: answer, name, answer: is, words },
        at: moment(at, zone),
      })),
    refusal: await refuseMail(ctx),
    waits: waits && { people: waits.people, until: moment(waits.until, zone) },
    sendings: sendings.map((one) => ({
      id: one.id,
      to: one.address || "Someone who had their data deleted",
      at: moment(one.at, zone),
      seen: describeSeen(visits.get(one.linkId)?.[0], zone),
    })),
  };
}

/** By a person, or by software that follows links. */
function describeSeen(
  last: (Visit & { readonly at: Temporal.Instant }) | undefined,
  zone: string,
): string | null {
  return last ? `${describeVisit(last)}, ${moment(last.at, zone).words}` : "Not opened yet";
}

function factsOf({
  entries,
  photos,
  absent,
  bytes,
  sha256,
  historyNumber,
  photosPerPage,
  page,
}: Report): (readonly [string, string])[] {
  if (bytes === null || sha256 === null) return [];
  return [
    ...(entries || !photos
      ? [
          [
            isItemsPage(page) ? (page.noun === "issue" ? "Issues" : "Items") : "Entries",
            String(entries),
          ] as const,
        ]
      : []),
    ...(photosPerPage
      ? [["Photos", absent ? `${photos}, plus ${absent} not uploaded yet` : String(photos)] as const]
      : []),
    ["Size", bytes < MB ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / MB).toFixed(1)} MB`],
    ...(historyNumber ? [["Job history", formatCount(historyNumber, "entry", "entries")] as const] : []),
    ["SHA-256", sha256],
  ];
}
