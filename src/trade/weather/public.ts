// What office screens show of the weather, apart from public.tsx, which brings the device's store.
export { ClaimMonthDays } from "./claim/claim-month.tsx";
export { PlanForm } from "./plan/plan-form.tsx";
