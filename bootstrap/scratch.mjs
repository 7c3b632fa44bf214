// Where tests put what they throw away. Databases by the dozen are made, filled and removed, each of them a
// thousand small files: in memory that takes a tenth of the time that it takes on a disk. What the tests
// prove stays the same: they kill processes, never the machine.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import path from "node:path";

const MEMORY = "/dev/shm";
const TMPFS = 0x01021994;
/** Tests hold 1 GB at a time there; the rest of the machine needs its memory too. */
const ROOM = 4 * 2 ** 30;

/**
 * @returns {boolean} whether files in memory have room, and programs run from there: in a container neither
 * may be so
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
  // Others may pass: as root, databases run as another account.
  chmodSync(folder, 0o711);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/**
 * Makes a folder that is removed when this process ends, and is the temporary folder of all that it starts.
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
