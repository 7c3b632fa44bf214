import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { AppError } from "#platform/errors/app-error.ts";
import { receiveFiles } from "#platform/http/request/upload.server.ts";
import { saveFiles } from "./files.server.ts";
import { MOST_AT_ONCE, MOST_FILE_BYTES } from "./limits.ts";

const refuse = (message: string) => new AppError("invalid", message, { fields: { files: message } });

/**
 * Receives the files of a posted form, field `files`, and stores them with a lead.
 * @throws AppError invalid, with a message for the field; otherwise as saveFiles()
 */
export async function receiveFilesOf(
  lead: { accountId: string; leadId: string; userId: string },
  request: Request,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-files-"));
  try {
    const limits = { field: "files", most: MOST_FILE_BYTES, mostFiles: MOST_AT_ONCE };
    const received = await receiveFiles(request, folder, limits);
    if (received === "too large")
      throw refuse("That file is larger than 25\u00a0MB. Nothing was saved. Please choose a smaller one.");
    if (received === "too many")
      throw refuse(`Send up to ${MOST_AT_ONCE} files at a time. Nothing was saved.`);
    if (!received.length) throw refuse("Choose a file first. An empty file can’t be saved.");
    await saveFiles(lead, received);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
