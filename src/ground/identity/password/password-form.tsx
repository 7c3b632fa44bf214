import type { SubmitEvent } from "react";
import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";

interface YourPasswordProps {
  readonly email: string;
  readonly hasPassword: boolean;
  readonly refused:
    | { readonly errors: Readonly<Record<string, string>>; readonly message: string | null }
    | undefined;
  readonly sending: boolean;
}

/** Changes a password, or sets the first one. */
export function YourPassword({ email, hasPassword, refused, sending }: YourPasswordProps) {
  const errors = refused?.errors ?? {};
  // The response renews this browser's session; a second submit would discard it.
  const preventResubmit = (event: SubmitEvent) => {
    if (sending) event.preventDefault();
  };
  return (
    <Form method="post" action="/account/settings/you" className="form mt-6" onSubmit={preventResubmit}>
      <input type="hidden" name="intent" value="password" />
      <p className="max-w-measure text-pencil">
        {hasPassword
          ? "A new password logs out all your other devices, and any links we emailed you stop working."
          : "You don’t have a password yet. Set one if you’d like to log in with it too."}
      </p>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      {hasPassword ? (
        <Field
          name="currentPassword"
          label="Current password"
          type="password"
          required
          autoComplete="current-password"
          autoFocus={Boolean(errors["currentPassword"])}
          error={errors["currentPassword"]}
        />
      ) : null}
      <Field
        name="password"
        label="New password"
        hint="At least 8 characters. A few random words work well."
        type="password"
        required
        autoComplete="new-password"
        autoFocus={Boolean(refused && !errors["currentPassword"])}
        error={errors["password"]}
      />
      <Field
        name="confirmPassword"
        label="Confirm password"
        type="password"
        required
        autoComplete="new-password"
        error={errors["confirmPassword"]}
      />
      <SubmitButton busy="Saving..." sending={sending}>
        {hasPassword ? "Save password" : "Set the password"}
      </SubmitButton>
      <StatusLine kind={refused ? "error" : "info"}>{refused?.message}</StatusLine>
    </Form>
  );
}
