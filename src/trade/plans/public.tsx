export { PlanView, type PlacedSpot } from "./plan.tsx";
export { PlansList } from "./plans.tsx";
