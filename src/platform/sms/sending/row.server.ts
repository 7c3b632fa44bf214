import { rowsOf } from "../../sending/rows.server.ts";
import { smsMessages } from "../tables.server.ts";
import type { TextMessage } from "../text.ts";

/** Reads rows of texts as the functions in functions.sql return them. */
export const { messageOf: textOfRow } = rowsOf<TextMessage, typeof smsMessages>(smsMessages);
