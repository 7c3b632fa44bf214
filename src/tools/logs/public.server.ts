export { dailyLog } from "./paper/report-shape.server.ts";
