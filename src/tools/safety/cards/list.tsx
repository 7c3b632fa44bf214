import { useState } from "react";
import { Link } from "react-router";
import { EntryMarks } from "#trade/fieldwork/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";
import { foldedWords } from "#platform/names/folded.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { cardsPath, needsPath } from "../paths.ts";
import { byUrgency, nameKey, titleOf } from "./card.ts";
import { CardState } from "./state.tsx";
import { CardsPage, useFrom } from "./page.tsx";
import { type ShownCard, todayAt, useCards } from "./use-cards.ts";

/** People shown before somebody searches or asks for all. */
const FIRST = 20;

/** Who holds which card, without a signal. */
export default function Cards({ me }: { me: ToolUser }) {
  return (
    <CardsPage me={me} title="People and cards">
      <Found me={me} />
    </CardsPage>
  );
}

function Found({ me }: { me: ToolUser }) {
  const cards = useCards();
  const [typed, setTyped] = useState("");
  const [isAll, setAll] = useState(false);
  const from = useFrom();
  const today = todayAt(me.zone);
  if (!cards) return null;
  const words = foldedWords(typed);
  const people = [...Map.groupBy(cards, ({ card }) => nameKey(card.holder.name)).values()]
    .map((own) => own.toSorted((one, other) => byUrgency(one.card, other.card)))
    .filter((own) =>
      words.every((word) =>
        own.some(({ card }) => nameKey(`${card.holder.name} ${titleOf(card)}`).includes(word)),
      ),
    )
    .toSorted(([one], [other]) => one!.card.holder.name.localeCompare(other!.card.holder.name, "en-US"));
  const shown = isAll || words.length > 0 ? people : people.slice(0, FIRST);
  return (
    <>
      <div className="talk-acts mb-6">
        <Link className="button" data-kind="chalk" to={`${cardsPath("new")}${from}`}>
          Add a card
        </Link>
        <Link className="button" data-kind="plain" to={`${needsPath}${from}`}>
          Tasks that need a card
        </Link>
      </div>
      {cards.length === 0 ? (
        <p className="max-w-measure">
          No cards yet. Add who holds an OSHA 10, a first-aid card or a forklift certificate, and until when.
          You’re reminded before one expires.
        </p>
      ) : (
        <Field
          name="find"
          type="search"
          label="Find a person or a card"
          unmarked
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {cards.length > 0 && people.length === 0 ? <p className="mt-6">Nobody has a card like that.</p> : null}
      <ul className="card-people">
        {shown.map((own) => (
          <Person key={nameKey(own[0]!.card.holder.name)} own={own} today={today} from={from} />
        ))}
      </ul>
      {shown.length < people.length ? (
        <Button type="button" kind="quiet" onClick={() => setAll(true)}>
          Show all {people.length} people
        </Button>
      ) : null}
    </>
  );
}

const Person = ({ own, today, from }: { own: readonly ShownCard[]; today: string; from: string }) => (
  <li>
    <h2 className="text-xl wrap-anywhere">{own[0]!.card.holder.name}</h2>
    <ul>
      {own.map(({ card, record }) => (
        <li key={card.id}>
          <Link className="card-line" to={`${cardsPath(card.id)}${from}`}>
            <b>{titleOf(card)}</b>
            <CardState card={card} today={today} />
          </Link>
          <EntryMarks record={record} />
        </li>
      ))}
    </ul>
  </li>
);
