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
            First verify your own address: open the link we mailed you. You can have it sent again under{" "}
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
            , so that people know who invites them.
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
        hint="We mail them a link. It works for 14 days, for this address only."
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
          A guest is asked to one job. Your business has no jobs yet, so there is nothing to ask a guest to.
        </p>
      )}
      <SubmitButton busy="Sending..." sending={sending}>
        Send the invitation
      </SubmitButton>
      <StatusLine kind="error">{refused?.message}</StatusLine>
    </Form>
  );
}
