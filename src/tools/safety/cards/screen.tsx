import { Link, useNavigate, useParams } from "react-router";
import { useRecord, useStore } from "#ground/sync/public.tsx";
import { readText } from "#ground/sync/public.ts";
import { Conflicts, EntryMarks, RefusedChanges, useScreen } from "#trade/fieldwork/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";
import { dayWords } from "#platform/time/format.ts";
import { Button } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { cardsPath } from "../paths.ts";
import { CARD, CARD_PAPER, cardOf, paperId, titleOf } from "./card.ts";
import { CardState } from "./state.tsx";
import { CardsPage, useFrom } from "./page.tsx";
import { CardPhotos } from "./photos.tsx";
import { type ShownCard, todayAt, useMayChange } from "./use-cards.ts";

/** One card, with its photos for those who may see them. */
export default function CardScreen({ me }: { me: ToolUser }) {
  const id = useParams()["cardId"]!;
  const from = useFrom();
  return (
    <CardsPage me={me} title="Card" back={{ to: `${cardsPath()}${from}`, label: "People and cards" }}>
      <OneCard key={id} me={me} id={id} />
    </CardsPage>
  );
}

function OneCard({ me, id }: { me: ToolUser; id: string }) {
  const record = useRecord(CARD, id);
  if (record === undefined) return null;
  const card = record && !record.isRemoved ? cardOf(id, record.values) : null;
  return record && card ? <Shown me={me} shown={{ record, card }} /> : <p>This card isn’t here anymore.</p>;
}

function Shown({ me, shown }: { me: ToolUser; shown: ShownCard }) {
  const { record, card } = shown;
  const paper = useRecord(CARD_PAPER, paperId(card.id)) ?? null;
  const mayChange = useMayChange(shown);
  const from = useFrom();
  const number = readText(paper?.values["number"]);
  const today = todayAt(me.zone);
  const facts = [
    ["Number", number],
    ["Issued by", card.issuer],
    ["Issued", card.issued && dayWords(Temporal.PlainDate.from(card.issued))],
  ] as const;
  return (
    <>
      <h2 className="text-3xl wrap-anywhere">{card.holder.name}</h2>
      <p className="text-xl wrap-anywhere">{titleOf(card)}</p>
      <p className="talk-head mt-3">
        <CardState card={card} today={today} />
        <EntryMarks record={record} />
      </p>
      <Conflicts record={record} people={me.people} zone={me.zone ?? "UTC"} />
      <RefusedChanges record={record} />
      {paper ? <RefusedChanges record={paper} /> : null}
      <dl className="card-facts">
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {mayChange ? (
        <>
          <CardPhotos card={card} paper={paper} />
          <div className="talk-acts mt-8">
            <Link className="button" data-kind="plain" to={`${cardsPath(card.id)}/edit${from}`}>
              Change the card
            </Link>
            <Remove shown={shown} hasPaper={paper !== null} />
          </div>
        </>
      ) : (
        <p className="estimate-quiet mt-6">
          Owners, managers, and {card.holder.name} see the number and the photos.
        </p>
      )}
    </>
  );
}

function Remove({ shown: { card }, hasPaper }: { shown: ShownCard; hasPaper: boolean }) {
  const store = useStore();
  const navigate = useNavigate();
  const { tell } = useScreen();
  const from = useFrom();
  const remove = async () => {
    const sets = { removed: true };
    try {
      await store.writeAll([
        { kind: CARD, record: card.id, job: null, sets },
        ...(hasPaper ? [{ kind: CARD_PAPER, record: paperId(card.id), job: null, sets }] : []),
      ]);
      await navigate(`${cardsPath()}${from}`, { replace: true });
    } catch (error) {
      tell.failed(error);
    }
  };
  return (
    <Confirm
      label="Remove"
      question={`Remove this card of ${card.holder.name}? The history of the business keeps it.`}
    >
      <Button type="button" kind="stop" onClick={() => void remove()}>
        Remove the card
      </Button>
    </Confirm>
  );
}
