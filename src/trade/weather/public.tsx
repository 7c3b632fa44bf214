export { weatherLabels } from "./labels.ts";
export { useWeatherOn } from "./use-weather-on.ts";
export { WeatherBox } from "./weather-box.tsx";
export { planLabels } from "./plan/plan-labels.ts";
