// The temporary folder for tests. They create and drop dozens of databases of a thousand small files each,
// which takes a tenth of the time in memory. The tests prove the same there: they kill processes, never the
// machine.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import path from "node:path";

const MEMORY = "/dev/shm";
const TMPFS = 0x01021994;
/** Tests use up to 1 GB there; the rest of the machine needs memory too. */
const ROOM = 4 * 2 ** 30;

/**
 * @returns {boolean} whether the memory file system has room and may run programs; in a container neither is
 * certain
 */
function isRoomy() {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    return type === TMPFS && bavail * bsize >= ROOM && freemem() >= 2 * ROOM;
  } catch {
    return false;
  }
}

/** @param {string} parent */
function makeFolder(parent) {
  const folder = mkdtempSync(path.join(parent, "plumbline-test-"));
  // Others may enter: as root, databases run as another account.
  chmodSync(folder, 0o711);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/**
 * Creates a folder that is removed when this process ends, and makes it the temporary folder of everything we
 * start.
 * @param {{ mayBeMemory: boolean }} options
 */
export function makeScratch({ mayBeMemory }) {
  if (mayBeMemory && isRoomy()) {
    const folder = makeFolder(MEMORY);
    try {
      const program = path.join(folder, "runs");
      writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
      execFileSync(program);
      return folder;
    } catch {
      // Programs may not run from there.
    }
  }
  return makeFolder(tmpdir());
}
