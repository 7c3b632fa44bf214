import { ModelFailure } from "./failure.ts";

/** More than the longest text with its stream overhead and a model's reasoning. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * `fetch` for a model's server: no redirects (the key goes to one host), bounded size, and a plain JSON
 * response to a stream request becomes a stream of one chunk.
 * @param options.failed gets the error, because the library wraps errors thrown here
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
    // A Retry-After beyond the deadline would only look like a slow model.
    if (
      response.status === 429 &&
      Number(response.headers.get("retry-after") ?? 0) * 1000 >= options.millisecondsLeft()
    ) {
      await response.body?.cancel();
      throw fail(new ModelFailure("busy", { status: 429 }));
    }
    if (!response.body) return response;
    const body = response.body.pipeThrough(
      readLimited(response.ok ? MAX_BYTES : MAX_ERROR_BYTES, () =>
        fail(new ModelFailure("unfit", { problems: ["The reply was far too long."] })),
      ),
    );
    const bounded = new Response(body, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
    return response.ok && isJson(response.headers.get("content-type"))
      ? toStream(await bounded.text(), response.headers)
      : bounded;
  };
}

const isJson = (type: string | null) => /^application\/json\b/i.test(type ?? "");

function readLimited(
  maxBytes: number,
  tooLong: () => Error,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBytes) controller.error(tooLong());
      else controller.enqueue(chunk);
    },
  });
}

/** A chat completion as a stream. Other responses stay unchanged, and the stream parser rejects them. */
function toStream(text: string, headers: Headers): Response {
  const chunk = streamed(text);
  const body = chunk === undefined ? text : `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
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
