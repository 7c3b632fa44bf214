import { readFile } from "node:fs/promises";
import path from "node:path";
import { writeFileDurably } from "../files/write-file.server.ts";

// In DATA_DIR, beside the embedded database that was moved to a server. While it exists, that database is not
// started: anything written there would be missing on the server.
const MARKER = "database-moved";

/** When a data folder's embedded database was moved to a server, or undefined. */
export async function movedTo(
  dataDir: string,
): Promise<{ readonly at: string; readonly file: string } | undefined> {
  const file = path.join(dataDir, MARKER);
  const at = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  return at === undefined ? undefined : { at: at.trim(), file };
}

export async function markMoved(dataDir: string, at: Temporal.Instant): Promise<void> {
  await writeFileDurably(
    path.join(dataDir, MARKER),
    Buffer.from(`${at.toString({ smallestUnit: "second" })}\n`),
  );
}

/** @throws Error with one sentence, and how to go back, if the database was moved */
export async function refuseMoved(dataDir: string): Promise<void> {
  const moved = await movedTo(dataDir);
  if (moved)
    throw new Error(
      `The database of ${dataDir} was moved to a PostgreSQL server on ${moved.at}: start with DATABASE_URL set to that. To go back to the database as it was then, without anything that was saved since, delete ${moved.file} first.`,
    );
}
