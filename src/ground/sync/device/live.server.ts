import type { LoaderFunctionArgs } from "react-router";
import { standingOf } from "#ground/businesses/public.server.ts";
import { findPerson } from "#ground/identity/public.server.ts";
import { listenFor } from "#platform/db/notices.server.ts";
import { type Membership, withAccount } from "#platform/db/scope.server.ts";
import { countOf } from "../commands.server.ts";
import { answerDevice } from "./answer.server.ts";

/**
 * A word now and then, so that nobody between takes the silence for an end. Asked with it: whether its person
 * may still listen.
 */
const SILENCE_MS = 20_000;
/** Per person. A browser has one; some have several browsers. */
const MOST = 8;
/** A browser whose stream gave way to newer ones comes back after that. */
const GIVEN_WAY_MS = 60_000;
/** Chunks that wait for a reader who reads nothing. */
const MOST_UNREAD = 50;

interface Who {
  readonly accountId: string;
  readonly userId: string;
  /** Whether they may go on listening. */
  readonly mayStay: () => Promise<boolean>;
}

interface Stream {
  readonly userId: string;
  readonly say: (words: string) => void;
  readonly stop: () => void;
}

/** The oldest first. */
const streams = new Set<Stream>();

/** Ends every stream: a process that stops does not wait for them. Browsers come back by themselves. */
export function closeLiveStreams(): void {
  for (const { stop } of streams) stop();
}

/**
 * `GET /account/sync/live`: server-sent events. Each says how far the business has counted, `data: <count>`;
 * what is newer, a device asks for itself. The first comes at once; 0 says that something may have been
 * missed. It ends when its session does, within 20 seconds.
 */
export async function openLiveStream(args: LoaderFunctionArgs): Promise<Response> {
  const { request } = args;
  let found: { who: Who; count: number } | undefined;
  const refusal = await answerDevice(args, async (ctx) => {
    const [accountId, userId, place] = [ctx.account.id, ctx.user!.id, placeOf(ctx.member)];
    const mayStay = async () => {
      // A request of its own: what was found for the first one is old.
      const again = new Request(request.url, { headers: request.headers });
      const person = await findPerson(again);
      if (person?.id !== userId) return false;
      const standing = await standingOf(again, person);
      return standing?.accountId === accountId && !standing.isSuspended && placeOf(standing) === place;
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

const placeOf = (member: Membership | null) => `${member?.role} ${member?.jobId}`;

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
        // Whoever reads nothing is let go; what they missed is one number.
        if ((controller.desiredSize ?? 0) < -MOST_UNREAD) stop();
        else controller.enqueue(text.encode(words));
      };
      const stream: Stream = { userId, say, stop: () => stop() };
      let told = count;
      const tell = (counted: number) => {
        if (!streams.has(stream) || (counted !== 0 && counted <= told)) return;
        told = Math.max(told, counted);
        say(eventOf(counted));
      };
      const unlisten = listenFor(accountId, (says) => tell(Number(says)));
      // What was counted between the first look and now, and later whatever a lost notice would have told.
      const look = () => withAccount(accountId, countOf).then(tell, () => {});
      const stay = async () => {
        // A database that is away says nothing about a session.
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
          // The other side closed it.
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
 * The oldest gives way: a telephone that lost its network leaves streams behind that look alive for minutes.
 */
function makeRoom(userId: string): void {
  const own = [...streams].filter((one) => one.userId === userId);
  for (const { say, stop } of own.slice(0, Math.max(0, own.length - MOST + 1))) {
    say(`retry: ${GIVEN_WAY_MS}\n\n`);
    stop();
  }
}
