import { type ReactNode, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { Field } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { Settle } from "#ui/settle.tsx";
import { describeFailure } from "../form/announce.tsx";
import { fieldText } from "../form/field-text.ts";
import { FieldForm, type Outcome } from "../form/field-form.tsx";
import { useScreen } from "../screen/field-screen.tsx";
import { type Approval, type Move, movesFrom, type Standing } from "./approval-rules.ts";

/**
 * The moves that a person may make, as buttons: the main one wide, those that can't be undone apart and only
 * after a question.
 * @param children what is known of the state, such as who submitted it and when
 */
export function ApprovalBar<State extends string>({
  approval,
  state,
  standing,
  save,
  children,
}: {
  approval: Approval<State>;
  state: State;
  standing: Standing;
  /** An error it throws is shown, and nothing has moved. */
  save: (to: State, reason: string | null) => Promise<unknown>;
  children?: ReactNode;
}) {
  const { tell } = useScreen();
  const [asked, setAsked] = useState<State | null>(null);
  const [why, setWhy] = useState<string>();
  // A second tap can come before the next render.
  const isSaving = useRef(false);
  const moveTo = async ({ to, done }: Move<State>, reason: string | null) => {
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      await save(to, reason);
      setAsked(null);
      setWhy(undefined);
      tell.done(done ?? "Saved.");
    } catch (error) {
      // By the button, which may be far below the top of a long list.
      tell.clear();
      setWhy(describeFailure(error));
    } finally {
      isSaving.current = false;
    }
  };
  const moves = movesFrom(approval, state, standing);
  const main = moves.find(({ isMain }) => isMain);
  const final = moves.filter(({ question }) => question !== undefined);
  const rest = moves.filter((move) => move !== main && move.question === undefined);
  const withReason = rest.find(({ to, reason }) => to === asked && reason !== undefined);
  return (
    <Settle state={state}>
      {children}
      {main ? (
        <div className="approval-main">
          <Button type="button" kind="signal" wide onClick={() => void moveTo(main, null)}>
            {main.label}
          </Button>
        </div>
      ) : null}
      <StatusLine kind="error">{why}</StatusLine>
      {rest.length > 0 ? (
        <div className="entry-actions mt-4">
          {rest.map((move) =>
            move.reason ? (
              <Button
                key={move.to}
                type="button"
                kind="plain"
                aria-expanded={asked === move.to}
                onClick={() => setAsked(asked === move.to ? null : move.to)}
              >
                {move.label}
              </Button>
            ) : (
              <Button
                key={move.to}
                type="button"
                {...(move.by === "author" ? { kind: "quiet" as const } : {})}
                onClick={() => void moveTo(move, null)}
              >
                {move.label}
              </Button>
            ),
          )}
        </div>
      ) : null}
      {withReason ? <ReasonForm key={withReason.to} move={withReason} moveTo={moveTo} /> : null}
      {final.map((move) => (
        <div key={move.to} className="approval-final">
          <Confirm label={move.label} question={move.question!.text}>
            <Button type="button" kind="stop" onClick={() => void moveTo(move, null)}>
              {move.question!.confirm}
            </Button>
          </Confirm>
        </div>
      ))}
    </Settle>
  );
}

function ReasonForm<State extends string>({
  move,
  moveTo,
}: {
  move: Move<State>;
  moveTo: (move: Move<State>, reason: string) => Promise<void>;
}) {
  const { tell } = useScreen();
  const { label, missing, longest } = move.reason!;
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const why = fieldText(new FormData(form), "why");
    if (!why) return { faults: { why: missing } };
    await moveTo(move, why);
    return undefined;
  };
  return (
    <FieldForm submit={submit} save={move.label} tell={tell} className="log-form">
      {(errorOf) => (
        <Field name="why" label={label} required maxLength={longest} error={errorOf("why")} autoFocus />
      )}
    </FieldForm>
  );
}
