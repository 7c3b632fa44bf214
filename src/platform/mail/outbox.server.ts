import path from "node:path";
import { writeFileDurably } from "../files/write-file.server.ts";
import type { MailMessage } from "./message.ts";

/** The folder where messages go while no mail server is set. */
export function outboxFolder(dataDir: string): string {
  return path.join(dataDir, "outbox", "mail");
}

/**
 * `20261120T094713Z-{id}.eml`. The time is that of the message's creation, so writing it again after a crash
 * is the same file.
 */
function outboxFileName({ createdAt, id }: Pick<MailMessage, "createdAt" | "id">): string {
  const time = createdAt.round({ smallestUnit: "second", roundingMode: "floor" }).toString();
  return `${time.replace(/[-:]/g, "")}-${id}.eml`;
}

/** Puts a built message into the outbox, durably. */
export async function writeToOutbox(dataDir: string, message: MailMessage, built: Buffer): Promise<void> {
  await writeFileDurably(path.join(outboxFolder(dataDir), outboxFileName(message)), built);
}
