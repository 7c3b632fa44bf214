import type { LanguageModel } from "ai";
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
/** How often a text on its way is shown (ms): each look reads it from the beginning. */
const SHOW_EVERY_MS = 250;

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

interface TextRequest {
  /** The system prompt: entirely ours. */
  readonly instructions: string;
  readonly prompt: string;
  readonly patience: Patience;
}

interface ObjectRequest<Schema extends z.ZodType> extends TextRequest {
  readonly schema: Schema;
  /** A name for the output, in letters and underscores. */
  readonly name: string;
}

/**
 * Has the model write a text. Never logs prompt, output or key.
 * @param read turns the text into what is wanted, or throws a ModelFailure
 * @param arriving gets the text so far, a few times a second
 * @throws ModelFailure
 */
export async function writeText<Answer>(
  request: TextRequest,
  read: (text: string) => Answer,
  arriving: (text: string) => void,
): Promise<Answer> {
  if (!current) throw new ModelFailure("away");
  const { settings, log } = current;
  try {
    return await withModel(
      request,
      settings,
      "words",
      async ({ model, signal, onError, fail, streamText }) => {
        const { instructions, prompt } = request;
        const result = streamText({
          model,
          instructions,
          prompt,
          maxRetries: 1,
          abortSignal: signal,
          onError,
        });
        let text = "";
        let shown = performance.now();
        for await (const piece of result.textStream) {
          text += piece;
          if (text.length > MAX_CHARACTERS) throw fail(tooLong());
          if (performance.now() - shown < SHOW_EVERY_MS) continue;
          shown = performance.now();
          arriving(text);
        }
        // Throws where the stream ended early.
        await result.finishReason;
        return read(text);
      },
    );
  } catch (error) {
    throw logged(error as ModelFailure, log);
  }
}

/**
 * Has the model write one object of a schema. Never logs prompt, output or key.
 * @throws ModelFailure
 */
export async function writeObject<Schema extends z.ZodType>(
  request: ObjectRequest<Schema>,
): Promise<z.output<Schema>> {
  if (!current) throw new ModelFailure("away");
  const target = current;
  const from = FORMATS.indexOf(target.manner);
  for (const format of FORMATS.slice(from)) {
    try {
      const answer = await askForObject(request, target.settings, format);
      target.manner = format;
      return answer;
    } catch (error) {
      const failure = error as ModelFailure;
      // 400 and 422: servers use these for an unsupported response format.
      const unknownFormat = (failure.status === 400 || failure.status === 422) && format !== FORMATS.at(-1);
      if (!unknownFormat) throw logged(failure, target.log);
    }
  }
  throw new ModelFailure("away");
}

const logged = (failure: ModelFailure, log: Current["log"]): ModelFailure => {
  log.warn({ trouble: failure.trouble, status: failure.status }, "the model gave no text");
  return failure;
};

const tooLong = () => new ModelFailure("unfit", { problems: ["The reply was far too long."] });

const askForObject = <Schema extends z.ZodType>(
  request: ObjectRequest<Schema>,
  settings: ModelSettings,
  format: Format,
): Promise<z.output<Schema>> =>
  withModel(
    request,
    settings,
    format,
    async ({ model, signal, onError, fail, streamText, Output, jsonSchema }) => {
      const { schema, name, prompt } = request;
      const shape = sentSchema(schema);
      const overflow = new AbortController();
      const object = Output.object({ schema: jsonSchema(shape), name });
      const output: typeof object = {
        ...object,
        // Nobody reads parts of an object, and the library would parse after every few letters.
        async parsePartialOutput({ text }) {
          if (text.length > MAX_CHARACTERS) overflow.abort();
          return undefined;
        },
        parseCompleteOutput: async ({ text }) => readAnswer(text, schema),
      };
      const instructions =
        format === "json_schema"
          ? request.instructions
          : `${request.instructions}\n\n${describeShape(shape)}`;
      try {
        const result = streamText({
          ...{ model, instructions, prompt, output, maxRetries: 1, onError },
          abortSignal: AbortSignal.any([signal, overflow.signal]),
        });
        // Broken streams are known as such only while they are read.
        for await (const part of result.partialOutputStream) void part;
        return (await result.output) as z.output<Schema>;
      } catch (error) {
        throw overflow.signal.aborted ? fail(tooLong()) : error;
      }
    },
  );

interface Library extends Pick<typeof import("ai"), "jsonSchema" | "Output" | "streamText"> {
  readonly model: LanguageModel;
  readonly signal: AbortSignal;
  readonly onError: (event: { error: unknown }) => void;
  /** The reason, whatever the library makes of it. */
  readonly fail: (failure: ModelFailure) => ModelFailure;
}

/** Runs one request, and turns whatever goes wrong into a failure. */
async function withModel<Answer>(
  { patience }: TextRequest,
  settings: ModelSettings,
  format: Format,
  run: (library: Library) => Promise<Answer>,
): Promise<Answer> {
  // Most installations have no model: load the library on first use.
  const [{ jsonSchema, Output, streamText }, { createOpenAICompatible }] = await Promise.all([
    import("ai"),
    import("@ai-sdk/openai-compatible"),
  ]);
  // Its warnings quote the prompt.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  let ownFailure: ModelFailure | undefined;
  let libraryError: unknown;
  const fail = (failure: ModelFailure) => (ownFailure = failure);
  const provider = createOpenAICompatible({
    name: "model",
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey,
    supportsStructuredOutputs: format === "json_schema",
    fetch: guardedFetch({
      millisecondsLeft: patience.millisecondsLeft,
      failed: fail,
    }),
    ...(format === "words" ? { transformRequestBody: ({ response_format: _format, ...body }) => body } : {}),
  });
  try {
    return await run({
      ...{ jsonSchema, Output, streamText },
      model: provider.chatModel(settings.model),
      signal: patience.signal,
      onError: ({ error }) => void (libraryError ??= error),
      fail,
    });
  } catch (error) {
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
