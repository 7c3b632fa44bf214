// A stamp records what a folder was made from. It is removed before the work begins and written when it is
// done, so that interrupted work never looks finished.
import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** @param {...(string | Buffer)} parts */
export function hash(...parts) {
  const sum = createHash("sha256");
  for (const part of parts) sum.update(part).update("\0");
  return sum.digest("hex");
}

/** @param {string} file */
export function readStamp(file) {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "";
  }
}

/** @param {string} file */
export function removeStamp(file) {
  rmSync(file, { force: true });
}

/** @param {string} file @param {string} value */
export function writeStamp(file, value) {
  writeFileSync(`${file}.new`, `${value}\n`);
  renameSync(`${file}.new`, file);
}
