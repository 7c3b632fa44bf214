import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { type ShownRecord, useRecord, useStore } from "#ground/sync/public.tsx";
import { readText } from "#ground/sync/public.ts";
import { DraftForm, type Outcome, useFormDraft } from "#trade/fieldwork/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";
import { Field, Select } from "#ui/field.tsx";
import { cardsPath } from "../paths.ts";
import {
  CARD,
  CARD_PAPER,
  CARD_TYPES,
  cardOf,
  LONGEST,
  nameKey,
  OTHER_PERSON,
  paperId,
  readCard,
  TYPES,
} from "./card.ts";
import { CardsPage, useFrom } from "./page.tsx";
import { todayAt, useCards } from "./use-cards.ts";

/** Adds a card, or changes one. */
export default function EditCard({ me }: { me: ToolUser }) {
  const id = useParams()["cardId"];
  const from = useFrom();
  return (
    <CardsPage
      me={me}
      title={id === undefined ? "Add a card" : "Change the card"}
      back={{ to: `${cardsPath(id)}${from}`, label: id === undefined ? "People and cards" : "The card" }}
    >
      {id === undefined ? <CardForm me={me} record={null} paper={null} /> : <Change me={me} id={id} />}
    </CardsPage>
  );
}

function Change({ me, id }: { me: ToolUser; id: string }) {
  const record = useRecord(CARD, id);
  const paper = useRecord(CARD_PAPER, paperId(id));
  if (record === undefined || paper === undefined) return null;
  if (record === null || record.isRemoved) return <p>This card isn’t here anymore.</p>;
  return <CardForm me={me} record={record} paper={paper} />;
}

function CardForm({
  me,
  record,
  paper,
}: {
  me: ToolUser;
  record: ShownRecord | null;
  paper: ShownRecord | null;
}) {
  const store = useStore();
  const navigate = useNavigate();
  const from = useFrom();
  const known = useCards() ?? [];
  const [saw] = useState({ card: record?.fields, paper: paper?.fields });
  const [before] = useState(() => (record ? cardOf(record.id, record.values) : null));
  const [numberBefore] = useState(() => readText(paper?.values["number"]));
  const [type, setType] = useState<string>(before?.type ?? "");
  const draft = useFormDraft({
    ...{ of: `card ${record?.id ?? "new"}`, job: "", kind: CARD, title: "card" },
    href: record ? `${cardsPath(record.id)}/edit` : cardsPath("new"),
    ...(record ? { record: record.id, saw: record.fields } : {}),
  });
  const people = me.people.flatMap(({ id, name }) => (name ? [{ id, name }] : []));
  const names = [
    ...new Set([...people.map(({ name }) => name), ...known.map(({ card }) => card.holder.name)]),
  ];
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const typed = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]),
    );
    const { card, faults } = readCard(typed, todayAt(me.zone));
    const user = people.find(({ name }) => nameKey(name) === nameKey(card.name))?.id ?? null;
    if (before?.holder.user && before.holder.user !== user) faults["name"] ??= OTHER_PERSON;
    const number = (typed["number"] ?? "").trim();
    if (number.length > LONGEST.number)
      faults["number"] = `A number has ${LONGEST.number} characters at most.`;
    if (Object.keys(faults).length > 0) return { faults };
    const id = draft.record;
    const isSamePerson = before !== null && before.holder.user === user;
    await store.writeAll([
      {
        ...{ kind: CARD, record: id, job: null, draft: await draft.settled() },
        ...(saw.card ? { saw: saw.card } : {}),
        sets: {
          ...(isSamePerson && before.holder.name === card.name ? {} : { holder: { name: card.name, user } }),
          ...{ type: card.type, title: card.title || null, issuer: card.issuer || null },
          dates: { issued: card.issued, expires: card.expires },
        },
      },
      ...(number === numberBefore && (isSamePerson || !paper)
        ? []
        : [
            {
              ...{ kind: CARD_PAPER, record: paperId(id), job: null },
              ...(saw.paper ? { saw: saw.paper } : {}),
              sets: { card: id, holder: user, number: number || null },
            },
          ]),
    ]);
    draft.close();
    await navigate(`${cardsPath(id)}${from}`, { replace: true });
    return undefined;
  };
  return (
    <DraftForm
      draft={draft}
      submit={submit}
      save="Save the card"
      kind="signal"
      onInput={(form) => setType(readText(new FormData(form).get("type")))}
    >
      {(errorOf) => (
        <>
          <Field
            name="name"
            label="Whose card"
            hint="A person of the business, or anyone on a crew."
            required
            suggestions={names}
            autoComplete="off"
            autoCapitalize="words"
            maxLength={LONGEST.name}
            defaultValue={before?.holder.name}
            error={errorOf("name")}
          />
          <Select
            name="type"
            label="Kind of card"
            required
            placeholder="Choose one"
            options={TYPES.map((value) => ({ value, label: CARD_TYPES[value] }))}
            defaultValue={before?.type ?? ""}
            error={errorOf("type")}
          />
          {type === "other" || type === "license" ? (
            <Field
              name="title"
              label={type === "license" ? "State and trade" : "What it is for"}
              required={type === "other"}
              autoComplete="off"
              maxLength={LONGEST.title}
              defaultValue={before?.title}
              error={errorOf("title")}
            />
          ) : null}
          <Field
            name="number"
            label="Number"
            hint="Owners, managers, you, and the person see it, and the photos."
            autoComplete="off"
            maxLength={LONGEST.number}
            defaultValue={numberBefore}
            error={errorOf("number")}
          />
          <Field
            name="issuer"
            label="Issued by"
            autoComplete="off"
            maxLength={LONGEST.issuer}
            defaultValue={before?.issuer}
          />
          <Field
            name="issued"
            label="Issued"
            type="date"
            defaultValue={before?.issued ?? ""}
            error={errorOf("issued")}
          />
          <Field
            name="expires"
            label="Good through"
            hint="Leave it empty if it doesn’t expire."
            type="date"
            defaultValue={before?.expires ?? ""}
            error={errorOf("expires")}
          />
        </>
      )}
    </DraftForm>
  );
}
