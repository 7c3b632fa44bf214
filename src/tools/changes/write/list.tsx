import { Link, useNavigate } from "react-router";
import { newLocalId, useRecord, useRecords } from "#ground/sync/public.tsx";
import { shotsOf } from "#trade/fieldwork/public.ts";
import { EntryMarks, Shutter, useLabels, useRoll, useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { jobOf, ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { formatAmount } from "#platform/money/money.ts";
import { dayWords } from "#platform/time/format.ts";
import { Button } from "#ui/button.tsx";
import { DataList } from "#ui/layout.tsx";
import { contractOf } from "../rules/contract.ts";
import { GuestRequests, OwnRequests } from "../requests/list.tsx";
import { firstOf } from "../start/extra-work.ts";
import { CHANGE, changeOf, formatDays } from "../rules/change.ts";
import { isPriced, NO_PRICE } from "../rules/problems.ts";
import { formatChange } from "../rules/sheet.ts";
import { numberOf, standingOf, STATE_RULES } from "../rules/states.ts";
import { TERMS, termsId, termsOf } from "../rules/terms.ts";
import { totalsOf } from "../rules/totals.ts";

/** The changes of a job, and the camera for the next one; for a guest, what they asked for. */
export default function Changes({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title={me.role === "guest" ? "Extra work" : "Change orders"}>
      {me.role === "guest" ? <OwnRequests /> : <ChangeList />}
    </ToolPage>
  );
}

/** The changes of a job as this device has them, the newest first; undefined until loaded. */
function useChanges() {
  const { job } = useScreen();
  const terms = termsOf(useRecord(TERMS, termsId(job))?.values ?? {});
  const records = useRecords(CHANGE, job);
  return records?.toReversed().map((record) => {
    const change = changeOf(record.values);
    const standing = standingOf(record.values);
    // What was sent counts; a draft is worth what it says now.
    const cents = standing.cents ?? totalsOf(change, terms).amount;
    const days = standing.cents === null ? change.days : standing.days;
    return { record, change, standing, cents, days };
  });
}

function ChangeList() {
  const { job } = useScreen();
  const { currency, isManager } = useLabels();
  const list = useChanges();
  return (
    <>
      <NewChange />
      {list?.length === 0 ? (
        <p className="mb-6 max-w-measure">
          Did someone ask for more than the contract says? Take a photo. It’s saved as a potential change,
          with or without a signal. Price it later.
        </p>
      ) : null}
      <ul className="estimate-list">
        {list?.map(({ record, change, standing, cents, days }) => (
          <li key={record.id}>
            <Link className="estimate-list-row" to={`/account/job/${job}/changes/${record.id}`}>
              <span>
                <b>{change.title}</b>
                <span className="estimate-quiet">
                  {[
                    STATE_RULES[standing.state].label,
                    numberOf(standing),
                    days === 0 ? "" : formatDays(days),
                    photoWords(shotsOf(record.values).length),
                  ]
                    .filter(Boolean)
                    .join(", ")}
                </span>
              </span>
              <span className="estimate-amount">
                {standing.cents === null && !isPriced(change) ? NO_PRICE : formatAmount(cents, currency)}
              </span>
            </Link>
            <EntryMarks record={record} />
          </li>
        ))}
      </ul>
      {isManager ? <GuestRequests /> : null}
      {list && list.length > 0 ? <ContractNow changes={list} /> : null}
      {isManager ? (
        <p className="mt-4">
          <Link className="text-link" to={`/account/job/${job}/changes/terms`}>
            Markup, tax, and allowances of this job
          </Link>
        </p>
      ) : null}
    </>
  );
}

const photoWords = (count: number): string =>
  count === 0 ? "" : count === 1 ? "1 photo" : `${count} photos`;

/** The contract as this device knows it, and what isn't approved yet. */
function ContractNow({ changes }: { changes: NonNullable<ReturnType<typeof useChanges>> }) {
  const { job } = useScreen();
  const { currency } = useLabels();
  const { contractCents, finishesOn } = jobOf(job, useRecord("jobs.job", job)?.values ?? {});
  const booked = changes.map(({ standing, cents, days }) => ({
    ...{ state: standing.state, cents, days, covered: null },
  }));
  const { net, sum, completion, days } = contractOf({ cents: contractCents, finish: finishesOn }, booked);
  const open = booked.filter(({ state }) => STATE_RULES[state].isAtRisk);
  const waiting = open.reduce((all, { cents }) => all + cents, 0);
  const unpriced = changes.filter(
    ({ standing, change }) =>
      STATE_RULES[standing.state].isAtRisk && standing.cents === null && !isPriced(change),
  ).length;
  const openLine = [
    unpriced < open.length ? formatAmount(waiting, currency) : "",
    unpriced > 0 ? `${unpriced} without a price` : "",
  ]
    .filter(Boolean)
    .join(", ");
  const day = (of: string) => dayWords(Temporal.PlainDate.from(of));
  return (
    <section aria-label="The contract now" className="mt-6">
      <DataList
        items={[
          ...(open.length > 0 ? [["Not approved yet", openLine] as const] : []),
          ["Approved changes", formatChange(net, currency)],
          ...(sum === null ? [] : [["Contract sum now", formatAmount(sum, currency)] as const]),
          ...(completion === null
            ? []
            : [
                [
                  "Completion now",
                  [day(completion), days === 0 ? "" : formatDays(days)].filter(Boolean).join(", "),
                ] as const,
              ]),
        ]}
      />
    </section>
  );
}

/** A photo is a potential change the moment it is taken. */
function NewChange() {
  const { job } = useScreen();
  const navigate = useNavigate();
  const { write, line } = useWrite();
  const lead = jobOf(job, useRecord("jobs.job", job)?.values ?? {}).leadId;
  const first = (at: number) => ({ ...firstOf(at), ...(lead ? { leadId: lead } : {}) });
  const roll = useRoll({ kind: CHANGE, first });
  const start = async () => {
    const record = newLocalId();
    if (await write({ kind: CHANGE, record, job, sets: (_, skew) => first(Date.now() + skew) }))
      await navigate(`/account/job/${job}/changes/${record}`);
  };
  return (
    <div className="form note-box">
      <Shutter roll={roll} />
      <p className="flex flex-wrap gap-3">
        {roll.count > 0 ? (
          <Button
            type="button"
            kind="chalk"
            onClick={() => void navigate(`/account/job/${job}/changes/${roll.record}`)}
          >
            Say what it is
          </Button>
        ) : (
          <Button type="button" kind="plain" onClick={() => void start()}>
            New change without a photo
          </Button>
        )}
      </p>
      {line}
    </div>
  );
}
