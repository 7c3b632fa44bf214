import { Link, useNavigate } from "react-router";
import { useRecord, useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import { FieldForm, type Outcome, useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { dayWords } from "#platform/time/format.ts";
import { Field, Select } from "#ui/field.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { nameKey } from "../cards/card.ts";
import { emergencyPath, orientationWordsPath } from "../paths.ts";
import { LONGEST } from "../rules/talk.ts";
import { type Language, LANGUAGE_NAMES, LANGUAGES } from "../rules/text.ts";
import { startTalk, talkPath, talksPath } from "../talks/start.ts";
import type { ShownTalk } from "../talks/sheet.tsx";
import { useOrientations, useOwnName, useToday } from "../talks/use-talks.ts";
import { ORIENTATION, orientationId, textOfOrientation } from "./orientation.ts";

/** Who has been oriented on this job, and a form for the next person. */
export default function Orientations({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="New people">
      <List me={me} />
    </ToolPage>
  );
}

interface Oriented {
  readonly name: string;
  readonly talk: ShownTalk;
  /** Whether they signed. */
  readonly isSigned: boolean;
}

/** Each person once, by their first signature, or without one by the last time they were on a list. */
function orientedOf(orientations: readonly ShownTalk[]): Oriented[] {
  const found = new Map<string, Oriented>();
  for (const talk of orientations)
    for (const { name, sign } of talk.standing.rows) {
      const [key, one] = [nameKey(name), { name, talk, isSigned: sign !== null }];
      // The newest come first, so an older signature replaces a newer one.
      if (one.isSigned || !found.has(key)) found.set(key, one);
    }
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name, "en-US"));
}

function List({ me }: { me: ToolUser }) {
  const { job, isOwnBusiness } = useScreen();
  const orientations = useOrientations();
  if (!orientations) return null;
  const people = orientedOf(orientations);
  return (
    <>
      <p className="mb-4 max-w-measure">
        Everyone who is new on this job hears the same, in English or Spanish, and signs it.
      </p>
      {isOwnBusiness ? <Start me={me} known={people} /> : null}
      <section className="mt-8" aria-labelledby="oriented">
        <h2 id="oriented" className="text-2xl">
          Who has been oriented
          {people.length > 0 ? ` (${people.filter(({ isSigned }) => isSigned).length})` : ""}
        </h2>
        {people.length === 0 ? <p>Nobody yet.</p> : null}
        <ul className="talk-list">
          {people.map(({ name, talk: { record, talk }, isSigned }) => (
            <li key={nameKey(name)}>
              <Link to={talkPath(job, record.id)}>
                <b>{name}</b>
                <span>{talk.date ? dayWords(Temporal.PlainDate.from(talk.date)) : ""}</span>
              </Link>
              <StateMark state={isSigned ? "done" : "waiting"}>
                {isSigned ? "Signed" : "Not signed"}
              </StateMark>
            </li>
          ))}
        </ul>
      </section>
      <p className="mt-6 flex flex-wrap gap-x-6">
        <Link className="text-link py-2.5" to={talksPath(job)}>
          Safety on this job
        </Link>
        <Link className="text-link py-2.5" to={emergencyPath(job)}>
          Emergency card
        </Link>
        {isOwnBusiness ? (
          <Link className="text-link py-2.5" to={`${orientationWordsPath}?job=${job}`}>
            Change the words
          </Link>
        ) : null}
      </p>
    </>
  );
}

function Start({ me, known }: { me: ToolUser; known: readonly Oriented[] }) {
  const { job } = useScreen();
  const store = useStore();
  const navigate = useNavigate();
  const words = useRecord(ORIENTATION, orientationId(me.account));
  const date = useToday().toString();
  const leader = useOwnName();
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const data = new FormData(form);
    const name = fieldText(data, "name").replaceAll(/\s+/g, " ");
    const language: Language = fieldText(data, "language") === "es" ? "es" : "en";
    if (name === "") return { faults: { name: "Enter who is new." } };
    const before = known.find((one) => one.isSigned && nameKey(one.name) === nameKey(name));
    if (before) {
      const on = before.talk.talk.date;
      const day = on ? `, on ${dayWords(Temporal.PlainDate.from(on))}` : "";
      return { faults: { name: `${before.name} signed already${day}.` } };
    }
    const text = textOfOrientation(words?.values ?? {});
    const id = await startTalk(store, { job, date, text, language, leader, people: [{ name }] });
    await navigate(talkPath(job, id));
    return undefined;
  };
  return (
    <FieldForm submit={submit} save="Read it and sign" kind="signal" tell={null}>
      {(errorOf) => (
        <>
          <Field
            name="name"
            label="Who is new"
            required
            autoComplete="off"
            autoCapitalize="words"
            maxLength={LONGEST.name}
            error={errorOf("name")}
          />
          <Select
            name="language"
            label="Their language"
            required
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          />
        </>
      )}
    </FieldForm>
  );
}
