import { z } from "zod";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { importTasks } from "./import/tasks.server.ts";
import { forgetReadMails, readInboundMail } from "./read-mail.server.ts";

/** Reads one mail that arrived at the webhook. */
export const readMailTask: Task<{ mailId: string }> = {
  name: "leads.read-mail",
  payload: z.object({ mailId: z.uuid() }),
  run: ({ mailId }) => readInboundMail(mailId),
};

const forgetMailsTask: Task<object> = {
  name: "leads.forget-mails",
  payload: z.object({}),
  every: "17 3 * * *",
  run: () => forgetReadMails(),
};

export const leadsTasks: readonly AnyTask[] = [readMailTask, forgetMailsTask, ...importTasks];
