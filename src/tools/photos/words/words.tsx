import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { type Json, useRecord, useStore } from "#ground/sync/public.tsx";
import { type Announcer, Conflicts, useAnnouncer } from "#trade/fieldwork/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icons.tsx";
import { Page } from "#ui/layout.tsx";
import { wordsId } from "../rules/ids.ts";
import { LONGEST } from "../rules/photo.ts";
import {
  fieldForWord,
  type ListedWord,
  listedWords,
  type ListName,
  LISTS,
  refuseWord,
  type WordField,
  WORDS,
} from "../rules/words.ts";

const TITLES: Readonly<Record<ListName, string>> = { room: "Rooms", trade: "Trades", stage: "Stages" };

/** The rooms, trades and stages that everyone in the business tags photos with. */
export default function WordsScreen({ me }: { me: ToolUser }) {
  const { tell, line } = useAnnouncer();
  const record = useRecord(WORDS, wordsId(me.account));
  if (record === undefined) return null;
  const mayChange = me.role === "owner" || me.role === "manager";
  return (
    <Page className="field-page">
      <title>Rooms, trades, and stages</title>
      <Link className="field-back" to="/account/jobs">
        <Icon name="back" />
        Jobs
      </Link>
      <header className="field-head">
        <h1>Rooms, trades, and stages</h1>
      </header>
      {line}
      <p className="mb-6 max-w-measure">
        The camera and the roll of every job offer these words. Photos keep the words they have: a word you
        rename or remove here stays on them.
        {mayChange ? null : " Only owners and managers change the lists."}
      </p>
      {record && record.conflicts.length > 0 ? (
        <Conflicts record={record} people={me.people} zone={me.zone ?? "UTC"} />
      ) : null}
      {LISTS.map((name) => (
        <WordList key={name} name={name} values={record?.values ?? {}} tell={tell} mayChange={mayChange} />
      ))}
    </Page>
  );
}

function WordList({
  name,
  values,
  tell,
  mayChange,
}: {
  name: ListName;
  values: Readonly<Record<string, Json>>;
  tell: Announcer;
  mayChange: boolean;
}) {
  const store = useStore();
  const [open, setOpen] = useState<WordField>();
  const title = TITLES[name];
  const write = (field: WordField, value: string | null) =>
    store.write({
      ...{ kind: WORDS, record: wordsId(store.who.account), job: null },
      sets: { [field]: value },
    });
  const save = async (field: WordField, value: string | null, notice: string, before?: string | null) => {
    try {
      await write(field, value);
      tell.done(notice, before === undefined ? undefined : () => write(field, before));
      return true;
    } catch (error) {
      tell.failed(error);
      return false;
    }
  };
  const words = listedWords(values, name);
  return (
    <section className="shot-list" aria-label={title}>
      <h2 className="roll-date">{title}</h2>
      <ul className="word-list">
        {words.map((one) => (
          <li key={one.field}>
            {open === one.field ? (
              <WordForm
                label={`New name for ${one.word}`}
                first={one.word}
                refuse={(word) => refuseWord(values, name, word, one.field)}
                save={async (word) => {
                  const isSaved = await save(one.field, word, `${one.word} is ${word} now.`, one.word);
                  if (isSaved) setOpen(undefined);
                  return isSaved;
                }}
              >
                <Button type="button" kind="quiet" onClick={() => setOpen(undefined)}>
                  Cancel
                </Button>
              </WordForm>
            ) : (
              <Row
                one={one}
                mayChange={mayChange}
                rename={() => setOpen(one.field)}
                remove={() => void save(one.field, null, `${one.word} removed.`, one.word)}
              />
            )}
          </li>
        ))}
      </ul>
      {mayChange ? (
        <WordForm
          key={words.length}
          label={`Add a ${name}`}
          first=""
          refuse={(word) => refuseWord(values, name, word)}
          save={(word) => save(fieldForWord(values, name, word), word, `${word} added.`)}
        />
      ) : null}
    </section>
  );
}

function Row({
  one: { word },
  mayChange,
  rename,
  remove,
}: {
  one: ListedWord;
  mayChange: boolean;
  rename: () => void;
  remove: () => void;
}) {
  return (
    <span className="word-row">
      <span>{word}</span>
      {mayChange ? (
        <>
          <Button type="button" kind="quiet" size="small" onClick={rename}>
            Rename<span className="sr-only">: {word}</span>
          </Button>
          <Button type="button" kind="quiet" size="small" onClick={remove}>
            Remove<span className="sr-only">: {word}</span>
          </Button>
        </>
      ) : null}
    </span>
  );
}

function WordForm({
  label,
  first,
  refuse,
  save,
  children,
}: {
  label: string;
  first: string;
  refuse: (word: string) => string | null;
  /** @returns whether it was saved */
  save: (word: string) => Promise<boolean>;
  children?: ReactNode;
}) {
  const [typed, setTyped] = useState(first);
  const [why, setWhy] = useState<string>();
  const submit = async () => {
    const word = typed.trim();
    const refused = refuse(word);
    setWhy(refused ?? undefined);
    if (refused === null && (await save(word))) setTyped("");
  };
  return (
    <form
      className="photo-word-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field
        name={label}
        label={label}
        unmarked
        maxLength={LONGEST.word}
        value={typed}
        error={why}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" kind="plain">
        Save
      </Button>
      {children}
    </form>
  );
}
