import { Readable } from "node:stream";
import { type ActionFunctionArgs, redirect } from "react-router";
import { acceptSignal } from "#ground/events/public.server.ts";
import { photoToShare, type SharedPhoto, stripped } from "#ground/media/public.server.ts";
import { atPaper } from "#ground/papers/public.server.ts";
import { recordVisitLater } from "#ground/shares/public.server.ts";
import { dateAt } from "#trade/fieldwork/public.ts";
import { safeName, streamZip } from "#platform/archive/zip.server.ts";
import { AppError, TooManyError } from "#platform/errors/app-error.ts";
import { failureAsText } from "#platform/http/answers.server.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { createRate } from "#platform/http/limits/rate.server.ts";
import { groupsOf, sequenceOf } from "../gallery/layout.ts";
import { fileNameOf } from "../gallery/names.ts";
import { GALLERY, type Gallery, getGallery, readGallery } from "../gallery/galleries.server.ts";

/** Photos at full size are drawn again, which takes a core for half a second each. */
const perLink = createRate({ name: "gallery downloads", perMinute: 0.5, burst: 30 });

/** Links whose ZIP is being sent: one at a time each. */
const sending = new Set<string>();

const textOf = (value: FormDataEntryValue | null): string => (typeof value === "string" ? value : "");

/** A photo to download, with the name of its file without an ending. */
interface Wanted {
  readonly sha256: string;
  readonly name: string;
}

/**
 * Downloads the photos that a form names (`photo`, many), or all: one as it is, several as a ZIP that is made
 * while it is sent. Only by a posted form, so that programs that follow links start nothing.
 */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const { token = "" } = args.params;
  try {
    const form = await args.request.formData().catch(() => new FormData());
    const asked = new Set(form.getAll("photo").map(textOf));
    const isAll = form.get("all") === "yes";
    const found = await atPaper(args, GALLERY, async (ctx, paper, by) => {
      const gallery = await getGallery(ctx, paper.thingId);
      const { photos, of } = await readGallery(ctx, gallery);
      const wanted = sequenceOf(groupsOf(photos, "day", of)).flatMap(({ shot, facts }, at): Wanted[] => {
        const { sha256 } = shot;
        const said = { day: dateAt(shot.at, of.zone), number: at + 1, caption: facts.caption };
        return isAll || asked.has(sha256) ? [{ sha256, name: fileNameOf(said, safeName) }] : [];
      });
      return { ...by, gallery, wanted, account: ctx.account.id, now: ctx.now };
    });
    const { gallery, wanted, account, now, linkId, personId } = found;
    if (wanted.length === 0) return redirect(`/s/${token}/${GALLERY}?did=none#photos`, 303);
    if (wanted.length > 1 && sending.has(linkId))
      throw new TooManyError("A download from this link is still running. Try again once it’s done.", 30);
    const { ok, retryAfterSeconds } = perLink.take(linkId, now);
    if (!ok) throw new TooManyError("This link was used for many downloads.", retryAfterSeconds);
    // Both in the background, so that the reader doesn't wait.
    recordVisitLater(account, args.request, linkId, "saved");
    void acceptSignal(textOf(form.get("here")), args.request.headers, {
      ...{ personId, what: "downloaded", about: linkId },
    });
    return wanted.length === 1
      ? await sendOne(args, gallery, wanted[0]!)
      : sendAll(args, linkId, gallery, wanted, now);
  } catch (error) {
    return failureAsText(error);
  }
}

/** As nothing to be found here: a download begins with a form. */
export const loader = ({ params }: ActionFunctionArgs): Response =>
  redirect(`/s/${params["token"]}/${GALLERY}`, 303);

const SENT = {
  "Cache-Control": "private, no-store",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
};

async function sendOne(
  args: ActionFunctionArgs,
  gallery: Gallery,
  { sha256, name }: Wanted,
): Promise<Response> {
  const bytes = await bytesOf(args, gallery, sha256);
  if (!bytes) throw new AppError("not_found", "This photo isn’t here yet. Try again in a minute.");
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...SENT,
      "Content-Type": gallery.fullSize ? "image/jpeg" : "image/webp",
      "Content-Length": String(bytes.length),
      "Content-Disposition": contentDisposition("attachment", name + endingOf(gallery)),
    },
  });
}

function sendAll(
  args: ActionFunctionArgs,
  linkId: string,
  gallery: Gallery,
  wanted: readonly Wanted[],
  now: Temporal.Instant,
): Response {
  async function* files() {
    for (const { sha256, name } of wanted) {
      const bytes = await bytesOf(args, gallery, sha256);
      if (bytes) yield { name: name + endingOf(gallery), bytes };
    }
  }
  const sent = Readable.from(streamZip(now, files()), { objectMode: false });
  sending.add(linkId);
  // Also once the reader goes away.
  sent.once("close", () => sending.delete(linkId));
  return new Response(Readable.toWeb(sent) as ReadableStream<Uint8Array>, {
    headers: {
      ...SENT,
      "Content-Type": "application/zip",
      "Content-Disposition": contentDisposition("attachment", `${safeName(gallery.title, "photos")}.zip`),
    },
  });
}

const endingOf = ({ fullSize }: Gallery): string => (fullSize ? ".jpg" : ".webp");

/**
 * The file of one photo, if it is still shown: it may be hidden, blurred or deleted while others are sent.
 * @throws AppError not_found once the link is closed, which ends the download
 */
async function bytesOf(
  args: ActionFunctionArgs,
  { fullSize, withPlace }: Gallery,
  sha256: string,
): Promise<Uint8Array | undefined> {
  const photo = await atPaper(args, GALLERY, async (ctx, paper) => {
    const gallery = await getGallery(ctx, paper.thingId);
    const { photos } = await readGallery(ctx, gallery, [sha256]);
    return photos.length > 0 ? await photoToShare(ctx, gallery.jobId, sha256) : undefined;
  });
  if (!photo) return undefined;
  try {
    return await fileOf(photo, { fullSize, withPlace });
  } catch {
    // Deleted meanwhile, or damaged: the others are sent.
    return undefined;
  }
}

const fileOf = (
  photo: SharedPhoto,
  { fullSize, withPlace }: Pick<Gallery, "fullSize" | "withPlace">,
): Promise<Uint8Array | undefined> =>
  fullSize ? stripped(photo, { keepGps: withPlace }) : photo.bytesOf("screen");
