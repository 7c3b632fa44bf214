import path from "node:path";
import { writeFileDurably } from "../files/write-file.server.ts";
import type { MailMessage } from "./message.ts";

/** The folder for messages while no mail server is set. */
export function outboxFolder(dataDir: string): string {
  return path.join(dataDir, "outbox", "mail");
}

/**
 * `20261120T094713Z-{id}.eml`. Uses the creation time, so that writing it again after a crash gives the same
 * file.
 */
function outboxFileName({ createdAt, id }: Pick<MailMessage, "createdAt" | "id">): string {
  const time = createdAt.round({ smallestUnit: "second", roundingMode: "floor" }).toString();
  return `${time.replace(/[-:]/g, "")}-${id}.eml`;
}

/** Writes a built message to the outbox, durably. */
export async function writeToOutbox(dataDir: string, message: MailMessage, built: Buffer): Promise<void> {
  await writeFileDurably(path.join(outboxFolder(dataDir), outboxFileName(message)), built);
}
