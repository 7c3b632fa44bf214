import { rowsOf } from "../../sending/rows.server.ts";
import type { MailMessage } from "../message.ts";
import { mailMessages } from "../tables.server.ts";

/** Reads and writes rows of emails as the functions in functions.sql pass them. */
export const { messageOf: messageOfRow, jsonOf: jsonOfRow } = rowsOf<MailMessage, typeof mailMessages>(
  mailMessages,
);
