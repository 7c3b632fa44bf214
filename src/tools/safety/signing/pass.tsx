import { useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { type Drawing, isDrawn, thinned } from "#ground/signatures/public.ts";
import { SignaturePad } from "#ground/signatures/public.tsx";
import { newLocalId, useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import { FieldForm, type Outcome, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { SIGN } from "../rules/talk.ts";
import { type Language, PAD_WORDS_ES } from "../rules/text.ts";
import { LanguageSwitch } from "../talks/words.tsx";
import { STATEMENTS } from "./statements.ts";
import { AddPeople, NotSigning } from "./people.tsx";
import type { Sheet } from "./sheet.ts";

/** What a signer reads above the pad. They hold the phone, so it is in their language. */
const SAY: Readonly<
  Record<
    Language,
    {
      readonly pad: string;
      readonly none: string;
      readonly next: string;
      readonly last: string;
      readonly skip: string;
      readonly again: string;
      readonly changed: string;
    }
  >
> = {
  en: {
    ...{ pad: "Your signature", none: "Sign in the box first.", next: "Next", last: "Done" },
    ...{ skip: "Skip for now", again: "Read it again", changed: "Changed since you signed" },
  },
  es: {
    ...{ pad: "Tu firma", none: "Primero firma en el cuadro.", next: "Siguiente", last: "Listo" },
    ...{ skip: "Saltar por ahora", again: "Leer otra vez", changed: "Cambió desde que firmaste" },
  },
};

type Row = Sheet["standing"]["rows"][number];

/** Passes one phone around: a name, a pad, one tap, the next name. */
export function PassThePhone({ sheet }: { sheet: Sheet }) {
  const [query] = useSearchParams();
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState(query.get("who"));
  const [language, setLanguage] = useState<Language>();
  const waiting = sheet.standing.rows.filter(({ sign, reason }) => sign === null && reason === null);
  const person =
    waiting.find(({ key }) => key === asked) ??
    waiting.find(({ key }) => !skipped.includes(key)) ??
    waiting[0];
  if (!person) return <AllSigned sheet={sheet} />;
  const spoken = language ?? sheet.language;
  return (
    <OneSigner
      // A fresh pad for each, and when another phone changed the plan meanwhile.
      key={`${person.key} ${sheet.roll.version}`}
      sheet={sheet}
      person={person}
      language={spoken}
      choose={setLanguage}
      skip={() => {
        setAsked(null);
        setSkipped((before) => [...before.filter((key) => key !== person.key), person.key]);
      }}
      signed={() => setAsked(null)}
    />
  );
}

function AllSigned({ sheet }: { sheet: Sheet }) {
  return (
    <>
      <p role="status">
        <StateMark state={sheet.isComplete ? "done" : "now"}>{sheet.state}</StateMark>
      </p>
      <h2 className="mt-6 text-2xl">Anyone else?</h2>
      <AddPeople sheet={sheet} label="Their name" />
      <p className="mt-6">
        <Link className="button" data-kind="signal" data-size="large" to={sheet.path}>
          Back to the {sheet.noun}
        </Link>
      </p>
    </>
  );
}

function OneSigner({
  sheet,
  person,
  language,
  choose,
  skip,
  signed,
}: {
  sheet: Sheet;
  person: Row;
  language: Language;
  choose: (language: Language) => void;
  skip: () => void;
  signed: () => void;
}) {
  const { record, roll, standing } = sheet;
  const { job } = useScreen();
  const store = useStore();
  // One id for one pad: a second tap can’t make a second signature.
  const [id] = useState(newLocalId);
  const isSaved = useRef(false);
  const [isMissing, setMissing] = useState(false);
  const say = SAY[language];
  const changes = sheet.changes(person.outdated, language);
  const others = standing.waiting.filter(({ key }) => key !== person.key);
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    if (isSaved.current) return undefined;
    const drawn = fieldText(new FormData(form), "drawing");
    const drawing = drawn === "" ? null : thinned(JSON.parse(drawn) as Drawing);
    // Said in the signer’s language; the form’s own line is in English.
    setMissing(!drawing || !isDrawn(drawing));
    if (!drawing || !isDrawn(drawing)) return undefined;
    await store.write({
      ...{ kind: SIGN, record: id, job },
      sets: (_, skew) => ({
        ...{ talk: record.id, person: person.key, name: person.name, language, version: roll.version },
        ...{ on: "passed", at: new Date(Date.now() + skew).toISOString() },
        drawing: {
          ...{ width: drawing.width, height: drawing.height },
          strokes: drawing.strokes.map((stroke) => stroke.map((point) => [...point])),
        },
      }),
    });
    isSaved.current = true;
    signed();
    return undefined;
  };
  return (
    <div className="talk-signing" lang={language}>
      <p className="estimate-quiet" lang="en">
        {standing.signed} of {standing.rows.length} signed
      </p>
      <LanguageSwitch language={language} choose={choose} />
      <h2 className="talk-signer">{person.name}</h2>
      <p className="max-w-measure">{STATEMENTS[language][sheet.noun](sheet.titleOf(language))}</p>
      {changes === null ? null : (
        <section aria-label={say.changed}>
          <h3 className="text-xl">{say.changed}</h3>
          {changes}
        </section>
      )}
      <details className="fold">
        <summary>{say.again}</summary>
        {sheet.text(language)}
      </details>
      <FieldForm
        submit={submit}
        save={others.length > 0 ? say.next : say.last}
        kind="signal"
        tell={null}
        beside={
          others.length > 0 ? (
            <Button type="button" kind="quiet" onClick={skip}>
              {say.skip}
            </Button>
          ) : null
        }
      >
        {() => (
          <SignaturePad
            name="drawing"
            label={say.pad}
            error={isMissing ? say.none : undefined}
            onChange={() => setMissing(false)}
            {...(language === "es" ? { words: PAD_WORDS_ES } : {})}
          />
        )}
      </FieldForm>
      <div lang="en">
        <NotSigning sheet={sheet} person={person} done={signed} />
        <p className="mt-4">
          <Link className="text-link" to={sheet.path}>
            Back to the {sheet.noun}
          </Link>
        </p>
      </div>
    </div>
  );
}
