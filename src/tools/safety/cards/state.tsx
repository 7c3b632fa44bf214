import { StateMark } from "#ui/state-mark.tsx";
import { type Card, describeState, stateOf } from "./card.ts";

const MARKS = { expired: "stopped", expiring: "now", valid: "done" } as const;

/** When a card expires, with a mark that needs no color. */
export const CardState = ({ card, today }: { card: Card; today: string }) => (
  <StateMark state={MARKS[stateOf(card, today)]}>{describeState(card, today)}</StateMark>
);
