import { availableParallelism } from "node:os";
import path from "node:path";
import { AppError } from "#platform/errors/app-error.ts";
import { type Pool, createPool } from "./pool.server.ts";
import type { FileOnDisk, RenderTask } from "./protocol.ts";

/** A document to render: a template of ours and its data. */
export interface DocumentRequest {
  /** Path of the `.typ` file inside `src/`, such as `trade/magnets/magnet.typ`. */
  template: string;
  /** Any JSON value. The template reads it as `json(bytes(sys.inputs.data))`: values, never markup. */
  data: unknown;
  /** Written into the file as its creation date; the same request gives the same bytes. */
  createdAt: Temporal.Instant;
  /**
   * Files by name, such as pictures; the template opens them as `/files/{name}`. Big ones by path, so that
   * they don't pass through this process.
   */
  files?: Readonly<Record<string, Uint8Array | FileOnDisk>>;
}

// The server runs from the project's folder, from source or bundled; templates, fonts and the renderer are
// read from `src/` in both cases.
const root = process.cwd();
/**
 * A quarter of a minute with one renderer. Refusing them and having them all retry together costs pages more
 * than this.
 */
const QUEUE_LIMIT = 256;
const TIME_LIMIT_MS = 30_000;
const IDLE_LIMIT_MS = 30_000;

let pool: Pool | undefined;

function renderers(): Pool {
  return (pool ??= createPool({
    script: path.join(root, "src/platform/pdf/worker.ts"),
    // One core per renderer, whatever the compiler's default.
    env: { FONTCONFIG_FILE: path.join(root, "src/platform/pdf/fonts/fonts.conf"), RAYON_NUM_THREADS: "1" },
    size: Math.max(1, availableParallelism() - 1),
    queueLimit: QUEUE_LIMIT,
    timeLimit: TIME_LIMIT_MS,
    idleLimit: IDLE_LIMIT_MS,
  }));
}

/**
 * Renders a PDF: tagged, PDF/UA-1, fonts embedded, the same bytes for the same request.
 * @throws AppError `unavailable` when too many documents wait or this one takes longer than 30 s
 */
export function renderPdf(request: DocumentRequest): Promise<Uint8Array> {
  return renderers().run(toTask("pdf", request));
}

/**
 * Renders all pages as one SVG, letters as outlines: for covers and samples on pages. To get one page, ask
 * the template through `data`.
 * @throws AppError as {@link renderPdf}
 */
export async function renderSvg(request: DocumentRequest): Promise<string> {
  return new TextDecoder().decode(await renderers().run(toTask("svg", request)));
}

/**
 * Renders one page as a WebP.
 * @param width in pixels
 * @throws AppError as {@link renderPdf}
 */
export function renderWebp(request: DocumentRequest, width: number): Promise<Uint8Array> {
  return renderers().run({ ...toTask("webp", request), width });
}

/**
 * Renders one page as a PNG; where the template fills nothing, it is transparent.
 * @param width in pixels
 * @throws AppError as {@link renderPdf}
 */
export function renderPng(request: DocumentRequest, width: number): Promise<Uint8Array> {
  return renderers().run({ ...toTask("png", request), width });
}

/**
 * Renders one page as a JPEG without metadata, such as a picture of photos.
 * @param width in pixels
 * @throws AppError as {@link renderPdf}
 */
export function renderJpeg(request: DocumentRequest, width: number): Promise<Uint8Array> {
  return renderers().run({ ...toTask("jpeg", request), width });
}

/** Starts a renderer if none is running, when a picture or document will be needed soon. */
export function prepareRenderers(): void {
  renderers().prepare();
}

/** Ends the renderers, at shutdown and after tests. Rendering afterwards starts new ones. */
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
    throw new AppError("internal", "That document doesn’t exist.");
  for (const name of Object.keys(files))
    if (!/^[a-z0-9][a-z0-9._-]{0,99}$/i.test(name))
      throw new AppError("internal", "A file in this document has a name we can’t use.");
  return {
    output,
    template,
    json: toJson(data),
    createdAt: Math.floor(createdAt.epochMilliseconds / 1000),
    files: Object.entries(files),
  };
}

/**
 * JSON without lone surrogates, which Typst's parser refuses, and without control characters, which no font
 * can draw.
 */
function toJson(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) =>
    typeof value === "string"
      ? // oxlint-disable-next-line no-control-regex -- the very characters that are taken out
        value.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, "")
      : value,
  );
}
