import { isSigned, sign } from "#platform/config/signing.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { optsOutOfTracking, isStale, wasSeen } from "./signals.ts";

const LINK = "link mark";
const VISIT = "visit mark";
const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;
const TIME_BYTES = 6;
const LINK_BYTES = 3 * ID_BYTES + 1 + TIME_BYTES;
const VISIT_BYTES = 2 * ID_BYTES + TIME_BYTES;
/** Query parameter of a mark; src/ui/scripts/presence.ts removes it from the address bar. */
const PARAMETER = "mark";
const LONGEST = 400;

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const idOf = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
const signed = (purpose: string, content: Buffer) =>
  Buffer.concat([content, sign(purpose, content).subarray(0, SIGNATURE_BYTES)]).toString("base64url");

function verifiedContent(purpose: string, text: string): Buffer | undefined {
  if (text.length > LONGEST || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length <= SIGNATURE_BYTES) return undefined;
  const content = bytes.subarray(0, -SIGNATURE_BYTES);
  return isSigned(purpose, content, bytes.subarray(-SIGNATURE_BYTES)) ? content : undefined;
}

const timeAt = (content: Buffer, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(content.readUIntBE(at, TIME_BYTES));

/** Who a link was sent to, and in what context; ids only. */
export interface LinkMark {
  readonly personId: string;
  /** The context, such as an enrollment, and its part, 0 to 255. */
  readonly aboutId: string;
  readonly part: number;
}

/**
 * Adds a signed mark of the recipient to one of our addresses. Nothing is stored, and only we can read it.
 * Other addresses are returned unchanged, because external links must not pass through us.
 */
export function marked(ctx: AccountContext, address: string, { personId, aboutId, part }: LinkMark): string {
  const content = Buffer.alloc(LINK_BYTES);
  bytesOf(ctx.account.id).copy(content);
  bytesOf(personId).copy(content, ID_BYTES);
  bytesOf(aboutId).copy(content, 2 * ID_BYTES);
  content.writeUInt8(Math.min(part, 255), 3 * ID_BYTES);
  content.writeUIntBE(ctx.now.epochMilliseconds, 3 * ID_BYTES + 1, TIME_BYTES);
  const url = new URL(address);
  url.searchParams.set(PARAMETER, signed(LINK, content));
  return url.href;
}

function readLink(ctx: AccountContext, text: string): LinkMark | undefined {
  const content = verifiedContent(LINK, text);
  if (content?.length !== LINK_BYTES || idOf(content.subarray(0, ID_BYTES)) !== ctx.account.id)
    return undefined;
  if (isStale(timeAt(content, 3 * ID_BYTES + 1), ctx.now)) return undefined;
  return {
    personId: idOf(content.subarray(ID_BYTES, 2 * ID_BYTES)),
    aboutId: idOf(content.subarray(2 * ID_BYTES, 3 * ID_BYTES)),
    part: content.readUInt8(3 * ID_BYTES),
  };
}

/** What a human signal on a page will mean. */
export interface VisitMark {
  readonly personId: string;
  readonly what: string;
  readonly about?: string;
}

/**
 * Makes the mark a page returns with its first human signal: what the signal means, and when the page was
 * made.
 */
function visitMark(ctx: AccountContext, { personId, what, about = "" }: VisitMark): string {
  const head = Buffer.alloc(VISIT_BYTES);
  bytesOf(ctx.account.id).copy(head);
  bytesOf(personId).copy(head, ID_BYTES);
  head.writeUIntBE(ctx.now.epochMilliseconds, 2 * ID_BYTES, TIME_BYTES);
  return signed(VISIT, Buffer.concat([head, Buffer.from(`${what}\0${about}`)]));
}

/** A human signal, decoded from the page's mark. */
export interface Visit extends Required<VisitMark> {
  readonly accountId: string;
  readonly shownAt: Temporal.Instant;
}

/** Decodes a page's mark; undefined if it isn't ours, the page was open too briefly, or it is too old. */
export function parseVisit(text: string, now: Temporal.Instant): Visit | undefined {
  const content = verifiedContent(VISIT, text);
  if (!content || content.length < VISIT_BYTES) return undefined;
  const shownAt = timeAt(content, 2 * ID_BYTES);
  if (!wasSeen(shownAt, now)) return undefined;
  const [what = "", about = ""] = content.subarray(VISIT_BYTES).toString("utf8").split("\0");
  return {
    accountId: idOf(content.subarray(0, ID_BYTES)),
    personId: idOf(content.subarray(ID_BYTES, 2 * ID_BYTES)),
    what,
    about,
    shownAt,
  };
}

/**
 * The mark for the current visitor; undefined if unknown or opted out of tracking. A visitor from an emailed
 * link `clicked` it; one known only because the page was made for them `visited`.
 * @param madeFor the one person the page was made for, if any; a forwarded link doesn't change who they are
 * @param otherwise the meaning of a signal without a marked link; default `visited`
 */
export function visitMarkFor(
  ctx: AccountContext,
  request: Request,
  madeFor: string | null = null,
  otherwise: Omit<VisitMark, "personId"> = { what: "visited" },
): string | undefined {
  if (optsOutOfTracking(request.headers)) return undefined;
  const link = readLink(ctx, new URL(request.url).searchParams.get(PARAMETER) ?? "");
  if (link && (madeFor === null || madeFor === link.personId))
    return visitMark(ctx, {
      personId: link.personId,
      what: "clicked",
      about: `${link.aboutId}/${link.part}`,
    });
  return madeFor !== null && isId(madeFor) ? visitMark(ctx, { personId: madeFor, ...otherwise }) : undefined;
}
