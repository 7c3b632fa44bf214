import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";

interface Refusal {
  readonly values: { readonly typed: string };
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly message: string | null;
}

const people = (count: number) => `${count} other ${count === 1 ? "person" : "people"}`;

/** A form for a destructive action. The person must have confirmed their identity recently. */
function EndForm({
  intent,
  confirmPath,
  label,
  busy,
  refusal,
  children,
}: {
  intent: "close" | "delete";
  confirmPath: string | null;
  label: string;
  busy: string;
  refusal: Refusal | undefined;
  children: ReactNode;
}) {
  const sending = useNavigation().formData?.get("intent") === intent;
  if (confirmPath)
    return (
      <p className="mt-6">
        <LinkButton href={confirmPath} kind="plain">
          Confirm it’s you
        </LinkButton>
      </p>
    );
  return (
    <Form method="post" action={`/account/settings/data#${intent}`} className="form mt-6">
      <input type="hidden" name="intent" value={intent} />
      {children}
      <SubmitButton kind="stop" busy={busy} sending={sending}>
        {label}
      </SubmitButton>
      <StatusLine kind={refusal ? "error" : "info"}>{refusal?.message}</StatusLine>
    </Form>
  );
}

/** Closes the current business, for its owner. */
export function CloseBusiness({
  business: { id, name, word, others, counts },
  confirmPath,
  refusal,
}: {
  business: { id: string; name: string; word: string; others: number; counts: string };
  confirmPath: string | null;
  refusal: Refusal | undefined;
}) {
  return (
    <Section title="Close this business" id="close">
      <p className="mt-4 max-w-measure">
        This deletes {name} for good{counts ? `: ${counts}, and everything else in it` : ""}. Follow-up stops
        and its links no longer work.{" "}
        {others > 0
          ? `${people(others)} who ${others === 1 ? "works" : "work"} there will lose access and get an email. `
          : ""}
        Your own account stays. Download a copy first if you might need one.
      </p>
      <EndForm
        intent="close"
        confirmPath={confirmPath}
        label="Close this business"
        busy="Closing..."
        refusal={refusal}
      >
        <input type="hidden" name="business" value={id} />
        <Field
          name="typed"
          id="close-typed"
          label={`Type “${word}” to confirm`}
          required
          autoComplete="off"
          defaultValue={refusal?.values.typed}
          error={refusal?.errors["typed"]}
        />
      </EndForm>
    </Section>
  );
}

export function DeleteAccount({
  email,
  erased,
  left,
  blocking,
  confirmPath,
  refusal,
}: {
  email: string;
  erased: readonly { id: string; name: string; counts: string }[];
  left: readonly { id: string; name: string }[];
  blocking: readonly { id: string; name: string; others: number }[];
  confirmPath: string | null;
  refusal: Refusal | undefined;
}) {
  return (
    <Section title="Delete your account" id="delete">
      {blocking.length > 0 ? (
        <div className="mt-4 max-w-measure">
          <p>You can’t do this yet. You’re the only owner of a business with other people:</p>
          <ul className="mt-3 list-disc pl-6">
            {blocking.map(({ id, name, others }) => (
              <li key={id}>
                {name}, with {people(others)}
              </li>
            ))}
          </ul>
          <p className="mt-3">
            <a className="text-link" href="/account/settings/people">
              Transfer it
            </a>{" "}
            to one of them, or close it. Then come back here.
          </p>
        </div>
      ) : (
        <>
          <div className="mt-4 max-w-measure">
            <p>
              We delete your profile, your login, and all records about you right away. This can’t be undone.
            </p>
            {erased.length > 0 ? (
              <>
                <p className="mt-3">
                  You’re the only person in{" "}
                  {erased.length === 1 ? "this business, so it" : "these businesses, so they"} will be deleted
                  too:
                </p>
                <ul className="mt-3 list-disc pl-6">
                  {erased.map(({ id, name, counts }) => (
                    <li key={id}>
                      <strong>{name}</strong>
                      {counts ? `: ${counts}` : ""}
                    </li>
                  ))}
                </ul>
              </>
            ) : null}
            {left.length > 0 ? (
              <p className="mt-3">
                You’ll leave {left.map((one) => one.name).join(", ")}. Nothing else changes there.
              </p>
            ) : null}
            <p className="mt-3">
              We keep contact messages and waitlist signups until you ask us to remove them, and other
              businesses’ histories still show what you did there.
            </p>
          </div>
          <EndForm
            intent="delete"
            confirmPath={confirmPath}
            label="Delete my account"
            busy="Deleting..."
            refusal={refusal}
          >
            <Field
              name="typed"
              id="delete-typed"
              label={`Type ${email} to confirm`}
              type="text"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              required
              autoComplete="off"
              defaultValue={refusal?.values.typed}
              error={refusal?.errors["email"]}
            />
          </EndForm>
        </>
      )}
    </Section>
  );
}
