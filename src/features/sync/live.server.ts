import type { LoaderFunctionArgs } from "react-router";
import { listenFor } from "#platform/db/notices.server.ts";
import { answerDevice } from "./device-answer.server.ts";

/** A word now and then, so that nobody between takes the silence for an end, and a browser that is gone is noticed. */
const SILENCE_MS = 20_000;
/** Asked again after that: a session that ended meanwhile ends this too. */
const LONGEST_MS = 5 * 60_000;
/** Per person. A browser has one; some have several browsers. */
const MOST = 12;

const open = new Map<string, number>();
const stops = new Set<() => void>();

/** Ends every stream: a process that stops does not wait for them. Browsers come back by themselves. */
export function endLive(): void {
  for (const stop of stops) stop();
}

/**
 * `GET /account/sync/live`: server-sent events. Each says that the business has something newer, `data: <count>`; what it is, a device asks
 * for itself. The first comes at once.
 */
export async function answerLive(args: LoaderFunctionArgs): Promise<Response> {
  let who: { accountId: string; userId: string } | undefined;
  const refusal = await answerDevice(args, (ctx) => {
    who = { accountId: ctx.account.id, userId: ctx.user!.id };
    return Promise.resolve({});
  });
  if (!who) return refusal;
  const { accountId, userId } = who;
  if ((open.get(userId) ?? 0) >= MOST) return new Response(null, { status: 429, headers: { "Retry-After": "60" } });
  return new Response(eventsOf(accountId, userId, args.request.signal), {
    headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no" },
  });
}

function eventsOf(accountId: string, userId: string, gone: AbortSignal): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  let stop = () => {};
  return new ReadableStream({
    start(controller) {
      open.set(userId, (open.get(userId) ?? 0) + 1);
      const say = (words: string) => controller.enqueue(text.encode(words));
      const unlisten = listenFor(accountId, (count) => say(`data: ${count || 0}\n\n`));
      const silence = setInterval(() => say(":\n\n"), SILENCE_MS).unref();
      const longest = setTimeout(() => stop(), LONGEST_MS).unref();
      let stopped = false;
      stop = () => {
        if (stopped) return;
        stopped = true;
        stops.delete(stop);
        unlisten();
        clearInterval(silence);
        clearTimeout(longest);
        const left = (open.get(userId) ?? 1) - 1;
        if (left > 0) open.set(userId, left);
        else open.delete(userId);
        try {
          controller.close();
        } catch {
          // The other side closed it.
        }
      };
      stops.add(stop);
      gone.addEventListener("abort", () => stop());
      say("retry: 2000\ndata: 0\n\n");
    },
    cancel: () => stop(),
  });
}
