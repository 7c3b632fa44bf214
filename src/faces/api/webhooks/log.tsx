import { Form } from "react-router";
import type { Moment } from "#platform/time/format.ts";
import { SubmitButton } from "#ui/button.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";

export interface LogLine {
  readonly id: string;
  readonly type: string;
  readonly state: "waiting" | "delivered" | "failed";
  readonly attempts: number;
  readonly status: number | null;
  readonly answer: string | null;
  readonly problem: string | null;
  readonly at: Moment;
  readonly next: Moment | null;
}

/** A webhook's deliveries, newest first, with its answers. */
export function DeliveryLog({ log, isOn }: { log: readonly LogLine[]; isOn: boolean }) {
  if (log.length === 0)
    return <p className="mt-4 max-w-measure">Nothing yet. Send a test to see if it works.</p>;
  return (
    <Table
      caption="Deliveries, newest first"
      rows={log}
      rowKey={({ id }) => id}
      columns={[
        { label: "Event", cell: ({ type }) => <code>{type}</code> },
        { label: "When", cell: ({ at }) => <time dateTime={at.iso}>{at.words}</time> },
        { label: "Result", cell: (line) => <HowItWent {...line} /> },
        {
          label: "Again",
          cell: ({ id, type, state }) =>
            state === "waiting" || !isOn ? (
              "–"
            ) : (
              <Form method="post">
                <input type="hidden" name="delivery" value={id} />
                <SubmitButton kind="plain" size="small" name="intent" value="again">
                  Send again<span className="sr-only"> {type}</span>
                </SubmitButton>
              </Form>
            ),
        },
      ]}
    />
  );
}

function HowItWent({ state, attempts, status, answer, problem, next }: LogLine) {
  return (
    <div>
      {state === "delivered" ? (
        <StateMark state="done">Delivered{status === null ? "" : ` (${status})`}</StateMark>
      ) : state === "failed" ? (
        <StateMark state="unsent">Gave up</StateMark>
      ) : (
        <StateMark state="waiting">Sending</StateMark>
      )}
      {problem ? <span className="mt-1 block text-sm wrap-anywhere">{problem}</span> : null}
      {next ? (
        <span className="block text-sm text-pencil">
          Tried {attempts === 1 ? "once" : `${attempts} times`}, again on{" "}
          <time dateTime={next.iso}>{next.words}</time>
        </span>
      ) : null}
      {answer ? (
        <details className="fold text-sm">
          <summary>Response</summary>
          <pre className="whitespace-pre-wrap wrap-anywhere">{answer}</pre>
        </details>
      ) : null}
    </div>
  );
}
