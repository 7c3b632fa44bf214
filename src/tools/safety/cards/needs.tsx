import { useState } from "react";
import { useRecord, useStore } from "#ground/sync/public.tsx";
import { readOneOf } from "#ground/sync/public.ts";
import { fieldText } from "#trade/fieldwork/public.ts";
import { Conflicts, FieldForm, type Outcome, useScreen } from "#trade/fieldwork/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";
import { derivedId } from "#platform/ids/derived-id.ts";
import { Button } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { cardsPath } from "../paths.ts";
import { CARD_TYPES, nameKey, TYPES } from "./card.ts";
import { LONGEST_WORDS, MOST_NEEDS, type Need, NEEDS, needsId } from "./needs.ts";
import { CardsPage, useFrom } from "./page.tsx";
import { useNeeds } from "./use-cards.ts";

/** Which tasks need which card. The owner changes the list. */
export default function Needs({ me }: { me: ToolUser }) {
  const from = useFrom();
  return (
    <CardsPage
      me={me}
      title="Tasks that need a card"
      back={{ to: `${cardsPath()}${from}`, label: "People and cards" }}
    >
      <NeedsList me={me} />
    </CardsPage>
  );
}

function NeedsList({ me }: { me: ToolUser }) {
  const needs = useNeeds();
  const record = useRecord(NEEDS, needsId(me.account));
  const isOwner = me.role === "owner";
  return (
    <>
      <p className="max-w-measure">
        When a talk’s title has one of these words, its list of people says who has no card for it, or an
        expired one. It only warns.{isOwner ? "" : " Only the owner changes this list."}
      </p>
      {record ? <Conflicts record={record} people={me.people} zone={me.zone ?? "UTC"} /> : null}
      <ul className="word-list mt-4">
        {needs.map((need) => (
          <li key={need.key}>
            <span className="word-row">
              <span className="wrap-anywhere">
                <b>{need.words}</b>: {CARD_TYPES[need.type]}
              </span>
              {isOwner ? <RemoveNeed need={need} /> : null}
            </span>
          </li>
        ))}
      </ul>
      {needs.length === 0 ? <p>No task needs a card.</p> : null}
      {isOwner ? <AddNeed needs={needs} /> : null}
    </>
  );
}

function RemoveNeed({ need: { key, words, type } }: { need: Need }) {
  const { tell } = useScreen();
  const store = useStore();
  const set = (value: { readonly words: string; readonly type: string } | null) =>
    store.write({
      ...{ kind: NEEDS, record: needsId(store.who.account), job: null },
      sets: { [`needs.${key}`]: value && { ...value } },
    });
  const remove = () =>
    set(null).then(
      () => tell.done(`${words} removed.`, () => set({ words, type })),
      (error: unknown) => tell.failed(error),
    );
  return (
    <Button type="button" kind="quiet" size="small" onClick={() => void remove()}>
      Remove<span className="sr-only">: {words}</span>
    </Button>
  );
}

function AddNeed({ needs }: { needs: readonly Need[] }) {
  const store = useStore();
  // A new form after each: its choices are empty again.
  const [count, setCount] = useState(0);
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const data = new FormData(form);
    const words = fieldText(data, "words").replaceAll(/\s+/g, " ");
    const type = readOneOf(TYPES, fieldText(data, "type"));
    if (words === "") return { faults: { words: "Enter a word of the task, such as “forklift”." } };
    if (type === null) return { faults: { type: "Choose the card that it needs." } };
    if (needs.length >= MOST_NEEDS) return { failed: `The list has ${MOST_NEEDS} tasks at most.` };
    // Derived, so that the same task that is added twice is one.
    const key = derivedId("safety.need", nameKey(words), type).slice(0, 18);
    await store.write({
      ...{ kind: NEEDS, record: needsId(store.who.account), job: null },
      sets: { [`needs.${key}`]: { words, type } },
    });
    setCount((before) => before + 1);
    return undefined;
  };
  return (
    <section className="mt-8" aria-labelledby="need-add">
      <h2 id="need-add" className="text-2xl">
        Add a task
      </h2>
      <FieldForm key={count} submit={submit} save="Add the task" kind="plain" tell={null}>
        {(errorOf) => (
          <>
            <Field
              name="words"
              label="Words of the task"
              hint="One or several with commas between: “crane, rigging”."
              required
              autoComplete="off"
              maxLength={LONGEST_WORDS}
              error={errorOf("words")}
            />
            <Select
              name="type"
              label="Card that it needs"
              required
              placeholder="Choose one"
              options={TYPES.map((value) => ({ value, label: CARD_TYPES[value] }))}
              error={errorOf("type")}
            />
          </>
        )}
      </FieldForm>
    </section>
  );
}
