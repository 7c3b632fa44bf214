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
export { type AdverseDay, type Claim, claimOf, type WeatherDelay } from "./claim/adverse-days.ts";
export { fillClaimPack } from "./claim/claim-pack.ts";
export { type ClaimMonth, describeClaimMonth } from "./claim/describe-month.ts";
export { formatLimit, formatPassed, formatRule } from "./claim/format.ts";
export { planId } from "./ids.ts";
export { limitFields, planFields } from "./plan/plan-fields.ts";
export { describePlanVersion, PLAN_LABELS } from "./plan/plan-labels.ts";
export { planOf } from "./plan/plan-rules.ts";
export { planOfJob, savePlan, savePlanVersion } from "./plan/save-plan.server.ts";
export { definePlan } from "./plan/plan-kind.server.ts";
