import { useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import { FieldForm, type Outcome, useLabels, useScreen } from "#trade/fieldwork/public.tsx";
import { Field } from "#ui/field.tsx";
import { LONGEST, SIGN, type Sign } from "../rules/talk.ts";

/** Voids a signature that somebody gave under the wrong name. It stays in the record, with the reason. */
export function VoidSignature({ sign, name }: { sign: Sign; name: string }) {
  const { job, tell } = useScreen();
  const { isManager } = useLabels();
  const store = useStore();
  if (!isManager && sign.author !== store.who.user) return null;
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const reason = fieldText(new FormData(form), "voided");
    if (reason === "") return { faults: { voided: "Say why it doesn’t count." } };
    await store.write({ kind: SIGN, record: sign.id, job, sets: { voided: reason } });
    tell.done(`${name} can sign again.`);
    return undefined;
  };
  return (
    <details className="fold talk-unsigned">
      <summary>
        Wrong signature?<span className="sr-only"> {name}</span>
      </summary>
      <FieldForm submit={submit} save="Void the signature" kind="plain" tell={null}>
        {(errorOf) => (
          <Field
            name="voided"
            id={`voided-${sign.id}`}
            label="Why it doesn’t count"
            hint="It stays in the record with this reason."
            required
            autoComplete="off"
            maxLength={LONGEST.reason}
            error={errorOf("voided")}
          />
        )}
      </FieldForm>
    </details>
  );
}
