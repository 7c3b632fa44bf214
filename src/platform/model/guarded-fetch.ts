import { ModelFailure } from "./failure.ts";

/**
 * More than the longest text together with what a stream puts around every few letters of it, and with what a
 * model thinks aloud.
 */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_ERROR_BYTES = 64 * 1024;

/**
 * `fetch` for a model's server: no redirects (the key goes to one address), nothing without an end, and a
 * plain JSON answer to a request for a stream becomes a stream of one piece.
 * @param options.failed is told what went wrong, for the library wraps what is thrown here
 */
export function guardedFetch(options: {
  millisecondsLeft: () => number;
  failed: (failure: ModelFailure) => void;
}): typeof fetch {
  const fail = (failure: ModelFailure): ModelFailure => {
    options.failed(failure);
    return failure;
  };
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: "error" });
    // Waiting for longer than there is time would only look like a slow model.
    if (
      response.status === 429 &&
      Number(response.headers.get("retry-after") ?? 0) * 1000 >= options.millisecondsLeft()
    ) {
      await response.body?.cancel();
      throw fail(new ModelFailure("busy", { status: 429 }));
    }
    if (!response.body) return response;
    const body = response.body.pipeThrough(
      noLongerThan(response.ok ? MOST_BYTES : MOST_ERROR_BYTES, () =>
        fail(new ModelFailure("unfit", { problems: ["The answer was far too long."] })),
      ),
    );
    const bounded = new Response(body, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
    return response.ok && isJson(response.headers.get("content-type"))
      ? asStream(await bounded.text(), response.headers)
      : bounded;
  };
}

const isJson = (type: string | null) => /^application\/json\b/i.test(type ?? "");

function noLongerThan(
  most: number,
  tooLong: () => Error,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(piece, controller) {
      bytes += piece.length;
      if (bytes > most) controller.error(tooLong());
      else controller.enqueue(piece);
    },
  });
}

/**
 * A chat completion as the stream it was asked to be. What is none stays as it is, and is refused where
 * streams are read.
 */
function asStream(text: string, headers: Headers): Response {
  const piece = streamed(text);
  const body = piece === undefined ? text : `data: ${JSON.stringify(piece)}\n\ndata: [DONE]\n\n`;
  const copied = new Headers(headers);
  copied.delete("content-length");
  copied.delete("content-encoding");
  copied.set("content-type", "text/event-stream");
  return new Response(body, { status: 200, headers: copied });
}

function streamed(text: string): object | undefined {
  try {
    const completion = JSON.parse(text) as { choices?: { message?: object; finish_reason?: string }[] };
    const choices = completion.choices?.map(({ message, ...choice }, index) => ({
      index,
      ...choice,
      delta: message,
    }));
    return choices && { ...completion, object: "chat.completion.chunk", choices };
  } catch {
    return undefined;
  }
}
