export { pictureOfPin, type PlanPin, PLAN, type Plan, planOf } from "./rules.ts";
