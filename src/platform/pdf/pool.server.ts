import { type ChildProcess, fork } from "node:child_process";
import { getPriority, setPriority } from "node:os";
import { AppError } from "#platform/errors/app-error.ts";
import type { RenderReply, RenderTask } from "./protocol.ts";

/** Number and limits of renderers. Durations in milliseconds. */
export interface PoolOptions {
  script: string;
  env: Readonly<Record<string, string>>;
  size: number;
  /** Number of documents that may wait, and as many pictures; more are refused. */
  queueLimit: number;
  /** Maximum time for one document, from the start of rendering. */
  timeLimit: number;
  /** A renderer without work for this long is ended, so that an idle server is small. */
  idleLimit: number;
}

export interface Pool {
  /**
   * Renders one document.
   * @throws AppError `unavailable` when too many wait, when it takes too long, or when the pool is closed;
   * `internal` for a wrong template
   */
  run(task: Omit<RenderTask, "id">): Promise<Uint8Array>;
  /** Starts a renderer if none is running. */
  prepare(): void;
  /** Process ids of running renderers, for tests and the operator. */
  pids(): number[];
  /** Refuses waiting work, lets running work finish within `graceMs`, and ends the renderers. */
  close(graceMs?: number): Promise<void>;
}

interface Waiting {
  task: RenderTask;
  retried: boolean;
  resolve(bytes: Uint8Array): void;
  reject(error: Error): void;
}

interface Renderer {
  child: ChildProcess;
  work: Waiting | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Lowers the renderers' priority below the server's: pages come first. */
const NICENESS = 5;

const busy = () =>
  new AppError(
    "unavailable",
    "We’re making a lot of documents right now. Nothing was lost. Try again in a few seconds.",
    {
      retryAfter: 5,
    },
  );
const tooLong = () =>
  new AppError("unavailable", "This document took too long. Nothing was lost. Please try again.", {
    retryAfter: 30,
  });
const closed = () =>
  new AppError("unavailable", "The server is restarting. Try again in a minute.", { retryAfter: 10 });

/**
 * A pool of renderer processes, started when there is work and ended when idle. A renderer that dies is
 * replaced and its work retried once.
 */
export function createPool(options: PoolOptions): Pool {
  const renderers = new Set<Renderer>();
  const queue: Waiting[] = [];
  let lastId = 0;
  let isClosed = false;

  function start(): Renderer {
    const child = fork(options.script, [], {
      serialization: "advanced",
      env: { ...options.env },
      execArgv: [],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    yieldToServer(child);
    const renderer: Renderer = { child, work: undefined, timer: undefined };
    renderers.add(renderer);
    child.on("message", (reply: RenderReply) => finish(renderer, reply));
    child.on("error", () => lose(renderer));
    child.on("exit", () => lose(renderer));
    return renderer;
  }

  function assign(renderer: Renderer, work: Waiting): void {
    clearTimeout(renderer.timer);
    renderer.work = work;
    renderer.child.ref();
    renderer.child.channel?.ref();
    renderer.timer = setTimeout(() => {
      renderer.work = undefined;
      work.reject(tooLong());
      // Typst can't be interrupted from inside.
      renderer.child.kill("SIGKILL");
    }, options.timeLimit);
    renderer.child.send(work.task, (error) => {
      if (error) lose(renderer);
    });
  }

  function rest(renderer: Renderer): void {
    clearTimeout(renderer.timer);
    renderer.work = undefined;
    // An idle renderer must not keep a finished command alive.
    renderer.child.unref();
    renderer.child.channel?.unref();
    renderer.timer = setTimeout(() => end(renderer), options.idleLimit).unref();
  }

  function end(renderer: Renderer): void {
    clearTimeout(renderer.timer);
    renderers.delete(renderer);
    if (renderer.child.connected) renderer.child.disconnect();
  }

  function finish(renderer: Renderer, reply: RenderReply): void {
    const work = renderer.work;
    if (!work || work.task.id !== reply.id) return;
    rest(renderer);
    if ("bytes" in reply) work.resolve(reply.bytes);
    else work.reject(new Error(`A document could not be made: ${reply.problem}`));
    dispatch();
  }

  function lose(renderer: Renderer): void {
    if (!renderers.delete(renderer)) return;
    clearTimeout(renderer.timer);
    const work = renderer.work;
    renderer.work = undefined;
    renderer.child.kill("SIGKILL");
    if (work && !work.retried && !isClosed) queue.unshift({ ...work, retried: true });
    else if (work)
      work.reject(
        isClosed
          ? closed()
          : new Error("A document could not be made: the renderer ended twice while making it"),
      );
    dispatch();
  }

  /**
   * Pictures go first: someone is waiting for a page with them, and they take a quarter of a document's time.
   */
  function wait(work: Waiting): void {
    const behind = work.task.output === "svg" ? queue.findIndex(({ task }) => task.output === "pdf") : -1;
    if (behind < 0) queue.push(work);
    else queue.splice(behind, 0, work);
  }

  function dispatch(): void {
    while (queue.length > 0 && !isClosed) {
      const free =
        renderers.values().find((renderer) => !renderer.work) ??
        (renderers.size < options.size ? start() : undefined);
      if (!free) return;
      assign(free, queue.shift()!);
    }
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(closed());
        const ahead = queue.filter((each) => each.task.output === task.output).length;
        if (ahead >= options.queueLimit) return reject(busy());
        wait({ task: { ...task, id: ++lastId }, retried: false, resolve, reject });
        dispatch();
      }),
    prepare() {
      if (!isClosed && renderers.size === 0) rest(start());
    },
    pids: () => [...renderers].flatMap(({ child }) => child.pid ?? []),
    async close(graceMs = 5_000) {
      isClosed = true;
      for (const { reject } of queue.splice(0)) reject(closed());
      const ended = [...renderers].map(
        (renderer) =>
          new Promise<void>((resolve) => {
            if (renderer.child.exitCode !== null || renderer.child.signalCode !== null) return resolve();
            const force = setTimeout(() => renderer.child.kill("SIGKILL"), renderer.work ? graceMs : 500);
            renderer.child.once("exit", () => (clearTimeout(force), resolve()));
            if (!renderer.work) end(renderer);
            else renderer.child.once("message", () => end(renderer));
          }),
      );
      await Promise.all(ended);
    },
  };
}

function yieldToServer({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(19, getPriority() + NICENESS));
  } catch {
    // It already ended, or the system forbids it: then it runs at normal priority.
  }
}
