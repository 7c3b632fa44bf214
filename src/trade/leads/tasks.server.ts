import { z } from "zod";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { askWhoWaits } from "./capture/confirm.server.ts";
import { forgetHeldBack } from "./spam/quarantine.server.ts";
import { importTasks } from "./import/tasks.server.ts";
import { forgetReadMails, readInboundMail } from "./mail/read-mail.server.ts";
import { forgetReplyFilesTask } from "./mail/reply-files.server.ts";

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

const forgetHeldBackTask: Task<object> = {
  name: "leads.forget-held-back",
  payload: z.object({}),
  every: "19 3 * * *",
  run: () => forgetHeldBack(),
};

const askToConfirmTask: Task<object> = {
  name: "leads.ask-to-confirm",
  payload: z.object({}),
  every: "* * * * *",
  run: () => askWhoWaits(),
};

export const leadsTasks: readonly AnyTask[] = [
  readMailTask,
  forgetReplyFilesTask,
  forgetMailsTask,
  forgetHeldBackTask,
  askToConfirmTask,
  ...importTasks,
];
