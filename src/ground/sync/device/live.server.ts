import type { LoaderFunctionArgs } from "react-router";
import { standingOf } from "#ground/businesses/public.server.ts";
import { findPerson } from "#ground/identity/public.server.ts";
import { listenFor } from "#platform/db/notices.server.ts";
import { type Membership, withAccount } from "#platform/db/scope.server.ts";
import { countOf } from "../commands.server.ts";
import { answerDevice } from "./answer.server.ts";

/**
 * How often to send a comment so that proxies don't close an idle stream, in milliseconds. The person's
 * access is checked at the same time.
 */
const SILENCE_MS = 20_000;
const MOST = 8;
/** Delay before a browser whose stream was closed in favor of newer ones reconnects. */
const GIVEN_WAY_MS = 60_000;
/** Unread chunks after which a stream is closed. */
const MOST_UNREAD = 50;

interface Who {
  readonly accountId: string;
  readonly userId: string;
  readonly mayStay: () => Promise<boolean>;
}

interface Stream {
  readonly userId: string;
  readonly say: (words: string) => void;
  readonly stop: () => void;
}

/** Oldest first. */
const streams = new Set<Stream>();

/** Closes every stream, so that a stopping process doesn't wait for them. Browsers reconnect. */
export function closeLiveStreams(): void {
  for (const { stop } of streams) stop();
}

/**
 * `GET /account/sync/live`: server-sent events `data: <count>` with the business's current count; the device
 * then fetches the records itself. The first event comes immediately; 0 means something may have been missed.
 * The stream ends within 20 seconds of its session.
 */
export async function openLiveStream(args: LoaderFunctionArgs): Promise<Response> {
  const { request } = args;
  let found: { who: Who; count: number } | undefined;
  const refusal = await answerDevice(args, async (ctx) => {
    const [accountId, userId, place] = [ctx.account.id, ctx.user!.id, formatSeat(ctx.member)];
    const mayStay = async () => {
      // A fresh request, because the session found for the first one is cached.
      const again = new Request(request.url, { headers: request.headers });
      const person = await findPerson(again);
      if (person?.id !== userId) return false;
      const standing = await standingOf(again, person);
      return standing?.accountId === accountId && !standing.isSuspended && formatSeat(standing) === place;
    };
    found = { who: { accountId, userId, mayStay }, count: await countOf(ctx) };
    return {};
  });
  if (!found) return refusal;
  return new Response(eventsOf(found.who, found.count, request.signal), {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

const formatSeat = (member: Membership | null) =>
  `${member?.role} ${member?.jobId} ${member?.isConfidant ?? false}`;

function eventsOf(
  { accountId, userId, mayStay }: Who,
  count: number,
  gone: AbortSignal,
): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  let stop = () => {};
  return new ReadableStream({
    start(controller) {
      makeRoom(userId);
      const say = (words: string) => {
        // Drop a reader that doesn't read. All it missed is one number.
        if ((controller.desiredSize ?? 0) < -MOST_UNREAD) stop();
        else controller.enqueue(text.encode(words));
      };
      const stream: Stream = { userId, say, stop: () => stop() };
      let sentCount = count;
      const sendCount = (counted: number) => {
        if (!streams.has(stream) || (counted !== 0 && counted <= sentCount)) return;
        sentCount = Math.max(sentCount, counted);
        say(eventOf(counted));
      };
      const unlisten = listenFor(accountId, (says) => sendCount(Number(says)));
      // Covers changes counted before listening began, and later any lost notice.
      const look = () => withAccount(accountId, countOf).then(sendCount, () => {});
      const stay = async () => {
        // A database failure doesn't mean that the session ended.
        const stays = await mayStay().catch(() => true);
        if (!streams.has(stream)) return;
        if (!stays) return stop();
        say(":\n\n");
        await look();
      };
      const silence = setInterval(() => void stay(), SILENCE_MS).unref();
      stop = () => {
        if (!streams.delete(stream)) return;
        unlisten();
        clearInterval(silence);
        try {
          controller.close();
        } catch {
          // The client already closed it.
        }
      };
      streams.add(stream);
      gone.addEventListener("abort", () => stop());
      say(`retry: 2000\n${eventOf(count)}`);
      void look();
    },
    cancel: () => stop(),
  });
}

const eventOf = (count: number) => `data: ${count}\n\n`;

/**
 * Closes a person's oldest stream. A phone that lost its network leaves streams that look alive for minutes.
 */
function makeRoom(userId: string): void {
  const own = [...streams].filter((one) => one.userId === userId);
  for (const { say, stop } of own.slice(0, Math.max(0, own.length - MOST + 1))) {
    say(`retry: ${GIVEN_WAY_MS}\n\n`);
    stop();
  }
}
