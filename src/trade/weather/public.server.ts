export { observationLine, readingFigures, readingHours, readingSource } from "./format.ts";
export { weatherId } from "./ids.ts";
export { weatherDescribers } from "./report-lines.ts";
export {
  defineWeatherDays,
  type ObservedDay,
  requestMissingWeather,
  requestWeather,
  weatherOn,
} from "./request.server.ts";
export { isHere, type Observation, type Reading, sortByPlace, type Weather, weatherOf } from "./rules.ts";
