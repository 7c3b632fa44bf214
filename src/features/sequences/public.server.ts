export { ledgerOfLead, type LedgerLine } from "./data.server.ts";
export { type Outcome, outcomeOf } from "./outcome.ts";
