import { useState } from "react";
import { Link, useParams } from "react-router";
import { useRecord, useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  Conflicts,
  DictatedText,
  DraftForm,
  EntryMarks,
  type Outcome,
  RefusedChanges,
  useFormDraft,
  useScreen,
  useWrite,
} from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { dayWords } from "#platform/time/format.ts";
import { Button } from "#ui/button.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { describeStanding, kindOf, LONGEST, numberOf, TALK, talkOf, titleOf } from "../rules/talk.ts";
import { type Language, LANGUAGE_NAMES } from "../rules/text.ts";
import { People } from "../signing/people.tsx";
import { OwnPhones } from "../signing/qr.tsx";
import { SignBar } from "../signing/sign-bar.tsx";
import { PdfLink } from "../signing/pdf-link.tsx";
import { useSigns } from "../signing/use-signs.ts";
import { type ShownTalk, talkSheet } from "./sheet.tsx";
import { talkPath, talksPath } from "./start.ts";
import { TalkPage } from "./words.tsx";

/** A talk that is given or was: its words, who was there, and their signatures. */
export default function TalkScreen({ me }: { me: ToolUser }) {
  const id = useParams()["talkId"]!;
  const talk = talkOf(useRecord(TALK, id)?.values ?? {});
  return (
    <ToolPage me={me} title={kindOf(talk)}>
      <OneTalk key={id} id={id} />
    </ToolPage>
  );
}

/** A talk of this device by id; null if it isn’t here, undefined until loaded. */
export function useTalk(id: string): ShownTalk | null | undefined {
  const { job } = useScreen();
  const record = useRecord(TALK, id);
  const signs = useSigns();
  if (record === undefined || !signs) return undefined;
  return record === null || record.isRemoved ? null : talkSheet(job, record, signs);
}

export function NoSuchTalk() {
  const { job } = useScreen();
  return (
    <p>
      This talk isn’t on this phone.{" "}
      <Link className="text-link" to={talksPath(job)}>
        All talks of this job
      </Link>
    </p>
  );
}

function OneTalk({ id }: { id: string }) {
  const shown = useTalk(id);
  if (shown === undefined) return null;
  return shown ? <Given shown={shown} /> : <NoSuchTalk />;
}

function Given({ shown }: { shown: ShownTalk }) {
  const { record, talk, standing } = shown;
  const { job, people } = useScreen();
  const { write, line } = useWrite();
  const [language, setLanguage] = useState<Language>(talk.languages[0] ?? "en");
  const isOpen = talk.finishedAt === null;
  const choose = (next: Language) => {
    setLanguage(next);
    if (isOpen && !talk.languages.includes(next))
      void write({ kind: TALK, record: record.id, job, sets: { [`languages.${next}`]: true } });
  };
  if (!talk.text) return <NoSuchTalk />;
  return (
    <>
      <p className="talk-head">
        <b>{numberOf(talk)}</b>
        <span>
          {[
            ...(talk.date ? [dayWords(Temporal.PlainDate.from(talk.date))] : []),
            ...(talk.leader ? [`led by ${talk.leader}`] : []),
          ].join(", ")}
        </span>
        <StateMark state={standing.isComplete ? "done" : isOpen ? "now" : "stopped"}>
          {describeStanding(talk, standing)}
        </StateMark>
        <EntryMarks record={record} />
      </p>
      <Conflicts record={record} people={people} />
      <RefusedChanges record={record} />
      {line}
      {isOpen ? (
        <TalkPage text={talk.text} language={language} choose={choose} />
      ) : (
        <details className="fold mt-4">
          <summary>
            What was read: {titleOf(talk)}
            {talk.languages.length > 0
              ? ` (${talk.languages.map((one) => LANGUAGE_NAMES[one]).join(", ")})`
              : ""}
          </summary>
          <TalkPage text={talk.text} language={language} choose={choose} />
        </details>
      )}
      {isOpen ? <Notes shown={shown} /> : <AgreedOn notes={talk.notes} />}
      {isOpen ? (
        <OwnPhones sheet={shown} />
      ) : (
        <PdfLink record={record} href={`/account/safety/${record.id}/talk.pdf`} />
      )}
      <People sheet={shown} />
      {isOpen ? <Finish shown={shown} /> : null}
      <SignBar sheet={shown} />
    </>
  );
}

function AgreedOn({ notes }: { notes: string }) {
  if (notes === "") return null;
  return (
    <section className="mt-6" aria-label="What we agreed on">
      <h2 className="text-2xl">What we agreed on</h2>
      <p className="max-w-measure whitespace-pre-line wrap-anywhere">{notes}</p>
    </section>
  );
}

function Notes({ shown: { record, talk } }: { shown: ShownTalk }) {
  const { job } = useScreen();
  const store = useStore();
  const [saw] = useState(record.fields);
  const draft = useFormDraft({
    ...{ of: `talk ${record.id} notes`, job, kind: TALK, title: "talk’s notes" },
    ...{ href: talkPath(job, record.id), record: record.id, saw: record.fields },
  });
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const notes = fieldText(new FormData(form), "notes");
    if (notes === talk.notes) return { saved: "Nothing changed." };
    await store.write({
      ...{ kind: TALK, record: record.id, job, saw },
      ...{ sets: { notes: notes || null }, draft: await draft.settled() },
    });
    draft.next(record.id);
    return { saved: "Saved." };
  };
  return (
    <section className="mt-8" aria-label="What we agreed on">
      <DraftForm draft={draft} submit={submit} save="Save" kind="plain">
        {() => (
          <DictatedText
            name="notes"
            label="What we agreed on"
            rows={3}
            maxLength={LONGEST.notes}
            defaultValue={talk.notes}
          />
        )}
      </DraftForm>
    </section>
  );
}

function Finish({ shown: { record, standing } }: { shown: ShownTalk }) {
  const { job, tell } = useScreen();
  const store = useStore();
  const [why, setWhy] = useState<string>();
  const { rows, waiting } = standing;
  const finish = async () => {
    if (rows.length === 0) return setWhy("Add who was here first.");
    if (waiting.length > 0)
      return setWhy(
        `${waiting.map(({ name }) => name).join(", ")} ${waiting.length === 1 ? "hasn’t" : "haven’t"} signed. Have them sign, or say why they didn’t.`,
      );
    setWhy(undefined);
    try {
      await store.write({
        ...{ kind: TALK, record: record.id, job },
        sets: (_, skew) => ({ finishedAt: new Date(Date.now() + skew).toISOString() }),
      });
      tell.done("The talk is finished.");
    } catch (error) {
      tell.failed(error);
    }
  };
  return (
    <section className="mt-8" aria-label="Finish">
      <Button type="button" kind="plain" size="large" onClick={() => void finish()}>
        Finish the talk
      </Button>
      {why === undefined ? null : (
        <p className="field-error" role="alert">
          {why}
        </p>
      )}
      <p className="estimate-quiet mt-2">
        After that, the talk can’t change. Who signs later is labeled late.
      </p>
    </section>
  );
}
