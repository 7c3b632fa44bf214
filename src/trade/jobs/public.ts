export { countOf, type Glance, type GlanceAt, type GlanceLine, lineFor } from "./glance.ts";
export type { Contract, ContractNow } from "./contract.ts";
