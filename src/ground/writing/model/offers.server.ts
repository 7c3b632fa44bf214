import { hasModel, ModelFailure } from "#platform/model/model.server.ts";
import { startWriting, isStopping, type Job, type Progress, watchWriting } from "./running.server.ts";
import { type ModelResult, noteOf } from "./write.server.ts";

/**
 * State of a draft's model version. `none`: not requested. `used`: chosen, so the built-in one is now the
 * alternative.
 */
export type OfferState = "none" | "writing" | "ready" | "used" | "failed";

export interface Offer {
  readonly state: OfferState;
  readonly note: string | null;
}

/** Storage of model versions for one kind of draft. Drafts are identified by the hash of their token. */
export interface OfferStore<Text> {
  /** From nothing to `writing`. @returns false if requested before */
  begin(hash: string): Promise<boolean>;
  /** From `writing` to `ready`, or to `failed` with its note; other states stay. */
  end(hash: string, result: ModelResult<Text>): Promise<void>;
  /** Undefined if there is no such draft. */
  read(hash: string): Promise<Offer | undefined>;
}

export interface Offers<Brief> {
  /**
   * Starts the model version of a draft in the background, if a model is configured. Once per draft.
   * @param mayAsk false if this visitor has requested too many
   */
  begin(hash: string, brief: Brief, version: number, mayAsk: boolean): Promise<void>;
  /** Progress as an event stream that ends with the writing. */
  events(hash: string): Promise<Response>;
}

/** After this many seconds in `writing`, the process is assumed dead. */
const WRITING_SECONDS = 60;
const TOO_MANY_ASKED =
  "AI has written you a lot of versions in a short time, so this one is ours. Try again in a few minutes.";
const LOST = "The AI version was lost when the server restarted, so this version is ours.";
const MOST_STREAMS = 200;
const LOOK_EVERY = 1_000;

/** A draft that has been `writing` for too long has failed, because its process was killed. */
export function offerOf(
  row: { state: Exclude<OfferState, "none"> | null; note: string | null; begun: Temporal.Instant },
  now: Temporal.Instant,
): Offer {
  const lost =
    row.state === "writing" && Temporal.Instant.compare(row.begun.add({ seconds: WRITING_SECONDS }), now) < 0;
  return lost ? { state: "failed", note: LOST } : { state: row.state ?? "none", note: row.note };
}

/** Creates the model versions of one kind of draft. */
export function createOffers<Brief, Text>(kind: {
  readonly name: string;
  readonly parts: number;
  readonly write: (brief: Brief, version: number, job: Job) => Promise<ModelResult<Text>>;
  readonly store: OfferStore<Text>;
}): Offers<Brief> {
  const { store } = kind;
  const keyOf = (hash: string) => `${kind.name}:${hash}`;

  async function begin(hash: string, brief: Brief, version: number, mayAsk: boolean): Promise<void> {
    if (!hasModel() || !(await store.begin(hash))) return;
    if (!mayAsk) return store.end(hash, { note: TOO_MANY_ASKED });
    try {
      startWriting(keyOf(hash), kind.parts, async (job) => {
        const result = job.late ? { note: noteOf("busy") } : await kind.write(brief, version, job);
        // If the database is down, the draft remains `writing` until it times out.
        await store.end(hash, result).catch(() => {});
      });
    } catch (error) {
      await store.end(hash, { note: noteOf(error instanceof ModelFailure ? error.trouble : "away") });
    }
  }

  return { begin, events: (hash) => openEvents(keyOf(hash), () => store.read(hash)) };
}

let streams = 0;

async function openEvents(key: string, read: () => Promise<Offer | undefined>): Promise<Response> {
  const headers = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };
  if ((await read()) === undefined) return new Response("There is nothing here.\n", { status: 404, headers });
  if (streams >= MOST_STREAMS)
    return new Response("Please open the page again in a minute.\n", {
      status: 503,
      headers: { ...headers, "Retry-After": "30" },
    });
  let stop: (() => void) | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      // Starts on read, because a HEAD response is never read.
      pull(controller) {
        stop ??= follow(key, read, {
          send: (event, words) => controller.enqueue(bytesOf(event, words)),
          end: () => controller.close(),
        });
      },
      cancel: () => stop?.(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    // Prevents proxies from buffering the progress. Closes the connection, because an open one would delay a
    // shutdown.
    headers: {
      ...headers,
      "Content-Type": "text/event-stream; charset=utf-8",
      "X-Accel-Buffering": "no",
      Connection: "close",
    },
  });
}

const encoder = new TextEncoder();
const bytesOf = (event: string, words: string) =>
  encoder.encode(`event: ${event}\ndata: ${words.replace(/\s+/g, " ")}\n\n`);

/** Reports progress until the writing ends. @returns the function that stops it early */
function follow(
  key: string,
  read: () => Promise<Offer | undefined>,
  to: { send: (event: string, words: string) => void; end: () => void },
): () => void {
  streams += 1;
  let open = true;
  let timer: NodeJS.Timeout | undefined;
  const watched: { end?: (() => void) | undefined } = {};
  const stop = () => {
    if (!open) return;
    open = false;
    streams -= 1;
    clearTimeout(timer);
    watched.end?.();
  };
  const look = async () => {
    const offer = await read().catch(() => undefined);
    if (!open) return;
    if (offer?.state === "writing") {
      // Another process writes it, so poll the stored state. During a shutdown, close; the browser
      // reconnects.
      if (!isStopping()) return void (timer = setTimeout(() => void look(), LOOK_EVERY));
      stop();
      return to.end();
    }
    if (offer?.state === "ready" || offer?.state === "used") to.send("ready", "");
    else to.send("failed", offer?.note ?? LOST);
    stop();
    to.end();
  };
  const heard = (progress: Progress) => {
    if (progress.state === "ended") void look();
    else to.send("progress", formatProgress(progress));
  };
  watched.end = watchWriting(key, heard);
  if (!watched.end) void look();
  return stop;
}

function formatProgress({ state, done, parts }: Progress): string {
  if (state === "waiting") return "AI will write another version once the requests ahead of it are done.";
  return `AI is writing another version: ${done} of ${parts} parts done.`;
}
