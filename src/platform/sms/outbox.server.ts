import { unlink } from "node:fs/promises";
import path from "node:path";
import { writeFileDurably } from "../files/write-file.server.ts";
import type { TextMessage } from "./text.ts";

/**
 * `20261120T094713Z-{id}.json` in the folder for texts that no account can send. Writing it again gives the
 * same file.
 */
function outboxFile(dataDir: string, { createdAt, id }: TextMessage): string {
  const time = createdAt.round({ smallestUnit: "second", roundingMode: "floor" }).toString();
  return path.join(dataDir, "outbox", "sms", `${time.replace(/[-:]/g, "")}-${id}.json`);
}

/** Writes a text to the outbox, durably. */
export async function writeTextToOutbox(dataDir: string, message: TextMessage): Promise<void> {
  const { id, accountId, to, body, segments, aboutId, createdAt } = message;
  const content = { id, accountId, to, body, segments, aboutId, createdAt: createdAt.toString() };
  await writeFileDurably(
    outboxFile(dataDir, message),
    Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`),
    0o600,
  );
}

/** Removes a canceled text from the outbox. */
export async function removeFromOutbox(dataDir: string, message: TextMessage): Promise<void> {
  await unlink(outboxFile(dataDir, message)).catch(() => {});
}
