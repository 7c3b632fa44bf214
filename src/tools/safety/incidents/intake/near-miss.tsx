import { useState } from "react";
import { useNavigate } from "react-router";
import { saveUnsigned, useOpenStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import { EntryForm, EntryPhotos, useEntry, useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { RadioGroup } from "#ui/field.tsx";
import { incidentsPath } from "../paths.ts";
import { NEAR_MISS } from "../stored/near-miss.ts";
import { NotForGuests } from "./not-for-guests.tsx";
import { readWhat, type Sets } from "./read.ts";
import { DoneField, WhatFields } from "./shared-fields.tsx";

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
          : readWhat(form, zone, Date.now())
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
          <WhatFields errorOf={errorOf} />
          <DoneField />
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
