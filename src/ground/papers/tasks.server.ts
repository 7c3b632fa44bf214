import { remindTask } from "./send/remind.server.ts";

export const papersTasks = [remindTask];
