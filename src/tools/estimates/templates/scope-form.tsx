import { useState } from "react";
import { newLocalId, useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import { FieldForm, type Outcome, useScreen } from "#trade/fieldwork/public.tsx";
import { Field } from "#ui/field.tsx";
import { ONE, readQuantity, thousandthsInputValue, MOST_QUANTITY } from "#platform/money/amounts.ts";
import { quantityLine } from "../rules/changes.ts";
import { ESTIMATE, LONGEST, TEXTS } from "../rules/estimate.ts";
import { newestFirst } from "../start/newest-first.ts";
import { useStart } from "../start/use-start.ts";
import { applyScope } from "./apply-scope.ts";
import { pricesIn } from "./known-prices.ts";
import { type Answers, quantityOf, unitOf } from "./quantity.ts";
import type { NamedScope } from "./scopes.ts";

const PARTS = [
  ["Included", "included"],
  [TEXTS.excluded.label, "excluded"],
  ["Assumptions", "assumed"],
] as const;

/** The measures a scope asks for, its lines as they follow from them, and the start of an estimate. */
export function ScopeForm({ scope }: { scope: NamedScope }) {
  const store = useStore();
  const { tell } = useScreen();
  const { start, line: failed } = useStart();
  const { asks, sections, title, check, trade } = scope;
  const [answers, setAnswers] = useState<Answers>(
    Object.fromEntries(asks.map(({ id, usual }) => [id, Math.round(usual * ONE)])),
  );
  const read = (form: HTMLFormElement) => {
    const data = new FormData(form);
    return asks.map(({ id }) => ({ id, quantity: readQuantity(fieldText(data, id)) }));
  };
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const wrong = read(form).filter(
      ({ quantity }) => quantity === null || quantity === undefined || quantity > MOST_QUANTITY,
    );
    if (wrong.length > 0)
      return {
        faults: Object.fromEntries(wrong.map(({ id }) => [id, "Enter a number, such as 12, 7.5 or 1 1/2."])),
      };
    const estimates = newestFirst(await store.recordsOf(ESTIMATE, null)).map(({ values }) => values);
    const { lines, ...words } = applyScope(scope, answers, pricesIn(estimates));
    if (lines.length === 0) return { failed: "Nothing to estimate with every number at 0." };
    await start({
      ...words,
      title: title.slice(0, LONGEST.title),
      startedFrom: trade,
      ...Object.fromEntries(lines.map((line) => [`lines.${newLocalId()}`, { ...line }])),
    });
    return undefined;
  };
  return (
    <>
      <h2 className="estimate-head">{title}</h2>
      {failed}
      <FieldForm
        tell={tell}
        submit={submit}
        save="Create estimate"
        kind="signal"
        className="estimate-line-form"
        onInput={(form) =>
          setAnswers(
            Object.fromEntries(
              read(form).map(({ id, quantity }) => [id, Math.min(quantity ?? 0, MOST_QUANTITY)]),
            ),
          )
        }
      >
        {(errorOf) => (
          <>
            <div className="estimate-two">
              {asks.map(({ id, label, unit, usual }) => (
                <Field
                  key={id}
                  name={id}
                  label={unit ? `${label}, ${unit}` : label}
                  required
                  inputMode="decimal"
                  autoComplete="off"
                  defaultValue={thousandthsInputValue(Math.round(usual * ONE))}
                  error={errorOf(id)}
                />
              ))}
            </div>
            <div className="estimate-check">
              <h3>Check on site</h3>
              <ul>
                {check.map((question) => (
                  <li key={question}>{question}</li>
                ))}
              </ul>
            </div>
          </>
        )}
      </FieldForm>
      {sections.map(({ heading, lines }) => (
        <section key={heading} aria-label={heading}>
          <h3 className="estimate-section">{heading}</h3>
          <ul className="estimate-list">
            {lines.map(({ text, unit = "", quantity, isOptional }) => {
              const needed = quantityOf(quantity, answers);
              return (
                <li key={text} className="estimate-line">
                  <span>
                    {text}
                    {isOptional ? <span className="estimate-quiet">optional</span> : null}
                  </span>
                  <span className="estimate-amount">
                    {needed === 0
                      ? "Not needed"
                      : quantityLine({ quantity: needed, unit: unitOf(unit, needed) })}
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      {PARTS.map(([heading, part]) => (
        <section key={part} className="estimate-part" aria-label={heading}>
          <h3 className="estimate-section">{heading}</h3>
          <ul>
            {scope[part].map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
