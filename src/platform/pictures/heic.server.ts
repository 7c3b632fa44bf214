import path from "node:path";
import { Worker } from "node:worker_threads";

/** A decoded picture: upright, four bytes a pixel. */
export interface ReadPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const TIMEOUT_MS = 30_000;
// Loaded from `src/` in a bundle too, like the PDF renderer.
const SCRIPT = path.join(process.cwd(), "src/platform/pictures/heic.worker.ts");

let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes a HEIC photo, upright by its own transformations: don't apply its EXIF orientation again. Takes a
 * second of one core and some 250 MB for 12 megapixels, in a thread of its own, one at a time.
 * @throws Error for one that can't be decoded, or takes longer than 30 s
 */
export function readHeic(bytes: Uint8Array): Promise<ReadPicture> {
  const mine = last.then(() => readInThread(bytes));
  last = mine.catch(() => undefined);
  return mine;
}

function readInThread(bytes: Uint8Array): Promise<ReadPicture> {
  return new Promise((resolve, reject) => {
    // Discard the decoder's output about damaged files.
    const worker = new Worker(SCRIPT, { workerData: { bytes }, stdout: true, stderr: true });
    const timer = setTimeout(() => {
      void worker.terminate();
      reject(new Error("a HEIC photo took too long to read"));
    }, TIMEOUT_MS);
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => {
      clearTimeout(timer);
      reject(new Error("a HEIC photo could not be read"));
    });
  });
}
