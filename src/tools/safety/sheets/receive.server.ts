import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { roomOf } from "#ground/media/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { now } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formOf, type PostedForm } from "#platform/http/request/form.server.ts";
import { receiveFiles, type UploadInFolder } from "#platform/http/request/upload.server.ts";
import { formatBytes } from "#platform/measures/bytes.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { readPdfText, whyUnread } from "#platform/pdf-pages/read-text.server.ts";
import { HEAD_BYTES, isVideo, sniff } from "#platform/pictures/kinds.ts";
import { drawPhoto, type PhotoKind, readPhoto } from "#platform/pictures/photo.server.ts";
import { LONGEST, MOST, wordsOfText } from "./sheet.ts";
import { SHEET_FILE } from "./stored.server.ts";

/** A stored PDF and what is in it. */
export interface ReceivedSheet {
  readonly sha256: string;
  readonly bytes: number;
  readonly pages: number;
  /** False for a scan: only its name finds it. */
  readonly hasText: boolean;
  readonly words: string;
  readonly fileName: string;
}

const MB = 1024 * 1024;
/** A page of a scan, longest side in pixels: 200 dots an inch of letter paper. */
const SCAN_SIDE = 2200;
/** What scanners print beside a picture, such as a page number, makes no text. */
const LEAST_LETTERS = 20;
const MOST_SCAN_BYTES = 250 * MB;

const refuse = (why: string) => new AppError("invalid", why, { fields: { files: why } });

/**
 * Receives a posted form with one PDF or photos in the field `files`, and stores it. Call it outside a
 * transaction.
 * @param check throws for typed fields that need another look; called before the file is read
 * @throws AppError invalid with a message for the field; conflict when the account's storage is used up
 */
export async function receiveSheet(
  accountId: string,
  request: Request,
  check: (form: PostedForm) => void,
): Promise<ReceivedSheet> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-sheet-"));
  try {
    const texts = new Map<string, string>();
    const limits = { field: "files", most: MOST.megabytes * MB, mostFiles: MOST.scans, texts };
    const received = await receiveFiles(request, folder, limits);
    check(formOf(texts));
    if (received === "too large")
      throw refuse(
        `That file is larger than ${MOST.megabytes}\u00a0MB. Save a smaller copy of the PDF, or split it.`,
      );
    if (received === "too many") throw refuse(`Choose one PDF, or up to ${MOST.scans} photos of its pages.`);
    const [first] = received;
    if (!first) throw refuse("Choose a PDF, or photos of its pages. An empty file can’t be saved.");
    const file = await pdfOf(received, folder);
    const facts = await factsOf(file, first.name);
    const { used, most } = await roomOf(accountId);
    if (used + facts.bytes > most)
      throw new AppError(
        "conflict",
        `Your business has used its ${formatBytes(most)} of storage, so nothing was saved. Settings, Storage shows what uses it.`,
      );
    await installation().files.putFile(accountId, file, SHEET_FILE);
    return facts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(1024, HEAD_BYTES)));
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The path of a PDF: the one that was sent, or one of photos. */
async function pdfOf(received: readonly UploadInFolder[], folder: string): Promise<string> {
  const heads = await Promise.all(received.map(({ path: file }) => headOf(file)));
  const isPdf = heads.map((head) => head.includes("%PDF-"));
  if (isPdf[0] && received.length === 1) return received[0]!.path;
  if (isPdf.includes(true)) throw refuse("Choose one PDF, or photos of its pages.");
  if (received.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_SCAN_BYTES)
    throw refuse(`These photos are larger than ${formatBytes(MOST_SCAN_BYTES)} together. Add fewer.`);
  const pages: string[] = [];
  for (const [at, { path: file, name }] of received.entries()) {
    const { kind } = sniff(heads[at]!.subarray(0, HEAD_BYTES));
    if (kind === null || isVideo(kind))
      throw refuse(`${name} isn’t a PDF or a photo. Choose the PDF, or photos of its pages.`);
    pages.push(await drawScan(file, kind as PhotoKind, folder, at));
  }
  const target = path.join(folder, "scan.pdf");
  await writeFile(
    target,
    await renderPdf({
      template: "tools/safety/sheets/scan.typ",
      createdAt: now(),
      data: {
        ...{ title: received[0]!.name, author: "Plumbline", description: "Photos of pages." },
        pages: pages.map((_, at) => ({ file: `page-${at}.jpg`, alt: `Photo of page ${at + 1}` })),
      },
      files: Object.fromEntries(
        pages.map((file, at) => [`page-${at}.jpg`, { path: file, isPhoto: true }] as const),
      ),
    }),
  );
  return target;
}

/** @returns the path of an upright JPEG without its camera, time and place */
async function drawScan(file: string, kind: PhotoKind, folder: string, at: number): Promise<string> {
  const fetch = () => readFile(file);
  try {
    await readPhoto(fetch, kind, now());
    const { drawn } = await drawPhoto(fetch, kind, { page: SCAN_SIDE }, ["page"]);
    const target = path.join(folder, `page-${at}.jpg`);
    await writeFile(target, drawn.page.bytes);
    return target;
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid") throw refuse(error.message);
    throw error;
  }
}

async function factsOf(file: string, name: string): Promise<ReceivedSheet> {
  const read = await readPdfText({ file, mostPages: MOST.pages });
  if ("problem" in read) throw refuse(whyUnread(read.problem));
  if (read.pages > MOST.pages)
    throw refuse(
      `This PDF has ${read.pages.toLocaleString("en-US")} pages. A sheet has ${MOST.pages} at most: split it.`,
    );
  const letters = read.text.match(/\p{L}/gu)?.length ?? 0;
  const hasText = letters >= LEAST_LETTERS;
  let bytes = 0;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return {
    ...{ sha256: hash.digest("hex"), bytes, pages: read.pages, hasText },
    words: hasText ? wordsOfText(read.text) : "",
    fileName: name.slice(0, LONGEST.file),
  };
}
