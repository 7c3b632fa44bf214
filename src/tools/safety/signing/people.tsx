import { useState } from "react";
import { Link } from "react-router";
import { SignatureDrawing } from "#ground/signatures/public.tsx";
import { readText } from "#ground/sync/public.ts";
import { type Json, useStore } from "#ground/sync/public.tsx";
import { fieldText, nameOf } from "#trade/fieldwork/public.ts";
import { FieldForm, type Outcome, useScreen, useWorkSince, useWrite } from "#trade/fieldwork/public.tsx";
import { moment } from "#platform/time/format.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox, Field } from "#ui/field.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { CardWarning } from "../cards/warnings.tsx";
import {
  anotherKey,
  type Attendee,
  findAttendee,
  isLateSign,
  LONGEST,
  MOST_PEOPLE,
  personKey,
  type Sign,
} from "../rules/talk.ts";
import { LANGUAGE_NAMES } from "../rules/text.ts";
import { useToday } from "../talks/use-talks.ts";
import type { Sheet } from "./sheet.ts";
import { VoidSignature } from "./void.tsx";

/** "Luis Ortega, Ana Paz" or one on each line. */
const namesIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,;\n]/)
      .map((name) => name.replaceAll(/\s+/g, " ").trim())
      .filter(Boolean),
  ),
];

/** Who is here, who signed, and a field for more people. */
export function People({ sheet }: { sheet: Sheet }) {
  const { roll, standing } = sheet;
  const isOpen = roll.finishedAt === null;
  return (
    <section className="mt-8" aria-labelledby="talk-people">
      <h2 id="talk-people" className="text-2xl">
        {isOpen ? "Who’s here" : "Who was here"}
        {standing.rows.length > 0 ? ` (${standing.rows.length})` : ""}
      </h2>
      {isOpen ? <LoggedCrew /> : null}
      <ul className="talk-people">
        {standing.rows.map((row) => (
          <li key={row.key}>
            <OnePerson sheet={sheet} row={row} />
          </li>
        ))}
      </ul>
      <AddPeople sheet={sheet} />
    </section>
  );
}

/** How many people today’s log has, so that nobody is forgotten. */
function LoggedCrew() {
  const today = useToday().toString();
  const crews = useWorkSince(today).filter(({ hours }) => hours > 0);
  if (crews.length === 0) return null;
  return <p className="estimate-quiet">In today’s log: {crews.map(({ what }) => what).join("; ")}.</p>;
}

/** A form to add people by name. The same name twice is asked about. */
export function AddPeople({
  sheet: { record, roll, noun },
  label = "Add people",
}: {
  sheet: Sheet;
  label?: string;
}) {
  const store = useStore();
  const { job } = useScreen();
  const [twice, setTwice] = useState<string>();
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const data = new FormData(form);
    const names = namesIn(fieldText(data, "names"));
    if (names.length === 0) return { faults: { names: "Type a name." } };
    if (names.some((name) => name.length > LONGEST.name))
      return { faults: { names: `A name has ${LONGEST.name} characters at most.` } };
    if (roll.people.length + names.length > MOST_PEOPLE)
      return { faults: { names: `A ${noun} has ${MOST_PEOPLE} people at most.` } };
    const known = names.find((name) => findAttendee(record.id, roll.people, name));
    if (known !== undefined && !data.has("another")) {
      setTwice(known);
      return {
        faults: { names: `${known} is on the list. Check the box if this is another person of that name.` },
      };
    }
    const sets: Record<string, Json> = {};
    for (const name of names) {
      const isKnown = findAttendee(record.id, roll.people, name) !== undefined;
      const key = isKnown ? anotherKey(record.id, roll.people, name) : personKey(record.id, name);
      sets[`people.${key}`] = { name };
    }
    await store.write({ kind: record.kind, record: record.id, job, sets });
    setTwice(undefined);
    return { next: { focus: "names" } };
  };
  return (
    <FieldForm submit={submit} save="Add" kind="plain" tell={null} className="mt-4">
      {(errorOf) => (
        <>
          <Field
            name="names"
            label={label}
            hint="One name, or several with commas between."
            unmarked
            autoComplete="off"
            autoCapitalize="words"
            error={errorOf("names")}
          />
          {twice === undefined ? null : (
            <Checkbox name="another" label={`This is another person named ${twice}`} />
          )}
        </>
      )}
    </FieldForm>
  );
}

