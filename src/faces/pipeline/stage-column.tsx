import { formatNumber } from "#ui/bars.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { MOVE_LABELS, NEXT_STAGE, STAGE_LABELS, type StageWord } from "./stage-labels.ts";

export interface ShownStage {
  readonly stage: StageWord;
  readonly people: number;
  readonly worth: string | null;
  /** How many of them have a known value. */
  readonly valued: number;
  readonly first: readonly {
    readonly id: string;
    readonly name: string;
    readonly source: string;
    readonly since: { readonly words: string; readonly iso: string; readonly age: string };
    readonly worth: string | null;
  }[];
}

/** One stage: count, value, and the most recent people, each with one tap to the next stage. */
export function StageColumn({
  column,
  shown,
  sending,
  isChosen,
  begins,
}: {
  column: ShownStage;
  shown: number;
  sending: boolean;
  /** A phone shows only this one. */
  isChosen: boolean;
  /** What tools begin for a person. */
  begins: readonly { readonly label: string; readonly path: string }[];
}) {
  const { stage, people, worth, valued, first } = column;
  const next = NEXT_STAGE[stage];
  return (
    <section
      aria-labelledby={`stage-${stage}`}
      className={`min-w-0 border-t-2 border-ink pt-3 ${isChosen ? "" : "max-lg:hidden"}`}
    >
      <h2 className="text-xl" id={`stage-${stage}`}>
        {STAGE_LABELS[stage]}
      </h2>
      <p data-figures="">
        <b>{formatNumber(people)}</b> {people === 1 ? "person" : "people"}
      </p>
      <p className="min-h-6 text-sm text-pencil" data-figures="">
        {worth
          ? `${worth}${valued < people ? `, ${formatNumber(valued)} of ${formatNumber(people)} with a value` : ""}`
          : ""}
      </p>
      <ol className="mt-3">
        {first.map((person) => (
          <li key={person.id} className="border-t border-rule py-2">
            <a
              className="text-link font-semibold wrap-anywhere"
              href={`/account/leads/${person.id}`}
              data-person={person.id}
              data-stage={stage}
            >
              {person.name}
            </a>
            <p className="flex flex-wrap justify-between gap-x-3 text-sm text-pencil" data-figures="">
              <span className="wrap-anywhere">
                {person.source ? `${person.source}, ` : ""}
                <time dateTime={person.since.iso} title={`In this stage since ${person.since.words}`}>
                  {person.source ? person.since.age.toLowerCase() : person.since.age}
                </time>
              </span>
              {person.worth ? <span className="text-ink">{person.worth}</span> : null}
            </p>
            <p className="mt-1 -ml-3.5 flex flex-wrap" data-no-print="">
              {[next, stage === "won" || stage === "lost" ? null : ("lost" as const)].map((to) =>
                to ? (
                  <SubmitButton
                    key={to}
                    kind="quiet"
                    size="small"
                    name="move"
                    value={`${person.id}:${to}`}
                    sending={sending}
                    aria-label={`${MOVE_LABELS[to]}: ${person.name}`}
                  >
                    {MOVE_LABELS[to]}
                  </SubmitButton>
                ) : null,
              )}
              {stage === "won" || stage === "lost"
                ? null
                : begins.map(({ label, path }) => (
                    <SubmitButton
                      key={path}
                      kind="quiet"
                      size="small"
                      formAction={path}
                      name="lead"
                      value={person.id}
                      sending={sending}
                      aria-label={`${label}: ${person.name}`}
                    >
                      {label}
                    </SubmitButton>
                  ))}
            </p>
          </li>
        ))}
      </ol>
      {people === 0 ? <p className="mt-1 text-pencil">Empty</p> : null}
      {people > shown ? (
        <p className="border-t border-rule pt-3">
          <a className="text-link" href={`/account/leads?stage=${stage}`}>
            All {formatNumber(people)} in “{STAGE_LABELS[stage]}”
          </a>
        </p>
      ) : null}
    </section>
  );
}
