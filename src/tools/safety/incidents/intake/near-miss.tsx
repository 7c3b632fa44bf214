import { useState } from "react";
import { useNavigate } from "react-router";
import { saveUnsigned, useOpenStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  DictatedText,
  EntryForm,
  EntryPhotos,
  type ReadForm,
  useEntry,
  useScreen,
} from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Field, RadioGroup, TextArea } from "#ui/field.tsx";
import { incidentsPath } from "../paths.ts";
import { LONGEST } from "../stored/injury.ts";
import { NEAR_MISS } from "../stored/near-miss.ts";
import { NotForGuests } from "./not-for-guests.tsx";
import { readWhen, type Sets } from "./read.ts";
import { WhenFields } from "./when-fields.tsx";

/** The report of a near miss from the job, with or without a name. */
export default function ReportNearMiss({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Report a near miss">
      <NotForGuests>
        <NearMissForm />
      </NotForGuests>
    </ToolPage>
  );
}

/** The fields to set, or what is wrong. */
function readNearMiss(form: FormData, zone: string): ReadForm {
  const found = readWhen(form, zone, Date.now());
  const what = fieldText(form, "what");
  const faults = {
    what: what ? undefined : "Say what happened, in a sentence.",
    ...("faults" in found ? found.faults : {}),
  };
  if ("faults" in found || Object.values(faults).some(Boolean)) return { faults };
  const changes: Sets = {
    ...{ when: found.when, what, where: fieldText(form, "where") || null },
    done: fieldText(form, "done") || null,
  };
  return { changes };
}

function NearMissForm() {
  const { job, zone } = useScreen();
  const { store, syncNow } = useOpenStore();
  const navigate = useNavigate();
  const entry = useEntry({
    ...{ kind: NEAR_MISS, purpose: "new", noun: "report" },
    ...{ of: `near miss of ${job}`, href: incidentsPath(job, "near-miss") },
    first: () => ({}),
  });
  const begun = entry.draft.typed["signed"] === "no" ? "no" : "yes";
  const [isUnsigned, setUnsigned] = useState(begun === "no");
  const leave = (done: string) => void navigate(`${incidentsPath(job)}${done}`);
  /** Nothing of it goes where this person's changes go. */
  const unsigned = {
    ...entry,
    save: async (sets: Sets) => {
      saveUnsigned(store, { kind: NEAR_MISS, job, sets });
      await entry.draft.discard();
      syncNow();
      return true;
    },
  };
  return (
    <EntryForm
      entry={isUnsigned ? unsigned : entry}
      read={(form, photoCount) =>
        isUnsigned && photoCount > 0
          ? { faults: { signed: "Send it with your name, or cancel and start again without photos." } }
          : readNearMiss(form, zone)
      }
      save={isUnsigned ? "Send without my name" : "Save report"}
      kind="signal"
      onInput={(form) => setUnsigned(fieldText(new FormData(form), "signed") === "no")}
      done={(notice) => leave(notice ? `?done=${isUnsigned ? "unsigned" : "near-miss"}` : "")}
    >
      {(errorOf) => (
        <>
          <p className="max-w-measure">
            Nobody was hurt, but it was close. Everyone in the business reads it, so that it doesn’t happen
            again.
          </p>
          <DictatedText
            name="what"
            label="What happened"
            required
            rows={3}
            maxLength={LONGEST.text}
            error={errorOf("what")}
          />
          <WhenFields errorOf={errorOf} />
          <Field
            name="where"
            label="Where on the job"
            autoComplete="off"
            maxLength={LONGEST.line}
            hint="Such as north side, second floor."
          />
          <TextArea name="done" label="What was done right away" rows={2} maxLength={LONGEST.text} />
          <RadioGroup
            name="signed"
            label="Your name"
            defaultValue={begun}
            error={errorOf("signed")}
            options={[
              { value: "yes", label: "With my name" },
              {
                value: "no",
                label: "Without my name",
                hint: "Nothing we save, show or export says who sent it, from which phone, or at what minute. It goes without photos, and shows up within two hours.",
              },
            ]}
          />
          {isUnsigned ? null : <EntryPhotos entry={entry} />}
        </>
      )}
    </EntryForm>
  );
}
