export type { ItemsPage } from "./items/items-page.ts";
export { ItemsView, Plan } from "./items/items-view.tsx";
export { RunReportForm } from "./items/run-form.tsx";
