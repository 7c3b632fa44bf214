import { type State, StateMark } from "#ui/state-mark.tsx";
import { type Status, STATUS_WORDS } from "../rules.ts";

const SHAPES: Readonly<Record<Status, State>> = {
  planned: "waiting",
  active: "now",
  paused: "unsent",
  done: "done",
  canceled: "stopped",
};

/** How far a job is: a shape and a word. */
export function StatusMark({ status }: { status: Status }) {
  return <StateMark state={SHAPES[status]}>{STATUS_WORDS[status]}</StateMark>;
}
