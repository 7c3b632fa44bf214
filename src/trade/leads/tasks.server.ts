import { z } from "zod";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { askUnconfirmed } from "./capture/confirm.server.ts";
import { purgeQuarantined } from "./spam/quarantine.server.ts";
import { purgeMerges } from "./people/merged.server.ts";
import { importTasks } from "./import/tasks.server.ts";
import { purgeReadMails, readInboundMail } from "./mail/read-mail.server.ts";
import { purgeFilesTask, purgeFileTask } from "./files/files.server.ts";
import { dropJobCopiesTask, purgeWorkPhotoTask } from "./profile/work-photos.server.ts";
import { purgeReplyFilesTask } from "./mail/reply-files.server.ts";

/** Reads one email that arrived at the webhook. */
export const readMailTask: Task<{ mailId: string }> = {
  name: "leads.read-mail",
  payload: z.object({ mailId: z.uuid() }),
  run: ({ mailId }) => readInboundMail(mailId),
};

const purgeMailsTask: Task<object> = {
  name: "leads.forget-mails",
  payload: z.object({}),
  every: "17 3 * * *",
  run: () => purgeReadMails(),
};

const purgeQuarantinedTask: Task<object> = {
  name: "leads.forget-held-back",
  payload: z.object({}),
  every: "19 3 * * *",
  run: () => purgeQuarantined(),
};

const purgeMergesTask: Task<object> = {
  name: "leads.forget-merges",
  payload: z.object({}),
  every: "21 * * * *",
  run: () => purgeMerges(),
};

const askToConfirmTask: Task<object> = {
  name: "leads.ask-to-confirm",
  payload: z.object({}),
  every: "* * * * *",
  run: () => askUnconfirmed(),
};

export const leadsTasks: readonly AnyTask[] = [
  readMailTask,
  purgeReplyFilesTask,
  dropJobCopiesTask,
  purgeWorkPhotoTask,
  purgeFileTask,
  purgeFilesTask,
  purgeMailsTask,
  purgeQuarantinedTask,
  purgeMergesTask,
  askToConfirmTask,
  ...importTasks,
];
