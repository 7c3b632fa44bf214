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
/** The name of a link's mark in its address; src/ui/scripts/presence.ts takes it out of the browser's. */
const PARAMETER = "mark";
const LONGEST = 400;

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const idOf = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
const signed = (purpose: string, content: Buffer) =>
  Buffer.concat([content, sign(purpose, content).subarray(0, SIGNATURE_BYTES)]).toString("base64url");

function contentOf(purpose: string, text: string): Buffer | undefined {
  if (text.length > LONGEST || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length <= SIGNATURE_BYTES) return undefined;
  const content = bytes.subarray(0, -SIGNATURE_BYTES);
  return isSigned(purpose, content, bytes.subarray(-SIGNATURE_BYTES)) ? content : undefined;
}

const timeAt = (content: Buffer, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(content.readUIntBE(at, TIME_BYTES));

/** Whom a link was sent to, and in what: all of it ids. */
export interface LinkMark {
  readonly personId: string;
  /** What it was sent in the course of, such as an enrolment, and which part of that, 0 to 255. */
  readonly aboutId: string;
  readonly part: number;
}

/**
 * An address of our own with the signed word of whom it was sent to. Nothing is stored for it, and it says
 * nothing that anybody else could read. Other addresses come back as they are: a link elsewhere must lead
 * there, and not by way of us.
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
  const content = contentOf(LINK, text);
  if (content?.length !== LINK_BYTES || idOf(content.subarray(0, ID_BYTES)) !== ctx.account.id)
    return undefined;
  if (isStale(timeAt(content, 3 * ID_BYTES + 1), ctx.now)) return undefined;
  return {
    personId: idOf(content.subarray(ID_BYTES, 2 * ID_BYTES)),
    aboutId: idOf(content.subarray(2 * ID_BYTES, 3 * ID_BYTES)),
    part: content.readUInt8(3 * ID_BYTES),
  };
}

/** What it will mean once a human hand shows on a page. */
export interface VisitMark {
  readonly personId: string;
  readonly what: string;
  readonly about?: string;
}

/**
 * What a page hands its visitor to give back with the first sign of a hand: what that sign would mean, and
 * when the page was made.
 */
function visitMark(ctx: AccountContext, { personId, what, about = "" }: VisitMark): string {
  const head = Buffer.alloc(VISIT_BYTES);
  bytesOf(ctx.account.id).copy(head);
  bytesOf(personId).copy(head, ID_BYTES);
  head.writeUIntBE(ctx.now.epochMilliseconds, 2 * ID_BYTES, TIME_BYTES);
  return signed(VISIT, Buffer.concat([head, Buffer.from(`${what}\0${about}`)]));
}

/** A sign of a hand on a page, as the page's mark tells it. */
export interface Visit extends Required<VisitMark> {
  readonly accountId: string;
  /** When the page was made. */
  readonly shownAt: Temporal.Instant;
}

/**
 * What a page's mark means; undefined where it is not ours, or the page was not there long enough to be seen,
 * or is too old.
 */
export function parseVisit(text: string, now: Temporal.Instant): Visit | undefined {
  const content = contentOf(VISIT, text);
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
 * The mark of a page for whoever asks for it now, or undefined where nobody is known or they ask not to be
 * followed. Who came by a link of a mail `clicked` it; who is known by what the page was made for only
 * `visited`.
 * @param madeFor the one person that the page was made for, where there is one: a link sent to another does
 * not change who they are
 * @param otherwise what a sign of a hand means without a marked link; left out: `visited`
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
