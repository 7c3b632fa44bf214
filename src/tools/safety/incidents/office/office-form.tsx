import type { ReactNode } from "react";
import { Form, useActionData, useNavigation } from "react-router";
import type { FormFailure } from "#platform/http/answers.server.ts";
import { type ButtonKind, SubmitButton } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";

type Refused = FormFailure<Readonly<Record<string, string | undefined>>>;

/** What a field of a form shows: what was typed and refused, or what is stored. */
export type FieldOf = (
  name: string,
  stored?: string,
) => { readonly name: string; readonly defaultValue: string; readonly error: string | undefined };

/**
 * One form of an incident’s page.
 * @param intent what it does; see `act.server.ts` @param at the part of the page to come back to
 * @param also hidden fields; `key` tells several forms of one intent apart
 */
export function OfficeForm({
  intent,
  at,
  save,
  kind = "chalk",
  also = {},
  fresh,
  children,
}: {
  intent: string;
  at: string;
  save: string;
  kind?: ButtonKind;
  also?: Readonly<Record<string, string>>;
  /** The id of what it adds: sent twice, it is added once. */
  fresh?: string;
  children?: (field: FieldOf) => ReactNode;
}) {
  const answer = useActionData<Refused>();
  const navigation = useNavigation();
  const isThis = ({ get }: { get: (name: string) => unknown }) =>
    get("intent") === intent && Object.entries(also).every(([name, value]) => get(name) === value);
  const sending =
    navigation.formData !== undefined && isThis({ get: (name) => navigation.formData!.get(name) });
  const refused = answer && isThis({ get: (name) => answer.values[name] }) ? answer : undefined;
  const field: FieldOf = (name, stored = "") => ({
    ...{ name, defaultValue: refused?.values[name] ?? stored, error: refused?.errors[name] },
  });
  return (
    <Form method="post" className="form" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="at" value={at} />
      {Object.entries(also).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fresh ? <input type="hidden" name="fresh" value={fresh} /> : null}
      {children?.(field)}
      {refused?.message ? <StatusLine kind="error">{refused.message}</StatusLine> : null}
      <SubmitButton kind={kind} busy="Saving..." sending={sending}>
        {save}
      </SubmitButton>
    </Form>
  );
}
