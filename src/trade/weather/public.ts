// What office screens show of the weather. Apart from public.tsx, whose field screens bring the device's store.
export { ClaimMonthDays } from "./claim/claim-month.tsx";
export { PlanForm } from "./plan/plan-form.tsx";