/** "on Dana Ruiz’s phone". @param whose name of the phone’s person */
const whereOf = ({ on, device }: Sign, whose: string): string =>
  on === "own"
    ? `on their own phone${device ? ` (${device})` : ""}`
    : `on ${whose === "you" ? "your" : `${whose}’s`} phone`;

function OnePerson({
  sheet,
  row: { sign, voided, outdated, ...person },
}: {
  sheet: Sheet;
  row: Sheet["standing"]["rows"][number];
}) {
  const { roll, path, noun } = sheet;
  const { zone, people } = useScreen();
  const { user } = useStore().who;
  return (
    <>
      <div className="talk-person">
        <b className="wrap-anywhere">{person.name}</b>
        {sign ? (
          <StateMark state="done">
            {isLateSign(roll, sign) ? "Signed late" : "Signed"}{" "}
            {moment(Temporal.Instant.from(sign.at), zone).words},{" "}
            {whereOf(sign, nameOf(sign.author, people, user))}, {LANGUAGE_NAMES[sign.language]}
          </StateMark>
        ) : person.reason === null ? (
          <Link className="button" data-kind="plain" data-size="small" to={`${path}/sign?who=${person.key}`}>
            Sign<span className="sr-only"> as {person.name}</span>
          </Link>
        ) : (
          <StateMark state="stopped">Didn’t sign: {person.reason}</StateMark>
        )}
      </div>
      <CardWarning
        name={person.name}
        task={sheet.titleOf("en")}
        date={readText(sheet.record.values["date"])}
      />
      {sign?.drawing ? (
        <div className="talk-signature">
          <SignatureDrawing drawing={sign.drawing} label={`Signature of ${person.name}`} />
        </div>
      ) : null}
      {sign && !sign.drawing ? <p className="estimate-quiet">They confirmed with their typed name.</p> : null}
      {outdated.map((one) => (
        <p key={one.id} className="estimate-quiet">
          Signed {moment(Temporal.Instant.from(one.at), zone).words}, before the {noun} changed.
        </p>
      ))}
      {voided.map((one) => (
        <p key={one.id} className="estimate-quiet">
          The signature of {moment(Temporal.Instant.from(one.at), zone).words} doesn’t count: {one.voided}
        </p>
      ))}
      {sign ? <VoidSignature sign={sign} name={person.name} /> : null}
      {sign || person.reason === null ? null : <NotSigning sheet={sheet} person={person} />}
    </>
  );
}

/** Takes somebody off the list, or says why they don’t sign. */
export function NotSigning({
  sheet: { record, roll },
  person,
  done,
}: {
  sheet: Pick<Sheet, "record" | "roll">;
  person: Attendee;
  done?: () => void;
}) {
  const { job, tell } = useScreen();
  const store = useStore();
  const { write, line } = useWrite();
  const set = (sets: Record<string, Json>) => ({ kind: record.kind, record: record.id, job, sets });
  const setPerson = (value: Json) => write(set({ [`people.${person.key}`]: value }));
  const remove = async () => {
    if (!(await setPerson(null))) return;
    tell.done(`${person.name} is off the list.`, () => setPerson({ name: person.name }));
    done?.();
  };
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const reason = fieldText(new FormData(form), "reason");
    if (reason === "") return { faults: { reason: "Say why they don’t sign." } };
    await store.write(set({ [`unsigned.${person.key}`]: reason }));
    done?.();
    return { saved: "Saved." };
  };
  if (person.reason !== null)
    return (
      <Button
        type="button"
        kind="quiet"
        size="small"
        onClick={() => void write(set({ [`unsigned.${person.key}`]: null }))}
      >
        {person.name} signs after all
      </Button>
    );
  return (
    <details className="fold talk-unsigned">
      <summary>
        Not here, or doesn’t sign<span className="sr-only">: {person.name}</span>
      </summary>
      {line}
      {roll.finishedAt === null ? (
        <Button type="button" kind="plain" onClick={() => void remove()}>
          {person.name} isn’t here
        </Button>
      ) : null}
      <FieldForm submit={submit} save="Save: here, but doesn’t sign" kind="plain" tell={null}>
        {(errorOf) => (
          <Field
            name="reason"
            id={`reason-${person.key}`}
            label="Why they don’t sign"
            suggestions={["Left before signing", "Doesn’t want to sign", "Hand is hurt"]}
            required
            autoComplete="off"
            maxLength={LONGEST.reason}
            error={errorOf("reason")}
          />
        )}
      </FieldForm>
    </details>
  );
}
