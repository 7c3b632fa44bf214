export { type Reminder, remindersOf, SOLD_AT, SOLD_AT_LABELS, type SoldAt } from "./rules.ts";
export { type UsState, stateOf } from "./us-states.ts";
