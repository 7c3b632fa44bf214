import path from "node:path";
import { Worker } from "node:worker_threads";
import type { PdfProblem } from "./open-pdf.ts";

export interface TextAsked {
  /** Its path on this machine. */
  readonly file: string;
  /** Pages after these aren't read, but counted. */
  readonly mostPages: number;
}

/** How many pages a PDF has and their text, or why it can't be read. A scan’s text is blank. */
export type ReadText =
  | { readonly pages: number; readonly text: string }
  | { readonly problem: PdfProblem | "slow" };

/** Why a PDF can't be read, in words for who added it, with what they can do. */
export const whyUnread = (problem: PdfProblem | "slow"): string => WHY_UNREAD[problem];

const WHY_UNREAD: Readonly<Record<PdfProblem | "slow", string>> = {
  password: "This PDF has a password. Save a copy without one, then add that.",
  damaged: "This PDF can’t be read. It may be damaged: download it again or save a new copy, then add that.",
  slow: "This PDF takes too long to read. Print it to a new PDF, then add that.",
};

const TIMEOUT_MS = 60_000;
const MOST_MEMORY_MB = 768;
// Loaded from `src/` in a bundle too, like the PDF renderer.
const SCRIPT = path.join(process.cwd(), "src/platform/pdf-pages/read-text.worker.ts");

let last: Promise<unknown> = Promise.resolve();

/**
 * Reads the text of somebody else's PDF, in a thread of its own with bounded memory, one at a time. Takes
 * some 5 ms a page of one core.
 */
export function readPdfText(asked: TextAsked): Promise<ReadText> {
  const mine = last.then(() => readInThread(asked));
  last = mine.catch(() => undefined);
  return mine;
}

function readInThread(asked: TextAsked): Promise<ReadText> {
  return new Promise((resolve) => {
    const worker = new Worker(SCRIPT, {
      workerData: asked,
      // Discard the library's output about damaged files.
      ...{ stdout: true, stderr: true, env: {} },
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    });
    const timer = setTimeout(() => {
      resolve({ problem: "slow" });
      void worker.terminate();
    }, TIMEOUT_MS);
    worker.once("message", (read: ReadText) => {
      resolve(read);
      void worker.terminate();
    });
    worker.once("error", () => resolve({ problem: "damaged" }));
    worker.once("exit", () => {
      clearTimeout(timer);
      resolve({ problem: "damaged" });
    });
  });
}
