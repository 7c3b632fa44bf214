import { getBusiness } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { toSvg } from "#ground/signatures/public.server.ts";
import { type JobRow, zoneOfJob } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { moment } from "#platform/time/format.ts";
import { isLateSign, type Roll, type Sign, type Standing, standingOf } from "../rules/talk.ts";
import { LANGUAGE_NAMES } from "../rules/text.ts";
import type { Sheet } from "../signing/sheet.ts";
import { signsOf } from "../stored/signs.server.ts";

/** Who signed a talk or plan, and what its paper needs besides. */
export async function readSigned(ctx: AccountContext, id: string, roll: Roll, job: JobRow) {
  const standing = standingOf(id, roll, await signsOf(ctx, job.jobId, id));
  const authors = standing.rows.flatMap(({ sign }) => sign?.author ?? []);
  return {
    ...{ job, standing, createdAt: ctx.now },
    names: await namesOf(ctx.db, [...new Set(authors)]),
    zone: await zoneOfJob(ctx, job),
    business: await getBusiness(ctx),
  };
}

/** The rows of who was there, for `signed.typ`, and the drawings that they show. */
export function signedRows(
  roll: Roll,
  { rows }: Standing,
  { names, zone, noun }: { names: ReadonlyMap<string, string>; zone: string; noun: Sheet["noun"] },
) {
  const at = (iso: string) => moment(Temporal.Instant.from(iso), zone).words;
  const whereOf = ({ on, author, device }: Sign) =>
    on === "own"
      ? `Own phone${device ? ` (${device})` : ""}`
      : `${(author !== null && names.get(author)) || "A coworker"}’s phone`;
  return {
    rows: rows.map(({ name, sign, reason, voided, outdated }, place) => ({
      name,
      file: sign?.drawing ? `sign-${place + 1}.svg` : null,
      words: sign
        ? [
            ...(sign.drawing ? [] : ["Confirmed with their typed name"]),
            `${at(sign.at)}${isLateSign(roll, sign) ? ", late: after the talk was finished" : ""}`,
            `${whereOf(sign)}, ${LANGUAGE_NAMES[sign.language]}`,
          ]
        : [reason === null ? "Not signed" : `Didn’t sign: ${reason}`],
      voided: [
        ...outdated.map((one) => `Signed ${at(one.at)}, before the ${noun} changed`),
        ...voided.map((one) => `Signature of ${at(one.at)} voided: ${one.voided}`),
      ],
    })),
    files: Object.fromEntries(
      rows.flatMap(({ sign }, place) =>
        sign?.drawing
          ? [[`sign-${place + 1}.svg`, new TextEncoder().encode(toSvg(sign.drawing))] as const]
          : [],
      ),
    ),
  };
}
