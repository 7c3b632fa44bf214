import { actingRole, may } from "#ground/businesses/public.server.ts";
import { fullNamesOf } from "#ground/identity/public.server.ts";
import { answersTo, recipientsOf, refuseMail } from "#ground/papers/public.server.ts";
import { describeVisit, linksOf, visitsOf } from "#ground/shares/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { moment } from "#platform/time/format.ts";
import { describeRule } from "../gallery/chosen.ts";
import { type Gallery, getGallery, readGallery } from "../gallery/galleries.server.ts";
import { readAsked } from "../gallery/asked.ts";

const MOST_VISITS = 20;

/** What the page of a gallery in the office shows. @throws AppError not_found */
export async function viewOfGallery(ctx: AccountContext, id: string) {
  const gallery = await getGallery(ctx, id);
  const { photos, of } = await readGallery(ctx, gallery);
  const { zone } = of;
  const recipients = await recipientsOf(ctx, [id]);
  const links = new Map((await linksOf(ctx, { jobId: gallery.jobId })).map((one) => [one.id, one]));
  const visits = await visitsOf(
    ctx,
    recipients.map(({ linkId }) => linkId),
    MOST_VISITS,
  );
  const people = [...new Set([gallery.madeBy, ...recipients.map(({ sentBy }) => sentBy)])];
  const names = await fullNamesOf(
    ctx.db,
    people.filter((one) => one !== null),
  );
  const nameOf = (person: string | null) => (person && names.get(person)) ?? "";
  const client = await clientOf(ctx, gallery.jobId);
  const album = gallery.chosen.is === "album" ? gallery.chosen.album : null;
  return {
    ...{ id, title: gallery.title, jobId: gallery.jobId },
    job: (await findJob(ctx, gallery.jobId))?.name ?? "",
    mayChange: may(actingRole(ctx), "work.write"),
    facts: factsOf(
      gallery,
      photos.length,
      of.albums.find((one) => one.id === album)?.name ?? "",
      [nameOf(gallery.madeBy), moment(gallery.createdAt, zone).words].filter(Boolean).join(", "),
    ),
    client: client && { name: client.name, address: client.address },
    refusal: await refuseMail(ctx),
    links: recipients.flatMap(({ linkId, address, way, sentBy, viewedAt }) => {
      const link = links.get(linkId);
      if (!link) return [];
      const isOver = Temporal.Instant.compare(link.expiresAt, ctx.now) <= 0;
      return [
        {
          id: linkId,
          to:
            way === "email"
              ? address || "Someone who had their data deleted"
              : "Link you handed over yourself",
          by: nameOf(sentBy),
          made: moment(link.createdAt, zone),
          ends: moment(link.expiresAt, zone),
          state: link.revokedAt ? ("closed" as const) : isOver ? ("ended" as const) : ("open" as const),
          hasPasscode: link.hasPasscode,
          viewed: viewedAt && moment(viewedAt, zone),
          visits: (visits.get(linkId) ?? []).map((visit) => ({
            at: moment(visit.at, zone),
            words: describeVisit(visit),
          })),
        },
      ];
    }),
    questions: (await answersTo(ctx, id)).map(({ id: key, name, words, at, details }) => ({
      ...{ id: key, name, words, at: moment(at, zone), about: readAsked(details) },
    })),
  };
}
export type GalleryView = Awaited<ReturnType<typeof viewOfGallery>>;

function factsOf(
  { chosen, withTime, withPlace, fullSize }: Gallery,
  count: number,
  album: string,
  made: string,
): (readonly [string, string])[] {
  const photos = count === 1 ? "1 photo" : `${count.toLocaleString("en-US")} photos`;
  const which = {
    all: () => "all of the job",
    album: () => `the album ${album || "that was removed"}`,
    rule: () => (chosen.is === "rule" ? describeRule(chosen.rule) : ""),
    list: () => "",
  }[chosen.is]();
  return [
    ["Shows", which ? `${photos}: ${which}` : photos],
    ["New photos", chosen.is === "list" ? "Don’t show up: the list is fixed" : "Show up by themselves"],
    ["Time of day", withTime ? "Shown" : "Not shown"],
    ["Location", withPlace ? "Shown, and in downloaded files" : "Not shown, and in no file"],
    ["Downloads", fullSize ? "Full size" : "Up to 1,600 pixels wide"],
    ["Created", made],
  ];
}
