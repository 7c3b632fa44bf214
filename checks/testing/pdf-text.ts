import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { installation } from "#platform/config/installation.server.ts";

// The visible text of a PDF, by the usual command-line tools.

const run = promisify(execFile);

/** The text of a stored PDF, laid out as on paper. */
export async function textOf(file: string): Promise<string> {
  const at = path.join(mkdtempSync(path.join(tmpdir(), "plumbline-report-test-")), "report.pdf");
  writeFileSync(at, await installation().files.get(file));
  return (await run("pdftotext", ["-layout", at, "-"])).stdout;
}

/** The words of each page of a PDF, with single spaces. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const at = path.join(mkdtempSync(path.join(tmpdir(), "plumbline-report-test-")), "paper.pdf");
  writeFileSync(at, pdf);
  const { stdout } = await run("pdftotext", [at, "-"]);
  return stdout.split("\f").flatMap((page) => page.replaceAll(/\s+/g, " ").trim() || []);
}

/** Words on a page that can't be seen: cut off or covered. */
export async function unseen(file: string, page: number): Promise<string[]> {
  const at = path.join(mkdtempSync(path.join(tmpdir(), "plumbline-report-test-")), "report.pdf");
  writeFileSync(at, await installation().files.get(file));
  const only = ["-f", String(page), "-l", String(page)];
  const { stdout: boxes } = await run("pdftotext", ["-bbox", ...only, at, "-"]);
  const { stdout: picture } = await run("pdftoppm", ["-r", "72", "-gray", ...only, at], {
    encoding: "buffer",
    maxBuffer: 8_000_000,
  });
  const [, width = "0"] = /^P5\s+(\d+)\s+\d+\s+255\s/.exec(picture.subarray(0, 40).toString("latin1"))!;
  const pixels = picture.subarray(
    picture.length - Number(width) * Math.floor(picture.length / Number(width)),
  );
  const words = boxes.matchAll(
    /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g,
  );
  return [...words].flatMap(([, ...found]) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = found.slice(0, 4).map(Number);
    // Two lines through the middle of the letters, to leave out parts of neighboring lines.
    const lines = [Math.round(top + (bottom - top) * 0.4), Math.round(top + (bottom - top) * 0.6)];
    const isSeen = lines.some((y) =>
      pixels
        .subarray(y * Number(width) + Math.floor(left), y * Number(width) + Math.ceil(right))
        .some((gray) => gray < 200),
    );
    // A dot between two words is a pixel or less.
    return isSeen || !/[\p{L}\p{N}]/u.test(found[4]!) ? [] : [found[4]!];
  });
}

/** Whether this machine has those tools. */
export const hasPdfTools = await run("pdftotext", ["-v"]).then(
  () => true,
  () => false,
);
