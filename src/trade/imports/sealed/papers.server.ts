import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { recordsOnJobs, shownFields } from "#ground/sync/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { readPdfText } from "#platform/pdf-pages/read-text.server.ts";
import { importedOf, type ImportedPaper, LONGEST } from "./sealed.ts";

const MOST_PAGES = 50;

/** The PDFs of imported records on a job. */
export async function papersOnJob(ctx: AccountContext, job: string): Promise<ImportedPaper[]> {
  const records = isId(job) ? await recordsOnJobs(ctx, [job]) : [];
  return records.flatMap(({ fields }) => importedOf(shownFields(fields)).paper ?? []);
}

/**
 * Stores the PDF of another product, outside any transaction; may be repeated. Erased with the account.
 * @returns it, and its text
 * @throws AppError invalid for a PDF that can't be opened
 */
export async function storePaper(
  account: string,
  name: string,
  bytes: Uint8Array,
): Promise<{ readonly paper: ImportedPaper; readonly text: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-paper-"));
  try {
    const file = path.join(folder, "paper.pdf");
    await writeFile(file, bytes);
    const read = await readPdfText({ file, mostPages: MOST_PAGES });
    if ("problem" in read) throw new AppError("invalid", PROBLEMS[read.problem]);
    const key = await installation().files.putFile(account, file, "pdf");
    const sha256 = path.posix.basename(key, ".pdf");
    const paper = { name: name.slice(-LONGEST.fileName), sha256, bytes: bytes.byteLength };
    return { paper, text: read.text };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const PROBLEMS = {
  damaged: "This PDF is damaged, so it can’t be opened. Export it again.",
  password: "This PDF needs a password. Save a copy without one.",
  slow: "This PDF takes too long to read. Save a smaller copy.",
} as const;
