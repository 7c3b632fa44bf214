import { z } from "zod";
import { installation } from "#platform/config/installation.server.ts";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { completeSignature, sendCopyTask } from "./copy/complete.server.ts";

interface Answered {
  readonly accountId: string;
  readonly id: string;
}

/** Makes the signed copy and notifies both sides, once even if retried. */
export const completeTask: Task<Answered> = {
  name: "signatures.complete-signature",
  payload: z.object({ accountId: z.uuid(), id: z.uuid() }),
  run: ({ accountId, id }) => completeSignature(accountId, id),
};

/** Deletes copies after the erasure has committed. */
export const removeCopiesTask: Task<{ readonly files: readonly string[] }> = {
  name: "signatures.remove-copies",
  payload: z.object({ files: z.array(z.string()) }),
  async run({ files }) {
    for (const file of files) await installation().files.remove(file);
  },
};

export const signaturesTasks: readonly AnyTask[] = [completeTask, sendCopyTask, removeCopiesTask];
