import { useRef, useState } from "react";
import {
  Conflicts,
  FieldForm,
  nameOf,
  type Outcome,
  type Person,
  type Announcer,
} from "#trade/jobs/public.tsx";
import { type Change, type Json, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icons.tsx";
import { Section } from "#ui/layout.tsx";
import { Settle } from "#ui/settle.tsx";
import { approvals } from "./entry-list.tsx";
import { dayId } from "../ids.ts";
import {
  crewTotals,
  type DayState,
  type Gap,
  gapsOf,
  SUBMITTED_FIELD,
  formatHours,
  LONGEST,
} from "../rules.ts";
import type { Log, ShownDay, ShownEntry } from "./use-log.ts";

export function DayEnd({
  log,
  day,
  entries,
  company,
  hasWeather,
  people,
  waiting,
  mayHandIn,
  isManager,
  tell,
}: {
  log: Log;
  day: ShownDay;
  entries: readonly ShownEntry[];
  company: string;
  hasWeather: boolean;
  people: readonly Person[];
  /** Approving the day approves these entries of a guest too. */
  waiting: readonly ShownEntry[];
  mayHandIn: boolean;
  isManager: boolean;
  tell: Announcer;
}) {
  const store = useStore();
  const [isReasonOpen, setReasonOpen] = useState(false);
  const gaps = gapsOf(entries, hasWeather);
  const totals = crewTotals(entries);
  const by = nameOf(day.changedBy, people, store.who.user);
  const firm = log.guestCompanyOf(company);
  // Records the company at submission, so that later changes of it don't affect this day.
  const named: Record<string, Json> = firm !== null && day.companyName === null ? { companyName: firm } : {};
  // A second tap can come before the next render.
  const isSaving = useRef(false);
  const setState = async (is: DayState, why: string | null, words: string) => {
    if (isSaving.current) return;
    isSaving.current = true;
    const change: Change = {
      kind: "logs.day",
      record: dayId(log.job.id, log.date, company),
      job: log.job.id,
      sets: {
        ...(day.record ? {} : { date: log.date, company }),
        ...named,
        state: { is, why },
        ...(is === "submitted" ? { [SUBMITTED_FIELD]: true } : {}),
      },
      ...(day.record ? { saw: day.record.fields } : {}),
    };
    try {
      await store.writeAll([change, ...(is === "approved" ? approvals(log.job.id, waiting) : [])]);
      setReasonOpen(false);
      tell.done(words);
    } catch (error) {
      tell.failed(error);
    } finally {
      isSaving.current = false;
    }
  };
  const sendBack = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const typed = new FormData(form).get("why");
    const why = typeof typed === "string" ? typed.trim() : "";
    if (!why) return { faults: { why: "Say what is missing, so that they can add it." } };
    await setState("rejected", why, "Sent back.");
    return undefined;
  };
  const { state } = day;
  const refused = day.record?.refused ?? [];
  if (entries.length === 0 && day.changedAt === null && refused.length === 0) return null;
  return (
    <Section title="End of day" id="end">
      {totals.people > 0 ? (
        <p>
          <b>
            {totals.people} {totals.people === 1 ? "person" : "people"}, {formatHours(totals.hours)} in all
          </b>
        </p>
      ) : null}
      {refused.map(({ id, why }) => (
        <div className="job-refused" key={id} role="alert">
          <p>{why}</p>
          <Button
            type="button"
            kind="quiet"
            size="small"
            onClick={() => void store.putAway(id).catch(tell.failed)}
          >
            Put it away
          </Button>
        </div>
      ))}
      {day.record ? <Conflicts record={day.record} people={people} zone={log.zone} heading="h3" /> : null}
      {state === "rejected" ? (
        <p className="panel">
          <b>Sent back by {by}.</b> {day.why}
        </p>
      ) : null}
      {state === "draft" || state === "rejected" ? (
        gaps.length > 0 ? (
          <Gaps gaps={gaps} />
        ) : (
          <p>Nothing is missing.</p>
        )
      ) : null}
      <Settle state={state}>
        {state === "draft" || state === "rejected" ? (
          mayHandIn ? (
            <div className="log-hand-in">
              <Button
                type="button"
                kind="signal"
                wide
                onClick={() => void setState("submitted", null, "Handed in.")}
              >
                {gaps.length > 0 ? "Hand in the day as it is" : "Hand in the day"}
              </Button>
            </div>
          ) : null
        ) : (
          <p className="log-handed-in" role="status">
            <Icon name="check" />
            {describeChanged(state, by, day.changedAt, log.zone)}
          </p>
        )}
        {state === "submitted" ? (
          <div className="log-deeds mt-4">
            {isManager ? (
              <>
                <Button type="button" onClick={() => void setState("approved", null, "Approved.")}>
                  {waiting.length === 0
                    ? "Approve"
                    : waiting.length === 1
                      ? "Approve the day and its entry"
                      : `Approve the day and its ${waiting.length} entries`}
                </Button>
                <Button
                  type="button"
                  kind="plain"
                  aria-expanded={isReasonOpen}
                  onClick={() => setReasonOpen(!isReasonOpen)}
                >
                  Send back
                </Button>
              </>
            ) : null}
            {mayHandIn ? (
              <Button type="button" kind="quiet" onClick={() => void setState("draft", null, "Open again.")}>
                Take it back
              </Button>
            ) : null}
          </div>
        ) : null}
        {isReasonOpen && state === "submitted" ? (
          <FieldForm submit={sendBack} save="Send back" tell={tell} className="log-form">
            {(errorOf) => (
              <Field
                name="why"
                label="What is missing or wrong"
                required
                maxLength={LONGEST.why}
                error={errorOf("why")}
                autoFocus
              />
            )}
          </FieldForm>
        ) : null}
        {isManager && (state === "submitted" || state === "approved") ? (
          <div className="log-seal">
            <Confirm
              label="Seal this day"
              question={`Seal this day for good? After that, nothing in it can change, and you can’t undo this. Late entries and corrections are added next to it.${
                waiting.length > 0 ? " Entries that need your approval still need it." : ""
              }`}
            >
              <Button type="button" kind="stop" onClick={() => void setState("sealed", null, "Sealed.")}>
                Seal it for good
              </Button>
            </Confirm>
          </div>
        ) : null}
      </Settle>
    </Section>
  );
}

function Gaps({ gaps }: { gaps: readonly Gap[] }) {
  return (
    <ul className="log-gaps" aria-label="Not in this day’s log">
      {gaps.map(({ is, words }) => (
        <li key={is}>
          <Icon name="warning" />
          {words}
        </li>
      ))}
    </ul>
  );
}

const STATE_DONE: Readonly<Record<DayState, string>> = {
  draft: "Open",
  submitted: "Handed in",
  approved: "Approved",
  rejected: "Sent back",
  sealed: "Sealed",
};

function describeChanged(state: DayState, by: string, at: number | null, zone: string): string {
  const when =
    at === null
      ? ""
      : `, ${new Date(at).toLocaleString("en-US", { timeZone: zone, dateStyle: "medium", timeStyle: "short" })}`;
  return `${STATE_DONE[state]} by ${by}${when}.`;
}
