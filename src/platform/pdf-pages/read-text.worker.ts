import { readFileSync } from "node:fs";
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { getDocument, PasswordException, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { ReadText, TextAsked } from "./read-text.server.ts";

/** No search needs more, and a hostile file may have no end. */
const MOST_LETTERS = 8_000_000;

const { file, mostPages } = workerData as TextAsked;

async function read(): Promise<ReadText> {
  try {
    const pdf = await getDocument({
      data: new Uint8Array(readFileSync(file)),
      cMapUrl: `${path.join(process.cwd(), "node_modules/pdfjs-dist/cmaps")}/`,
      cMapPacked: true,
      disableFontFace: true,
      enableXfa: false,
      verbosity: VerbosityLevel.ERRORS,
    }).promise;
    let text = "";
    for (
      let number = 1;
      number <= Math.min(pdf.numPages, mostPages) && text.length < MOST_LETTERS;
      number++
    ) {
      const page = await pdf.getPage(number);
      // A page that can't be read has no text; the others have theirs.
      const { items } = await page.getTextContent().catch(() => ({ items: [] }));
      for (const item of items) if ("str" in item) text += item.str + (item.hasEOL ? "\n" : "");
      text += "\n";
      page.cleanup();
    }
    return { pages: pdf.numPages, text };
  } catch (error) {
    return { problem: error instanceof PasswordException ? "password" : "damaged" };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort!.postMessage(await read());
