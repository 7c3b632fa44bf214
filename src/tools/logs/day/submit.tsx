import { type Approval, nameOf, formatHours } from "#trade/fieldwork/public.ts";
import { ApprovalBar, Conflicts, useScreen } from "#trade/fieldwork/public.tsx";
import { type Change, type Json, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { Section } from "#ui/layout.tsx";
import { DAY_APPROVAL } from "../change-rules.ts";
import { dayId } from "../ids.ts";
import { type DayState, isClosed, SUBMITTED_FIELD } from "../rules.ts";
import { crewTotals, type Gap, gapsOf } from "../totals-rules.ts";
import { approvals } from "./entry-list.tsx";
import type { Log, ShownDay, ShownEntry } from "./use-log.ts";

/** What the day lacks, and the buttons that hand it in, approve it and seal it. */
export function DayEnd({
  log,
  company,
  day,
  entries,
  waiting,
  hasWeather,
  isOwn,
  isManager,
}: {
  log: Log;
  company: string;
  day: ShownDay;
  entries: readonly ShownEntry[];
  /** Approving the day approves these entries of a guest too. */
  waiting: readonly ShownEntry[];
  hasWeather: boolean;
  /** Whether the viewer writes for this company. */
  isOwn: boolean;
  isManager: boolean;
}) {
  const store = useStore();
  const { people, tell } = useScreen();
  const gaps = gapsOf(entries, hasWeather);
  const totals = crewTotals(entries);
  const by = nameOf(day.changedBy, people, store.who.user);
  const firm = log.guestCompanyOf(company);
  // Records the company at submission, so that later changes of it don't affect this day.
  const named: Record<string, Json> = firm !== null && day.companyName === null ? { companyName: firm } : {};
  const saveState = async (is: DayState, why: string | null) => {
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
    await store.writeAll([change, ...(is === "approved" ? approvals(log.job.id, waiting) : [])]);
  };
  const { state } = day;
  const refused = day.record?.refused ?? [];
  if (entries.length === 0 && day.changedAt === null && refused.length === 0) return null;
  const isOpen = !isClosed(state);
  return (
    <Section title="End of day" id="end">
      {totals.people > 0 ? (
        <p>
          <b>
            {totals.people} {totals.people === 1 ? "person" : "people"}, {formatHours(totals.hours)} total
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
            Hide
          </Button>
        </div>
      ))}
      {day.record ? <Conflicts record={day.record} people={people} zone={log.zone} heading="h3" /> : null}
      {state === "rejected" ? (
        <p className="panel">
          <b>Sent back by {by}.</b> {day.why}
        </p>
      ) : null}
      {!isOpen ? null : gaps.length > 0 ? <Gaps gaps={gaps} /> : <p>Nothing’s missing.</p>}
      <ApprovalBar
        approval={approvalOf(waiting.length)}
        state={state}
        standing={{ isManager, isOwn }}
        save={saveState}
      >
        {isOpen ? null : (
          <p className="log-handed-in" role="status">
            <Icon name="check" />
            {describeChanged(state, by, day.changedAt, log.zone)}
          </p>
        )}
      </ApprovalBar>
    </Section>
  );
}

/** With the words on the buttons for this day. @param waiting entries of a guest that need approval */
const approvalOf = (waiting: number): Approval<DayState> => ({
  ...DAY_APPROVAL,
  moves: DAY_APPROVAL.moves.map((move) => {
    if (move.label === undefined) return move;
    if (waiting === 0) return move;
    if (move.to === "approved")
      return {
        ...move,
        label: waiting === 1 ? "Approve day and 1 guest entry" : `Approve day and ${waiting} guest entries`,
      };
    if (!move.question) return move;
    const text = `${move.question.text} Guest entries still need your approval.`;
    return { ...move, question: { ...move.question, text } };
  }),
});

function Gaps({ gaps }: { gaps: readonly Gap[] }) {
  return (
    <ul className="log-gaps" aria-label="Missing from this day">
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
  submitted: "Submitted",
  approved: "Approved",
  rejected: "Sent back",
  sealed: "Locked",
};

function describeChanged(state: DayState, by: string, at: number | null, zone: string): string {
  const when =
    at === null
      ? ""
      : `, ${new Date(at).toLocaleString("en-US", { timeZone: zone, dateStyle: "medium", timeStyle: "short" })}`;
  return `${STATE_DONE[state]} by ${by}${when}.`;
}
