// One preparation at a time per clone: npm and the build write files that another start would read.
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { Stop, say } from "./processes.mjs";

const BEAT = 2000;
const SILENCE = 30_000;

/**
 * @typedef {{ pid: number, born: string }} Life one process; `born` distinguishes it from a later one with
 * the same pid
 * @typedef {{ token: string, place: string, lives: Life[], beat: number }} Holder
 */

/** @param {() => string} read */
function attempt(read) {
  try {
    return read();
  } catch {
    return "";
  }
}

/** Pids are only comparable within one boot of one machine and one container. */
const place = () =>
  [
    hostname(),
    attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    attempt(() => readlinkSync("/proc/self/ns/pid")),
  ].join(" ");

/**
 * State and start time of a process on Linux; empty elsewhere.
 * @param {number} pid
 */
function stat(pid) {
  const fields = attempt(() => readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "")).split(" ");
  return { state: fields[0] ?? "", born: fields[19] ?? "" };
}

/** @param {Life} life */
function isAlive({ pid, born }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH") return false;
  }
  const now = stat(pid);
  return now.state !== "Z" && now.born === born;
}

/** @param {string} file @returns {Holder | undefined} */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Runs `work` under this clone's lock, waiting while another process owns it. A dead owner is recognized by
 * its processes, or, from another machine or container, by a heartbeat that stopped; clocks are never
 * compared.
 * @template T
 * @param {string} root
 * @param {(owns: (pid: number) => void) => Promise<T>} work `owns` names a child that must also be dead
 * before the lock is free
 * @returns {Promise<T>}
 */
export async function whileAlone(root, work) {
  const file = path.join(root, ".cache", "preparing.lock");
  /** @type {Holder} */
  const me = {
    token: randomUUID(),
    place: place(),
    lives: [{ pid: process.pid, born: stat(process.pid).born }],
    beat: 0,
  };
  await acquire(file, me);
  const write = () => {
    if (read(file)?.token === me.token) writeFileSync(file, JSON.stringify(me));
  };
  const beat = setInterval(() => {
    me.beat++;
    write();
  }, BEAT);
  const release = () => {
    clearInterval(beat);
    if (read(file)?.token === me.token) rmSync(file, { force: true });
  };
  process.on("exit", release);
  try {
    return await work((pid) => {
      me.lives.push({ pid, born: stat(pid).born });
      write();
    });
  } finally {
    release();
    process.off("exit", release);
  }
}

/** @param {string} file @param {Holder} me */
async function acquire(file, me) {
  let seen = "";
  let since = performance.now();
  for (let isAnnounced = false; ;) {
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(me), { flag: "wx" });
      return;
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== "EEXIST")
        throw new Stop(
          `This folder has to be prepared first, and ${path.dirname(file)} cannot be written (${code}): run npm start once as its owner.`,
        );
    }
    const now = attempt(() => readFileSync(file, "utf8"));
    if (now !== seen) since = performance.now();
    seen = now;
    const owner = read(file);
    const silent = performance.now() - since > SILENCE;
    if (owner?.place === me.place ? !owner.lives.some(isAlive) : silent) discard(file, now, me.token);
    else if (!isAnnounced) {
      say("Waiting for another start in this folder to finish preparing…");
      isAnnounced = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * Removes a dead lock. Renames it first, so that only one of two waiters removes it, and never a newer lock.
 * @param {string} file
 * @param {string} dead
 * @param {string} token
 */
function discard(file, dead, token) {
  const aside = `${file}.${token}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, "utf8") === dead) rmSync(aside);
    else renameSync(aside, file);
  } catch {
    // Another waiter was faster.
  }
}
