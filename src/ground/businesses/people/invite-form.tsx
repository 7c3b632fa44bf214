import { Form } from "react-router";
import type { FormFailure } from "#platform/http/answers.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field, RadioGroup, Select } from "#ui/field.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import type { JobChoice } from "./invite-jobs.server.ts";
import { type Role, ROLE_LABELS } from "../rules.ts";

/** Invites a person by email, or shows what has to be done first. */
export function InviteForm({
  ready,
  refused,
  sending,
  roles,
  jobs,
}: {
  ready: "ready" | "unverified" | "unnamed";
  refused: FormFailure<{ email: string; role: string; jobId: string }> | undefined;
  sending: boolean;
  roles: readonly Role[];
  jobs: readonly JobChoice[];
}) {
  if (ready !== "ready")
    return (
      <p className="max-w-measure">
        {ready === "unverified" ? (
          <>
            Verify your email first, using the link we sent you. Get a new one under{" "}
            <a className="text-link" href="/account/settings/you">
              You
            </a>
            .
          </>
        ) : (
          <>
            First give your business a name in its{" "}
            <a className="text-link" href="/account/settings">
              settings
            </a>
            , so people know who’s inviting them.
          </>
        )}
      </p>
    );
  const offered = roles.filter((role) => role !== "guest" || jobs.length > 0);
  const errors = refused?.errors ?? {};
  return (
    <Form method="post" className="form max-w-measure">
      <ErrorSummary errors={errors} />
      <input type="hidden" name="intent" value="invite" />
      <Field
        name="email"
        label="Their email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        hint="We’ll email them a link. It works for 14 days, for this address only."
        defaultValue={refused?.values.email}
        error={errors["email"]}
      />
      <RadioGroup
        name="role"
        label="Role"
        required
        defaultValue={refused?.values.role || "member"}
        options={offered.map((role) => ({
          value: role,
          label: ROLE_LABELS[role].name,
          hint: ROLE_LABELS[role].words,
        }))}
        error={errors["role"]}
      />
      {jobs.length > 0 ? (
        <Select
          name="jobId"
          label="Job, for a guest"
          placeholder="None"
          options={jobs.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValue={refused?.values.jobId}
          error={errors["jobId"]}
        />
      ) : (
        <p className="text-pencil">
          Guests work on one job. You don’t have any jobs yet, so you can’t invite a guest.
        </p>
      )}
      <SubmitButton busy="Sending..." sending={sending}>
        Send invitation
      </SubmitButton>
      <StatusLine kind="error">{refused?.message}</StatusLine>
    </Form>
  );
}
