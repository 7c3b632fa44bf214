import type { LoaderFunctionArgs } from "react-router";
import { photosToShare, type SharedPhoto } from "#ground/media/public.server.ts";
import { loadPaper } from "#ground/papers/public.server.ts";
import { dateAt, formatLongDate, type Place } from "#trade/fieldwork/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formatTime } from "#platform/time/format.ts";
import type { RollPhoto } from "../rules/roll.ts";
import { groupsOf, type Order, ORDERS, pageOf, pageWith, sequenceOf } from "../gallery/layout.ts";
import { callPhoto } from "../gallery/names.ts";
import { GALLERY, type Gallery, getGallery, readGallery } from "../gallery/galleries.server.ts";

const orderIn = (search: URLSearchParams): Order => ORDERS.find((one) => one === search.get("by")) ?? "day";

/** One photo as people outside see it: nothing of it is here that isn't meant for them. */
export interface PhotoView {
  readonly sha256: string;
  /** Its place in the gallery, from 1. */
  readonly number: number;
  readonly caption: string;
  /** "9:02 AM"; null unless the gallery says when. */
  readonly time: string | null;
  /** "47.62050, -122.34930"; null unless the gallery says where, and it is known. */
  readonly place: string | null;
  /** The size of its small picture in pixels; null until it is here. */
  readonly thumb: { readonly width: number; readonly height: number } | null;
}

/** The page of a gallery that an address asks for: `?by=album&page=2`. */
export const loadGallery = (args: LoaderFunctionArgs) =>
  loadPaper(args, GALLERY, async (ctx, paper) => {
    const search = new URL(args.request.url).searchParams;
    const gallery = await getGallery(ctx, paper.thingId);
    const { photos, of } = await readGallery(ctx, gallery);
    const hasAlbums = of.albums.length > 0;
    const order = hasAlbums ? orderIn(search) : "day";
    const all = groupsOf(photos, order, of);
    const numbers = new Map(sequenceOf(all).map(({ shot }, at) => [shot.sha256, at + 1]));
    const { groups, page, pages } = pageOf(all, Number(search.get("page")));
    const view = await viewer(ctx, gallery, sequenceOf(groups), of.zone);
    return {
      ...{ count: photos.length, fullSize: gallery.fullSize, hasAlbums, order, page, pages },
      isLive: gallery.chosen.is !== "list",
      didChoose: search.get("did") !== "none",
      groups: groups.map(({ title, tiles }) => ({
        title: order === "day" ? formatLongDate(title) : title || "Other photos",
        tiles: tiles.map((tile) => tile.map((photo) => view(photo, numbers.get(photo.shot.sha256)!))),
      })),
    };
  });
export type GalleryPage = Awaited<ReturnType<typeof loadGallery>>;

/** One photo large, with those beside it. @throws AppError not_found if it isn't shown any more */
export const loadPhoto = (args: LoaderFunctionArgs) =>
  loadPaper(args, GALLERY, async (ctx, paper) => {
    const { sha256 = "" } = args.params;
    const search = new URL(args.request.url).searchParams;
    const gallery = await getGallery(ctx, paper.thingId);
    const { photos, of } = await readGallery(ctx, gallery);
    const order = of.albums.length > 0 ? orderIn(search) : "day";
    const groups = groupsOf(photos, order, of);
    const sequence = sequenceOf(groups);
    const at = sequence.findIndex(({ shot }) => shot.sha256 === sha256);
    const photo = sequence[at];
    if (!photo) throw gone();
    const view = await viewer(ctx, gallery, [photo], of.zone);
    const pair = sequence.find(
      ({ shot, facts }) => shot.sha256 === photo.facts.pair || facts.pair === sha256,
    );
    return {
      ...{ count: photos.length, order, fullSize: gallery.fullSize },
      page: pageWith(groups, photo),
      photo: view(photo, at + 1),
      day: formatLongDate(dateAt(photo.shot.at, of.zone)),
      isSmall: args.request.headers.get("save-data") === "on" && search.get("size") !== "screen",
      previous: sequence[at - 1]?.shot.sha256 ?? null,
      next: sequence[at + 1]?.shot.sha256 ?? null,
      pair: pair && pair !== photo ? pair.shot.sha256 : null,
    };
  });

const gone = () => new AppError("not_found", "This photo isn’t shown any more. Go back to see the others.");

/** What a question about a photo is about. @throws AppError not_found if it isn't shown any more */
export async function askedPhoto(ctx: AccountContext, galleryId: string, sha256: string) {
  const { photos, of } = await readGallery(ctx, await getGallery(ctx, galleryId));
  const sequence = sequenceOf(groupsOf(photos, "day", of));
  const at = sequence.findIndex(({ shot }) => shot.sha256 === sha256);
  if (at < 0) throw gone();
  return { photo: sha256, called: callPhoto(at + 1, sequence[at]!.facts.caption) };
}

/** Reads what is shown of some photos; the rest of what is known of them stays here. */
async function viewer(
  ctx: AccountContext,
  { jobId, withTime, withPlace }: Gallery,
  photos: readonly RollPhoto[],
  zone: string,
): Promise<(photo: RollPhoto, number: number) => PhotoView> {
  const shared = await photosToShare(
    ctx,
    jobId,
    photos.map(({ shot }) => shot.sha256),
  );
  const byHash = new Map(shared.map((one) => [one.sha256, one]));
  return ({ shot, facts }, number) => {
    const stored = byHash.get(shot.sha256);
    const thumb = stored?.derivatives.thumb;
    return {
      ...{ sha256: shot.sha256, number, caption: facts.caption },
      time: withTime ? formatTime(Temporal.Instant.fromEpochMilliseconds(shot.at), zone) : null,
      place: withPlace ? formatPosition(facts.place, stored) : null,
      thumb: thumb ? { width: thumb.width, height: thumb.height } : null,
    };
  };
}

/** As the phone reported it, else as the camera wrote it in the photo. Five decimals are about a meter. */
function formatPosition(place: Place | null, photo: SharedPhoto | undefined): string | null {
  const { position } = photo ?? {};
  const at = place ?? (position ? { lat: position.latitude, lon: position.longitude } : null);
  return at && `${at.lat.toFixed(5)}, ${at.lon.toFixed(5)}`;
}
