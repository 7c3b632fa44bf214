import type { SharedPhoto } from "#ground/media/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { isSigned, sign } from "#platform/config/signing.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";

// Photos of jobs whose client agrees to have them shown. The tool that asks clients says which; nothing is
// stored here, so that a yes that is taken back takes the photo off the page with the next request.

/** Where a picture is shown; a yes to one isn't a yes to the other. */
export type ShownIn = "page" | "emails";

/** A picture that its client agrees to have shown. */
export interface ConsentedPicture {
  /** Names it outside; not its hash. */
  readonly id: string;
  /** What it shows, in words. */
  readonly alt: string;
  /** Of the small one, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** One photo, or a before and after. */
export interface ConsentedWork {
  readonly id: string;
  readonly caption: string | null;
  /** The client's name as they want it shown; null for none. */
  readonly credit: string | null;
  readonly pictures: readonly [ConsentedPicture] | readonly [ConsentedPicture, ConsentedPicture];
}

/** Where photos with consent come from. Each call answers for this moment. */
export interface RecentWorkSource {
  /** What the business chose to show on its page, in its order. */
  page(ctx: AccountContext): Promise<readonly ConsentedWork[]>;
  /** Photos for an email: what is on the page first, then the newest. */
  emails(ctx: AccountContext, most: number): Promise<readonly ConsentedWork[]>;
  /** One picture; undefined if it may not be shown there. */
  picture(ctx: AccountContext, id: string, shownIn: ShownIn): Promise<SharedPhoto | undefined>;
  /** Which of some photos may not be on the page: their client doesn't agree, or they are hidden. */
  refused(ctx: AccountContext, hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Where the business chooses what to show. */
  readonly path: string;
}

const NO_SOURCE: RecentWorkSource = {
  page: () => Promise.resolve([]),
  emails: () => Promise.resolve([]),
  picture: () => Promise.resolve(undefined),
  refused: () => Promise.resolve(new Set()),
  path: "",
};

let source = NO_SOURCE;

/** Registers where photos with consent come from. Called once per process. */
export function defineRecentWork(from: RecentWorkSource): void {
  source = from;
}

/** Where the business chooses its recent work; empty without such a tool. */
export const recentWorkPath = (): string => source.path;

/** A picture with its addresses, for an `<img>`. */
export interface RecentPicture extends ConsentedPicture {
  readonly thumb: string;
  readonly screen: string;
}

export interface RecentWork extends ConsentedWork {
  readonly pictures: readonly [RecentPicture] | readonly [RecentPicture, RecentPicture];
}

/** The work that a business's page shows now. */
export async function recentWork(ctx: AccountContext): Promise<RecentWork[]> {
  const withPaths = (picture: ConsentedPicture): RecentPicture => ({
    ...picture,
    thumb: recentPicturePath(ctx.account.id, picture.id, "thumb"),
    screen: recentPicturePath(ctx.account.id, picture.id, "screen"),
  });
  return (await source.page(ctx)).map((work) => {
    const [first, second] = work.pictures;
    return { ...work, pictures: second ? [withPaths(first), withPaths(second)] : [withPaths(first)] };
  });
}

/** Work for an email, with the full addresses of its pictures. */
export async function recentWorkForMail(
  ctx: AccountContext,
  most: number,
): Promise<{ readonly url: string; readonly alt: string }[]> {
  const { publicUrl } = installation();
  const works = await source.emails(ctx, most);
  return works
    .flatMap(({ pictures, credit }) =>
      pictures.map(({ id, alt }, at) => {
        const what = pictures.length === 1 ? alt : `${at === 0 ? "Before" : "After"}: ${alt}`;
        return {
          url: `${publicUrl}${recentPicturePath(ctx.account.id, id, "mail")}`,
          alt: credit ? `${what} (${credit})` : what,
        };
      }),
    )
    .slice(0, most);
}

const PURPOSE = "recent work";
const SIGNATURE_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/** The sizes that are served, and what each is for. */
export const RECENT_SIZES = { thumb: "page", screen: "page", mail: "emails" } as const;
type Size = keyof typeof RECENT_SIZES;

/** Signed, so that only pictures that were shown can be asked for. */
export function recentPicturePath(accountId: string, id: string, size: Size): string {
  const payload = Buffer.from(`${accountId}${id}`.replaceAll("-", ""), "hex");
  const signature = sign(PURPOSE, payload).subarray(0, SIGNATURE_BYTES);
  return `/picture/recent/${Buffer.concat([payload, signature]).toString("base64url")}/${size}`;
}

const uuid = (bytes: Buffer): string =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** What an address names; undefined for one that isn't ours. */
export function readRecentToken(token: string): { accountId: string; id: string } | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const payload = bytes.subarray(0, 32);
  if (!isSigned(PURPOSE, payload, bytes.subarray(32))) return undefined;
  return { accountId: uuid(payload.subarray(0, 16)), id: uuid(payload.subarray(16)) };
}

/** Those of some job photos that may not be on the page now. */
export const refusedOnPage = (ctx: AccountContext, hashes: readonly string[]): Promise<ReadonlySet<string>> =>
  source.refused(ctx, hashes);

/** A picture with a client's consent, as it may be shown now; undefined if it may not. */
export const recentPicture = (
  ctx: AccountContext,
  id: string,
  shownIn: ShownIn,
): Promise<SharedPhoto | undefined> => source.picture(ctx, id, shownIn);
