import { Icon } from "#ui/icons.tsx";
import {
  formatProgress,
  type Standing,
  STEP_NAMES,
  STEPS,
  type Standings,
  type StepName,
  stepAddress,
} from "./steps.ts";

/** Progress: a line of eight steps on any screen, each a link, and one line of text. */
export function Progress({ step, standings }: { step: StepName; standings: Standings }) {
  return (
    <nav aria-label="Setup" className="pt-6">
      <p className="label">
        Step {formatProgress(step)}: {STEP_NAMES[step]}
      </p>
      <ol className="mt-2 flex gap-1">
        {STEPS.map((one, at) => (
          <li key={one} className="flex-1">
            <a
              className={`flex min-h-11 items-center justify-center border-b-4 ${lineOf(one === step, standings[one])}`}
              href={stepAddress(one)}
              aria-current={one === step ? "step" : undefined}
              title={STEP_NAMES[one]}
            >
              {standings[one] === "done" ? <Icon name="check" /> : <span aria-hidden="true">{at + 1}</span>}
              <span className="sr-only">
                {STEP_NAMES[one]}
                {standings[one] === "done"
                  ? ", done"
                  : standings[one] === "skipped"
                    ? ", skipped for now"
                    : ""}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const lineOf = (isHere: boolean, standing: Standing) =>
  isHere
    ? "border-chalk font-bold text-chalk"
    : standing === "done"
      ? "border-level text-level"
      : "border-rule text-pencil";
