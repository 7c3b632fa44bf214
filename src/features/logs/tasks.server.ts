import { fetchWeatherTask } from "./weather.server.ts";

export const logsTasks = [fetchWeatherTask];
