import type { z } from "zod";
import type { Log } from "../log/log.server.ts";
import { readAnswer, sentSchema } from "./answer.ts";
import { ModelFailure } from "./failure.ts";
import { guardedFetch } from "./guarded-fetch.ts";

export { ModelFailure, type Trouble } from "./failure.ts";

/** The model to use: any server with OpenAI's chat completions API. */
export interface ModelSettings {
  /** With its version, such as https://api.openai.com/v1. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
}

/** Total time of all attempts for one text (ms). */
const TIMEOUT_MS = 30_000;
/** Maximum characters of a response: several times what any of our texts needs. */
const MAX_CHARACTERS = 100_000;
/** Interval between two parses of a partial response (ms): each parses it from the beginning. */
const PARSE_EVERY_MS = 250;

/**
 * Ways to request a JSON shape, best first; each server supports some of them. The last one describes it in
 * the prompt.
 */
const FORMATS = ["json_schema", "json_object", "words"] as const;
type Format = (typeof FORMATS)[number];

interface Current {
  readonly settings: ModelSettings;
  readonly patience: number;
  readonly log: Pick<Log, "warn">;
  /** The way that worked before with this server. */
  manner: Format;
}

let current: Current | undefined;

/** Sets the model, or none; called once at start, and by tests (with a shorter timeout). */
export function useModel(
  settings: ModelSettings | undefined,
  log: Pick<Log, "warn">,
  timeoutMs = TIMEOUT_MS,
): void {
  current = settings && { settings, log, patience: timeoutMs, manner: FORMATS[0] };
}

/** Whether a model is set. */
export function hasModel(): boolean {
  return current !== undefined;
}

export interface Patience {
  readonly signal: AbortSignal;
  millisecondsLeft(): number;
}

/** Starts a text's deadline; the caller may abort earlier. */
export function startPatience(abort: AbortSignal): Patience {
  const timeoutMs = current?.patience ?? TIMEOUT_MS;
  const end = performance.now() + timeoutMs;
  return {
    signal: AbortSignal.any([abort, AbortSignal.timeout(timeoutMs)]),
    millisecondsLeft: () => Math.max(0, end - performance.now()),
  };
}

export interface ModelRequest<Schema extends z.ZodType> {
  readonly schema: Schema;
  /** A name for the output, in letters and underscores. */
  readonly name: string;
  /** The system prompt: entirely ours. */
  readonly instructions: string;
  readonly prompt: string;
  readonly patience: Patience;
  /** Gets the partial output, unchecked, a few times a second. */
  readonly arriving?: ((partial: unknown) => void) | undefined;
}

/**
 * Has the model write one object of a schema. Never logs prompt, output or key.
 * @throws ModelFailure
 */
export async function writeObject<Schema extends z.ZodType>(
  request: ModelRequest<Schema>,
): Promise<z.output<Schema>> {
  if (!current) throw new ModelFailure("away");
  const target = current;
  const from = FORMATS.indexOf(target.manner);
  for (const format of FORMATS.slice(from)) {
    try {
      const answer = await ask(request, target, format);
      target.manner = format;
      return answer;
    } catch (error) {
      const failure = error as ModelFailure;
      // 400 and 422: servers use these for an unsupported response format.
      const unknownFormat = (failure.status === 400 || failure.status === 422) && format !== FORMATS.at(-1);
      if (unknownFormat) continue;
      target.log.warn({ trouble: failure.trouble, status: failure.status }, "the model gave no text");
      throw failure;
    }
  }
  throw new ModelFailure("away");
}

async function ask<Schema extends z.ZodType>(
  request: ModelRequest<Schema>,
  { settings }: Current,
  format: Format,
): Promise<z.output<Schema>> {
  // Most installations have no model: load the library on first use.
  const [{ jsonSchema, Output, streamText }, { createOpenAICompatible }] = await Promise.all([
    import("ai"),
    import("@ai-sdk/openai-compatible"),
  ]);
  // Its warnings quote the prompt.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { patience, schema, name, arriving } = request;
  const overflow = new AbortController();
  let ownFailure: ModelFailure | undefined;
  let libraryError: unknown;
  const provider = createOpenAICompatible({
    name: "model",
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey,
    supportsStructuredOutputs: format === "json_schema",
    fetch: guardedFetch({
      millisecondsLeft: patience.millisecondsLeft,
      failed: (failure) => (ownFailure = failure),
    }),
    ...(format === "words" ? { transformRequestBody: ({ response_format: _format, ...body }) => body } : {}),
  });
  const shape = sentSchema(schema);
  const object = Output.object({ schema: jsonSchema(shape), name });
  let looked = performance.now();
  const output: typeof object = {
    ...object,
    // The library parses after every few letters; each parse reads everything, so skip most of them.
    async parsePartialOutput(chunk) {
      if (chunk.text.length > MAX_CHARACTERS) overflow.abort();
      if (performance.now() - looked < PARSE_EVERY_MS) return undefined;
      looked = performance.now();
      return object.parsePartialOutput(chunk);
    },
    parseCompleteOutput: async ({ text }) => readAnswer(text, schema),
  };
  try {
    const result = streamText({
      model: provider.chatModel(settings.model),
      instructions:
        format === "json_schema"
          ? request.instructions
          : `${request.instructions}\n\n${describeShape(shape)}`,
      prompt: request.prompt,
      output,
      maxRetries: 1,
      abortSignal: AbortSignal.any([patience.signal, overflow.signal]),
      onError: ({ error }) => void (libraryError ??= error),
    });
    for await (const partial of result.partialOutputStream) arriving?.(partial);
    return (await result.output) as z.output<Schema>;
  } catch (error) {
    if (overflow.signal.aborted)
      throw new ModelFailure("unfit", { problems: ["The reply was far too long."] });
    throw ownFailure ?? (await failureOf(libraryError ?? error, patience.signal));
  }
}

const describeShape = (shape: object) =>
  `Answer with one JSON object and nothing else: no words before or after it, no code fence. It must fit this JSON Schema:\n${JSON.stringify(shape)}`;

/** The failure without any content. */
async function failureOf(error: unknown, signal: AbortSignal): Promise<ModelFailure> {
  const { APICallError, NoObjectGeneratedError, RetryError } = await import("ai");
  if (error instanceof ModelFailure) return error;
  if (signal.aborted)
    return new ModelFailure(
      (signal.reason as { name?: string } | undefined)?.name === "TimeoutError" ? "slow" : "stopped",
    );
  if (RetryError.isInstance(error)) return failureOf(error.lastError, signal);
  if (NoObjectGeneratedError.isInstance(error)) return new ModelFailure("unfit");
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  if (status === 401 || status === 403) return new ModelFailure("refused", { status });
  return new ModelFailure(status === 429 ? "busy" : "away", { status });
}
