import type { ServerTool } from "#trade/jobs/public.server.ts";
import { changesResource } from "./api/resource.server.ts";
import { changeInvoices } from "./log/invoices.server.ts";
import { listenForChanges } from "./client/answers.server.ts";
import { loadChangesWithClients } from "./radar/with-clients.server.ts";
import { loadChangeSection } from "./radar/radar.server.ts";
import { defineChanges } from "./kinds.server.ts";
import { defineChangeFollowUps } from "./follow-up/matter.server.ts";
import { changesNotifications, defineRequests } from "./requests/kind.server.ts";
import { defineWaitingRequests } from "./requests/waiting.server.ts";
import { changes, changesVersions } from "./tables.server.ts";
import { expireTask } from "./close/expire.server.ts";
import { copyTask } from "./tickets/copy.server.ts";
import { costLinesTask } from "./tickets/cost-lines.server.ts";
import { numberTask } from "./stored/number.server.ts";
import { giveNoticeTask } from "./notice/give.server.ts";
import { defineNotice } from "./notice/kinds.server.ts";
import { listenForWords } from "./word/answers.server.ts";
import { defineWord } from "./word/kinds.server.ts";
import { askTask } from "./word/send.server.ts";

const WORK = { read: "work.read", write: "work.write" } as const;
const HARMLESS = { harmless: "records of a job, which only people in the business read" } as const;

/** Change orders, as the server knows them. */
export const changesOnServer: ServerTool = {
  word: "changes",
  defineKinds() {
    defineChanges();
    defineWord();
    defineNotice();
    defineRequests();
    defineWaitingRequests();
  },
  tables: [
    {
      table: changes,
      rights: WORK,
      takeover: HARMLESS,
      privacy: {
        rows: ["work"],
        personal: "void_reason decisions",
        plain: "pco cor co state covered logged",
      },
    },
    {
      table: changesVersions,
      rights: WORK,
      takeover: HARMLESS,
      privacy: { rows: ["work"], personal: "sheet" },
    },
  ],
  // Prices are not for reports, which leave the business.
  describers: [],
  tasks: [askTask, copyTask, giveNoticeTask, numberTask, expireTask, costLinesTask],
  notifications: changesNotifications,
  loadToday: loadChangeSection,
  loadWithClients: loadChangesWithClients,
  listen() {
    listenForChanges();
    listenForWords();
  },
  api: changesResource,
  invoices: changeInvoices,
  defineFollowUps: defineChangeFollowUps,
};
