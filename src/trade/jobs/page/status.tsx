import { type State, StateMark } from "#ui/state-mark.tsx";
import { type Status, STATUS_WORDS } from "../rules.ts";

export const STATUS_MARKS: Readonly<Record<Status, State>> = {
  quoted: "waiting",
  planned: "waiting",
  active: "now",
  paused: "unsent",
  done: "done",
  canceled: "stopped",
};

export function StatusMark({ status }: { status: Status }) {
  return <StateMark state={STATUS_MARKS[status]}>{STATUS_WORDS[status]}</StateMark>;
}
