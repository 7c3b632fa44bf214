/**
 * A renderer process: one Typst compiler, one document at a time. Node runs it from source (see
 * render.server.ts for why it is a separate process). It has no secrets and no sockets, and ends with its
 * server.
 */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { NodeCompiler, type NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler";
import { COMMON_FONTS, drawable, readCoverage, withoutComplained, withoutMarks } from "./coverage.ts";
import { jpegShape, placePhotos, placeholderFor } from "./edit/place-photos.ts";
import type { FileOnDisk, RenderReply, RenderTask } from "./protocol.ts";

const here = import.meta.dirname;
const source = path.resolve(here, "../..");
const fontFolder = path.join(here, "fonts");
const coverage = readCoverage(
  readdirSync(fontFolder)
    .filter((name) => COMMON_FONTS.test(name))
    .map((name) => readFileSync(path.join(fontFolder, name))),
);
// Typst may read files below `src/` only: templates, and the request's files under `/files/`.
const compiler = NodeCompiler.create({ workspace: source, fontArgs: [{ fontPaths: [fontFolder] }] });

/** Contains Typst's message, which names template lines, never data. */
class TemplateError extends Error {
  override name = "TemplateError";
}

function compileDocument(task: RenderTask, json: string): NodeTypstDocument {
  const result = compiler.compile({
    mainFilePath: path.join(source, task.template),
    inputs: { data: json },
    resetRead: true,
  });
  const document = result.result;
  if (document) return document;
  const error = result.takeError();
  const details = error ? JSON.stringify(compiler.fetchDiagnostics(error)) : "no diagnostics";
  throw new TemplateError(`${task.template}: ${details.slice(0, 2000)}`);
}

function exportDocument(task: RenderTask, document: NodeTypstDocument): Uint8Array {
  if (task.output !== "pdf") return new TextEncoder().encode(compiler.plainSvg(document));
  return compiler.pdf(document, { pdfStandard: "ua-1", creationTimestamp: task.createdAt });
}

/**
 * Inserts the photos.
 * @param photos paths by name
 */
const finished = (bytes: Uint8Array, photos: ReadonlyMap<string, string>): Uint8Array =>
  photos.size === 0 ? bytes : placePhotos(Buffer.from(bytes), (name) => readFileSync(photos.get(name)!));

/** How often to remove undrawable characters and retry; mostly once is enough. */
const TRIES = 4;

const isMissingGlyph = (error: unknown): error is Error =>
  error instanceof Error && error.message.includes("could not be displayed with font");

function render(task: RenderTask): Uint8Array {
  const photos = new Map<string, string>();
  for (const [name, content] of task.files) {
    const bytes = Buffer.from(content instanceof Uint8Array ? content : readFileSync(content.path));
    const shape =
      !(content instanceof Uint8Array) && content.isPhoto && task.output === "pdf"
        ? jpegShape(bytes)
        : undefined;
    if (shape?.components === 3) photos.set(name, (content as FileOnDisk).path);
    compiler.mapShadow(
      path.join(source, "files", name),
      photos.has(name) ? placeholderFor(name, shape!) : bytes,
    );
  }
  let json = drawable(task.json, coverage);
  try {
    for (let left = TRIES; ; left--)
      try {
        return finished(exportDocument(task, compileDocument(task, json)), photos);
      } catch (error) {
        if (!isMissingGlyph(error) || left === 0) throw error;
        json = left === TRIES ? withoutMarks(json) : withoutComplained(json, error.message);
      }
  } finally {
    compiler.resetShadow();
    // Without this two hundred photos take over a gigabyte.
    compiler.evictCache(0);
  }
}

function answer(reply: RenderReply): void {
  process.send?.(reply);
}

/**
 * Documents hold compiler memory until they are collected, which Node puts off because it is not on its own
 * heap.
 */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/**
 * Draws our own SVG in pixels. The server's library may not read SVG, because people upload pictures there.
 */
async function rasterize(
  svg: Uint8Array,
  { output, width }: Pick<RenderTask, "output" | "width">,
): Promise<Uint8Array> {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  const picture = sharp(svg).resize({ width });
  if (output === "jpeg") return picture.flatten({ background: "#fff" }).jpeg({ quality: 90 }).toBuffer();
  return (
    output === "png" ? picture.png({ compressionLevel: 1 }) : picture.webp({ quality: 78, effort: 5 })
  ).toBuffer();
}

async function reply(task: RenderTask): Promise<RenderReply> {
  try {
    const bytes = render(task);
    return { id: task.id, bytes: task.width === undefined ? bytes : await rasterize(bytes, task) };
  } catch (error) {
    return { id: task.id, problem: error instanceof Error ? error.message : String(error) };
  }
}

process.on("message", (task: RenderTask) => {
  void reply(task).then((done) => {
    answer(done);
    setImmediate(collectGarbage);
  });
});
// The terminal signals the whole group; finish the current document first, and end when the server says so.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("disconnect", () => process.exit(0));
