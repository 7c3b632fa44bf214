import { useState } from "react";
import { useNavigate } from "react-router";
import { type ShownRecord, useRecord, useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import { Conflicts, DraftForm, type Outcome, useFormDraft, useLabels } from "#trade/fieldwork/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";
import { TextArea } from "#ui/field.tsx";
import { CardsPage, useFrom } from "../cards/page.tsx";
import { cardsPath, orientationPath, orientationWordsPath } from "../paths.ts";
import { LONGEST_WORDS, ORIENTATION, orientationId, wordsOf } from "./orientation.ts";

/** What the business tells new people, in its own words. */
export default function OrientationWords({ me }: { me: ToolUser }) {
  const from = useFrom();
  const record = useRecord(ORIENTATION, orientationId(me.account));
  const { isManager } = useLabels();
  return (
    <CardsPage
      me={me}
      title="Words for new people"
      {...(from ? { back: { to: orientationPath(from.slice(5)), label: "New people" } } : {})}
    >
      {record === undefined ? null : isManager ? (
        <WordsForm me={me} record={record} />
      ) : (
        <p className="max-w-measure whitespace-pre-line">{wordsOf(record?.values ?? {}).en}</p>
      )}
    </CardsPage>
  );
}

function WordsForm({ me, record }: { me: ToolUser; record: ShownRecord | null }) {
  const store = useStore();
  const navigate = useNavigate();
  const from = useFrom();
  const id = orientationId(me.account);
  const [saw] = useState(record?.fields);
  const [before] = useState(() => wordsOf(record?.values ?? {}));
  const draft = useFormDraft({
    ...{ of: "orientation words", job: "", kind: ORIENTATION, title: "words for new people" },
    ...{ href: orientationWordsPath, record: id, ...(saw ? { saw } : {}) },
  });
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const data = new FormData(form);
    const [en, es] = [fieldText(data, "en"), fieldText(data, "es")];
    const sets = {
      ...(en === before.en ? {} : { en: en || null }),
      ...(es === before.es ? {} : { es: es || null }),
    };
    if (Object.keys(sets).length === 0) return { saved: "Nothing changed." };
    await store.write({
      ...{ kind: ORIENTATION, record: id, job: null, sets, ...(saw ? { saw } : {}) },
      draft: await draft.settled(),
    });
    draft.close();
    await navigate(from ? orientationPath(from.slice(5)) : cardsPath(), { replace: true });
    return undefined;
  };
  return (
    <>
      {record ? <Conflicts record={record} people={me.people} zone={me.zone ?? "UTC"} /> : null}
      <DraftForm draft={draft} submit={submit} save="Save" kind="signal">
        {() => (
          <>
            <TextArea
              name="en"
              label="In English"
              hint="Keep it short: it’s read aloud. What people have signed stays as it was. Empty it to get the usual words back."
              unmarked
              rows={12}
              maxLength={LONGEST_WORDS}
              defaultValue={before.en}
            />
            <TextArea
              name="es"
              label="In Spanish"
              unmarked
              rows={12}
              lang="es"
              maxLength={LONGEST_WORDS}
              defaultValue={before.es}
            />
          </>
        )}
      </DraftForm>
    </>
  );
}
