import type { z } from "zod";
import type { Log } from "../log/log.server.ts";
import { readAnswer, sentSchema } from "./answer.ts";
import { ModelFailure } from "./failure.ts";
import { guardedFetch } from "./guarded-fetch.ts";

export { ModelFailure, type Trouble } from "./failure.ts";

/** Which model to ask: any server that speaks OpenAI's chat completions. */
export interface ModelSettings {
  /** With its version, such as https://api.openai.com/v1. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
}

/** All tries for one text together, in milliseconds. */
const PATIENCE = 30_000;
/** Longest answer in characters: several times what any of our texts needs. */
const MOST_CHARACTERS = 100_000;
/** Between two looks at a half-written answer, in milliseconds: each reads it from the beginning. */
const LOOK_EVERY = 250;

/**
 * How a server is told the shape of an answer, best first; each server knows some of them. The last says it
 * in words alone.
 */
const MANNERS = ["json_schema", "json_object", "words"] as const;
type Manner = (typeof MANNERS)[number];

interface Current {
  readonly settings: ModelSettings;
  readonly patience: number;
  readonly log: Pick<Log, "warn">;
  /** What this server has understood before. */
  manner: Manner;
}

let current: Current | undefined;

/**
 * Says which model to ask, or that there is none; called once by the start, and by tests (with a shorter
 * patience).
 */
export function useModel(
  settings: ModelSettings | undefined,
  log: Pick<Log, "warn">,
  patience = PATIENCE,
): void {
  current = settings && { settings, log, patience, manner: MANNERS[0] };
}

/** Whether there is a model to ask. */
export function hasModel(): boolean {
  return current !== undefined;
}

/** How long a text may take, over all its tries. */
export interface Patience {
  readonly signal: AbortSignal;
  millisecondsLeft(): number;
}

/** Begins to count the time that one text has; the caller may end it sooner. */
export function startPatience(abort: AbortSignal): Patience {
  const most = current?.patience ?? PATIENCE;
  const end = performance.now() + most;
  return {
    signal: AbortSignal.any([abort, AbortSignal.timeout(most)]),
    millisecondsLeft: () => Math.max(0, end - performance.now()),
  };
}

/** What is asked for. */
export interface ModelRequest<Schema extends z.ZodType> {
  readonly schema: Schema;
  /** A word for the answer, in letters and underscores. */
  readonly name: string;
  /** Who the model is and what its rules are: ours, every word. */
  readonly instructions: string;
  /** What to write about. */
  readonly prompt: string;
  readonly patience: Patience;
  /** Sees the answer as far as it has come, unchecked, a few times a second. */
  readonly arriving?: ((partial: unknown) => void) | undefined;
}

/**
 * Has the model write one object of a schema. Nothing of prompt, answer or key is ever logged.
 * @throws ModelFailure
 */
export async function writeObject<Schema extends z.ZodType>(
  request: ModelRequest<Schema>,
): Promise<z.output<Schema>> {
  if (!current) throw new ModelFailure("away");
  const asked = current;
  const from = MANNERS.indexOf(asked.manner);
  for (const manner of MANNERS.slice(from)) {
    try {
      const answer = await ask(request, asked, manner);
      asked.manner = manner;
      return answer;
    } catch (error) {
      const failure = error as ModelFailure;
      // 400 and 422: how servers say that they do not know a response format.
      const unknownFormat = (failure.status === 400 || failure.status === 422) && manner !== MANNERS.at(-1);
      if (unknownFormat) continue;
      asked.log.warn({ trouble: failure.trouble, status: failure.status }, "the model gave no text");
      throw failure;
    }
  }
  throw new ModelFailure("away");
}

async function ask<Schema extends z.ZodType>(
  request: ModelRequest<Schema>,
  { settings }: Current,
  manner: Manner,
): Promise<z.output<Schema>> {
  // Most installations have no model: the library is loaded when one is asked.
  const [{ jsonSchema, Output, streamText }, { createOpenAICompatible }] = await Promise.all([
    import("ai"),
    import("@ai-sdk/openai-compatible"),
  ]);
  // Its warnings quote what was sent.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { patience, schema, name, arriving } = request;
  const tooLong = new AbortController();
  let own: ModelFailure | undefined;
  let theirs: unknown;
  const provider = createOpenAICompatible({
    name: "model",
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey,
    supportsStructuredOutputs: manner === "json_schema",
    fetch: guardedFetch({
      millisecondsLeft: patience.millisecondsLeft,
      failed: (failure) => (own = failure),
    }),
    ...(manner === "words" ? { transformRequestBody: ({ response_format: _format, ...body }) => body } : {}),
  });
  const shape = sentSchema(schema);
  const object = Output.object({ schema: jsonSchema(shape), name });
  let looked = performance.now();
  const output: typeof object = {
    ...object,
    // The library looks at every few letters; a look reads everything, so most of them are left out.
    async parsePartialOutput(piece) {
      if (piece.text.length > MOST_CHARACTERS) tooLong.abort();
      if (performance.now() - looked < LOOK_EVERY) return undefined;
      looked = performance.now();
      return object.parsePartialOutput(piece);
    },
    parseCompleteOutput: async ({ text }) => readAnswer(text, schema),
  };
  try {
    const result = streamText({
      model: provider.chatModel(settings.model),
      instructions:
        manner === "json_schema" ? request.instructions : `${request.instructions}\n\n${inWords(shape)}`,
      prompt: request.prompt,
      output,
      maxRetries: 1,
      abortSignal: AbortSignal.any([patience.signal, tooLong.signal]),
      onError: ({ error }) => void (theirs ??= error),
    });
    for await (const partial of result.partialOutputStream) arriving?.(partial);
    return (await result.output) as z.output<Schema>;
  } catch (error) {
    if (tooLong.signal.aborted)
      throw new ModelFailure("unfit", { problems: ["The answer was far too long."] });
    throw own ?? (await failureOf(theirs ?? error, patience.signal));
  }
}

const inWords = (shape: object) =>
  `Answer with one JSON object and nothing else: no words before or after it, no code fence. It must fit this JSON Schema:\n${JSON.stringify(shape)}`;

/** What happened, without what was said. */
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
