import { Form } from "react-router";
import type { Moment } from "#platform/time/format.ts";
import { SubmitButton } from "#ui/button.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";

/** How many deliveries the log shows. */
export const MOST_SHOWN = 50;

export interface LogLine {
  readonly id: string;
  readonly type: string;
  readonly state: "waiting" | "delivered" | "failed";
  readonly attempts: number;
  readonly status: number | null;
  /** The first kilobyte of what it returned. */
  readonly answer: string | null;
  /** What was sent, indented; null before the first attempt. */
  readonly body: string | null;
  /** How long the last attempt took, such as "0.2 s". */
  readonly took: string | null;
  readonly problem: string | null;
  readonly at: Moment;
  readonly next: Moment | null;
}

/** A webhook's deliveries, newest first: what was sent, and what came back. */
export function DeliveryLog({ log, isOn }: { log: readonly LogLine[]; isOn: boolean }) {
  if (log.length === 0)
    return <p className="mt-4 max-w-measure">Nothing yet. Send a test to see if it works.</p>;
  return (
    <>
      <p className="mt-4 mb-6 max-w-measure text-pencil">
        The last {MOST_SHOWN}, with exactly what was sent. We delete each delivery after 30 days.
      </p>
      <Deliveries log={log} isOn={isOn} />
    </>
  );
}

function Deliveries({ log, isOn }: { log: readonly LogLine[]; isOn: boolean }) {
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

function HowItWent({ state, attempts, status, answer, body, took, problem, next }: LogLine) {
  return (
    <div>
      {state === "delivered" ? (
        <StateMark state="done">Delivered{status === null ? "" : ` (${status})`}</StateMark>
      ) : state === "failed" ? (
        <StateMark state="unsent">Gave up</StateMark>
      ) : (
        <StateMark state="waiting">Sending</StateMark>
      )}
      {took ? <span className="ml-3 text-sm text-pencil">{took}</span> : null}
      {problem ? <span className="mt-1 block text-sm wrap-anywhere">{problem}</span> : null}
      {next ? (
        <span className="block text-sm text-pencil">
          Tried {attempts === 1 ? "once" : `${attempts} times`}, again on{" "}
          <time dateTime={next.iso}>{next.words}</time>
        </span>
      ) : null}
      <Folded title="What was sent" text={body} />
      <Folded title="Response" text={answer} />
    </div>
  );
}

function Folded({ title, text }: { title: string; text: string | null }) {
  if (!text) return null;
  return (
    <details className="fold text-sm">
      <summary>{title}</summary>
      <pre className="whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </details>
  );
}
