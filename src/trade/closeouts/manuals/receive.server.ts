import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { roomOf } from "#ground/media/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formOf, type PostedForm } from "#platform/http/request/form.server.ts";
import { receiveFiles } from "#platform/http/request/upload.server.ts";
import { formatBytes } from "#platform/measures/bytes.ts";
import { readPdfText, whyUnread } from "#platform/pdf-pages/read-text.server.ts";
import { MOST } from "../rules.ts";

const MB = 1024 * 1024;
/** The signature of a PDF is within its first bytes. */
const HEAD_BYTES = 1024;

/** A PDF in the file store. */
export interface ReceivedManual {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly pages: number;
  /** As the sender's file is named. */
  readonly fileName: string;
  readonly form: PostedForm;
}

const refuse = (why: string) => new AppError("invalid", why, { fields: { file: why } });

/**
 * Receives a posted form with one PDF in the field `file`, and stores it. Call it outside a transaction.
 * @param check throws for typed fields that need another look; called before the file is read
 * @throws AppError invalid with a message for the field; conflict when the account's storage is used up
 */
export async function receiveManual(
  accountId: string,
  request: Request,
  check: (form: PostedForm) => void,
): Promise<ReceivedManual> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-manual-"));
  try {
    const texts = new Map<string, string>();
    const received = await receiveFiles(request, folder, {
      ...{ field: "file", most: MOST.megabytes * MB, mostFiles: 1, texts },
    });
    const form = formOf(texts);
    check(form);
    if (received === "too large")
      throw refuse(
        `That file is larger than ${MOST.megabytes}\u00a0MB. Save a smaller copy of the PDF, or split it.`,
      );
    if (received === "too many") throw refuse("Choose one PDF at a time.");
    const [first] = received;
    if (!first) throw refuse("Choose a PDF. An empty file can’t be saved.");
    if (!(await isPdf(first.path)))
      throw refuse(`${first.name} isn’t a PDF. Save it as a PDF, then add that.`);
    const read = await readPdfText({ file: first.path, mostPages: 1 });
    if ("problem" in read) throw refuse(whyUnread(read.problem));
    const { used, most } = await roomOf(accountId);
    if (used + first.bytes > most)
      throw new AppError(
        "conflict",
        `Your business has used its ${formatBytes(most)} of storage, so nothing was saved. Settings, Storage shows what uses it.`,
      );
    const file = await installation().files.putFile(accountId, first.path, "pdf");
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(first.path)) hash.update(chunk as Buffer);
    return {
      ...{
        file,
        sha256: hash.digest("hex"),
        bytes: first.bytes,
        pages: read.pages,
        fileName: first.name,
        form,
      },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isPdf(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES));
    return buffer.subarray(0, bytesRead).includes("%PDF-");
  } finally {
    await handle.close();
  }
}
