import type { AnyTask } from "#platform/queue/queue.server.ts";
import { fetchWeatherTask } from "./fetch.server.ts";

export const weatherTasks: readonly AnyTask[] = [
  fetchWeatherTask,
  // Its name until 0.1: an upgraded installation still has some in its queue.
  { ...fetchWeatherTask, name: "logs.fetch-weather" },
];
