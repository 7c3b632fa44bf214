import { z } from "zod";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { beginDates } from "./enrollment/start-by-date.server.ts";
import { sendHeadsUps } from "./heads-up/send.server.ts";

/** Every five minutes: 7:30 is a multiple in every zone. */
const headsUpTask: Task<object> = {
  name: "sequences.send-heads-ups",
  payload: z.object({}),
  every: "*/5 * * * *",
  run: () => sendHeadsUps(),
};

/** A sequence starts within five minutes of the opening hour. */
const datesTask: Task<object> = {
  name: "sequences.begin-dates",
  payload: z.object({}),
  every: "*/5 * * * *",
  run: () => beginDates(),
};

export const sequencesTasks: readonly AnyTask[] = [headsUpTask, datesTask];
