import { availableParallelism } from "node:os";
import path from "node:path";
import { AppError } from "#platform/errors/app-error.ts";
import { type Pool, createPool } from "./pool.server.ts";
import type { FileOnDisk, RenderTask } from "./protocol.ts";

/** A document to make: a template of ours and the data it shows. */
export interface DocumentRequest {
  /** Path of the `.typ` file inside `src/`, such as `trade/magnets/magnet.typ`. */
  template: string;
  /**
   * Anything JSON can hold. The template reads it as `json(bytes(sys.inputs.data))`: values, never markup.
   */
  data: unknown;
  /** Written into the file as its creation date; the same request gives the same bytes. */
  createdAt: Temporal.Instant;
  /**
   * Pictures and such by name; the template opens them as `/files/{name}`. Big ones by path, so that they
   * need not pass through this process.
   */
  files?: Readonly<Record<string, Uint8Array | FileOnDisk>>;
}

// The server runs from the project's folder, from source or bundled; templates, fonts and the renderer are
// read from `src/` in both.
const root = process.cwd();
/**
 * A quarter of a minute on a machine with one renderer. Sending them all away and having them come back
 * together costs pages more than this.
 */
const QUEUE_LIMIT = 256;
const TIME_LIMIT_MS = 30_000;
const IDLE_LIMIT_MS = 30_000;

let pool: Pool | undefined;

function renderers(): Pool {
  return (pool ??= createPool({
    script: path.join(root, "src/platform/pdf/worker.ts"),
    // One core each, whatever the compiler would like to take.
    env: { FONTCONFIG_FILE: path.join(root, "src/platform/pdf/fonts/fonts.conf"), RAYON_NUM_THREADS: "1" },
    size: Math.max(1, availableParallelism() - 1),
    queueLimit: QUEUE_LIMIT,
    timeLimit: TIME_LIMIT_MS,
    idleLimit: IDLE_LIMIT_MS,
  }));
}

/**
 * Makes a PDF: tagged, PDF/UA-1, fonts embedded, the same bytes for the same request.
 * @throws AppError `unavailable` when too many documents wait or this one takes longer than 30 s
 */
export function renderPdf(request: DocumentRequest): Promise<Uint8Array> {
  return renderers().run(toTask("pdf", request));
}

/**
 * Makes one SVG of all pages, letters as outlines: for covers and samples on pages. Ask the template for one
 * page through `data`.
 * @throws AppError as {@link renderPdf}
 */
export async function renderSvg(request: DocumentRequest): Promise<string> {
  return new TextDecoder().decode(await renderers().run(toTask("svg", request)));
}

/**
 * Starts a renderer where none lives: for whoever knows that a picture or a document is asked for next. Costs
 * nothing when one lives.
 */
export function prepareRenderers(): void {
  renderers().prepare();
}

/**
 * Ends the renderers: part of a clean shutdown, and of a test's end. Rendering afterwards starts new ones.
 */
export async function closeRenderers(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}

function toTask(
  output: RenderTask["output"],
  { template, data, createdAt, files = {} }: DocumentRequest,
): Omit<RenderTask, "id"> {
  if (!/^(?:[a-z0-9-]+\/)*[a-z0-9-]+\.typ$/.test(template))
    throw new AppError("internal", "There is no such document.");
  for (const name of Object.keys(files))
    if (!/^[a-z0-9][a-z0-9._-]{0,99}$/i.test(name))
      throw new AppError("internal", "A file in this document has a name that can't be used.");
  return {
    output,
    template,
    json: toJson(data),
    createdAt: Math.floor(createdAt.epochMilliseconds / 1000),
    files: Object.entries(files),
  };
}

/**
 * JSON whose strings are whole: no lone surrogates, which Typst's reader refuses, and no control characters,
 * which no font can draw.
 */
function toJson(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) =>
    typeof value === "string"
      ? // oxlint-disable-next-line no-control-regex -- the very characters that are taken out
        value.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, "")
      : value,
  );
}
