import { useState } from "react";
import { thinned } from "#ground/signatures/public.ts";
import { SignaturePad } from "#ground/signatures/public.tsx";
import { type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import { FieldForm, type Outcome, useLabels, useScreen } from "#trade/fieldwork/public.tsx";
import { formatAmount } from "#platform/money/money.ts";
import { Checkbox, Field, RadioGroup } from "#ui/field.tsx";
import { isEmail, LONGEST as LONGEST_NOTICE } from "../notice/given.ts";
import { LONGEST } from "../rules/change.ts";
import {
  type Agrees,
  AGREES,
  AGREES_LABELS,
  type Drawing,
  priceOfLines,
  statementOf,
  type Ticket,
  TICKET,
  type TicketLine,
  whyUnsignable,
} from "./ticket.ts";

const savedLine = ({ needsPrice, isTaxable: _tax, cents, ...line }: TicketLine) => ({
  ...line,
  cents: needsPrice ? null : cents,
});

/** The client's person signs here and now; what they sign is saved word for word. */
export function Sign({ record, ticket }: { record: ShownRecord; ticket: Ticket }) {
  const store = useStore();
  const { job, tell } = useScreen();
  const { currency, isManager } = useLabels();
  const { lines, day, work } = ticket;
  const price = priceOfLines(lines);
  const mayAgreeOnPrice = isManager && lines.length > 0 && price !== null;
  const [agrees, setAgrees] = useState<Agrees>("hours");
  const agreed = mayAgreeOnPrice ? agrees : "hours";
  const why = whyUnsignable(lines, agreed);
  const statement = statementOf(agreed, lines, currency);
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const data = new FormData(form);
    const name = fieldText(data, "name");
    const copyTo = fieldText(data, "copyTo");
    const drawn = fieldText(data, "drawing");
    const isTyped = data.has("typed");
    if (why !== null) return { failed: why };
    const faults = {
      name: name === "" ? "Enter the name of who signs." : undefined,
      copyTo: copyTo === "" || isEmail(copyTo) ? undefined : "Enter an email address, or nothing.",
      drawing:
        drawn === "" && !isTyped ? "Have them draw their signature, or check the box below." : undefined,
    };
    if (Object.values(faults).some(Boolean)) return { faults };
    const drawing = drawn === "" ? null : thinned(JSON.parse(drawn) as Drawing);
    await store.write({
      ...{ kind: TICKET, record: record.id, job, saw: record.fields },
      sets: (_, skew) => ({
        signed: {
          ...{ at: new Date(Date.now() + skew).toISOString(), agrees: agreed, statement, day, work },
          lines: lines.map(savedLine),
        },
        ...(copyTo ? { copyTo } : {}),
        signer: {
          ...{ name, role: fieldText(data, "role") },
          drawing: drawing && {
            ...{ width: drawing.width, height: drawing.height },
            strokes: drawing.strokes.map((stroke) => stroke.map((point) => [...point])),
          },
        },
      }),
    });
    return undefined;
  };
  return (
    <section aria-label="Signature" className="mt-8">
      <h2 className="text-2xl">Have it signed</h2>
      {why === null ? null : <p className="max-w-measure">{why}</p>}
      <FieldForm submit={submit} save="Sign ticket" kind="signal" tell={tell} className="mt-2">
        {(errorOf) => (
          <>
            {mayAgreeOnPrice ? (
              <div
                onChange={({ target }) => {
                  if (target instanceof HTMLInputElement)
                    setAgrees(target.value === "price" ? "price" : "hours");
                }}
              >
                <RadioGroup
                  name="agrees"
                  label="What they agree to"
                  defaultValue="hours"
                  options={AGREES.map((value) => ({
                    value,
                    label:
                      value === "price"
                        ? `${AGREES_LABELS[value]}: ${formatAmount(price, currency)}`
                        : AGREES_LABELS[value],
                  }))}
                />
              </div>
            ) : null}
            <p className="max-w-measure">{statement}</p>
            <Field
              name="name"
              label="Name of who signs"
              required
              autoComplete="off"
              maxLength={LONGEST.name}
              error={errorOf("name")}
            />
            <Field name="role" label="Their company or role" autoComplete="off" maxLength={LONGEST.name} />
            <Field
              name="copyTo"
              label="Their email, for a signed copy"
              type="email"
              unmarked
              autoComplete="off"
              maxLength={LONGEST_NOTICE.email}
              error={errorOf("copyTo")}
            />
            <SignaturePad name="drawing" label="Their signature" error={errorOf("drawing")} />
            <Checkbox name="typed" label="They can’t draw: their typed name is their signature" />
          </>
        )}
      </FieldForm>
    </section>
  );
}
