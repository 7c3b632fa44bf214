import { StateMark } from "#ui/state-mark.tsx";
import { cardsFor, missingCards } from "./needs.ts";
import { useCards, useNeeds } from "./use-cards.ts";

/** Says that somebody has no card for a task, or an expired one. It never stops anybody. */
export function CardWarning({
  name,
  task,
  date,
}: {
  name: string;
  /** Such as the title of a talk. */
  task: string;
  /** "2026-11-29" */
  date: string;
}) {
  const cards = useCards();
  const types = cardsFor(useNeeds(), task);
  if (!cards || types.length === 0 || date === "") return null;
  const missing = missingCards(
    cards.map(({ card }) => card),
    name,
    types,
    date,
  );
  if (missing.length === 0) return null;
  return (
    <p className="card-warning">
      <StateMark state="stopped">Check their cards: {missing.join("; ")}</StateMark>
    </p>
  );
}
