import { Form } from "react-router";
import { formatHour, MONTHS } from "#platform/time/format.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { ErrorSummary } from "#ui/messages.tsx";

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: formatHour(hour),
}));

export function PlanForm({
  job,
  month,
  plan,
  values,
  errors,
  sending,
}: {
  job: string;
  month: string;
  plan: {
    readonly isDecided: boolean;
    /** Names and labels of its fields, with their units. */
    readonly fields: readonly { readonly name: string; readonly label: string }[];
    /** Versions the form shows, to be sent back with it. See `planOfJob`. */
    readonly saw: string;
    readonly conflicts: readonly {
      readonly field: string;
      readonly label: string;
      readonly versions: readonly {
        readonly by: string;
        readonly words: string;
        readonly who: string;
        readonly when: string;
      }[];
    }[];
  };
  values: Readonly<Record<string, string | undefined>>;
  errors: Readonly<Record<string, string | undefined>> | undefined;
  sending: boolean;
}) {
  return (
    <Section title="Weather limits and expected days" id="plan">
      {plan.conflicts.map(({ field, label, versions }) => (
        <section key={field} className="panel conflict" aria-label={`${label}: two versions`}>
          <h3 className="text-xl">{label}: two versions</h3>
          <p>Two people changed this at the same time. The first version counts until you choose.</p>
          <ul>
            {versions.map(({ by, words, who, when }) => (
              <li key={by}>
                <p>
                  <b>{words}</b>
                  <span className="job-who">{` by ${who}, ${when}`}</span>
                </p>
                <Form method="post">
                  <input type="hidden" name="job" value={job} />
                  <input type="hidden" name="month" value={month} />
                  <input type="hidden" name="field" value={field} />
                  <input type="hidden" name="by" value={by} />
                  <SubmitButton name="do" value="keep-version" kind="plain" size="small" sending={sending}>
                    Use this one
                  </SubmitButton>
                </Form>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Form method="post" className="form mt-4">
        <ErrorSummary errors={errors} />
        <input type="hidden" name="job" value={job} />
        <input type="hidden" name="month" value={month} />
        <input type="hidden" name="saw" value={plan.saw} />
        <fieldset className="fieldset">
          <legend>Limits</legend>
          <p className="field-hint">
            {plan.isDecided
              ? "A day that reaches any of these is adverse. Leave one blank to ignore it."
              : "These are common limits. Enter the ones in your contract. Leave one blank to ignore it."}
          </p>
          <div className="office-plan">
            {plan.fields.map(({ name, label }) => (
              <Field
                key={name}
                name={name}
                label={label}
                unmarked
                inputMode="decimal"
                autoComplete="off"
                defaultValue={values[name]}
                error={errors?.[name]}
              />
            ))}
          </div>
        </fieldset>
        <fieldset className="fieldset">
          <legend>Expected days lost</legend>
          <p className="field-hint">
            Working days lost to weather each month in a normal year here. Contracts often list them. If not,
            use ten years of data from a nearby station. Blank means none.
          </p>
          <div className="office-plan" data-months="">
            {MONTHS.map((label, at) => (
              <Field
                key={label}
                name={`days-${at + 1}`}
                label={label}
                unmarked
                inputMode="decimal"
                autoComplete="off"
                defaultValue={values[`days-${at + 1}`]}
                error={errors?.[`days-${at + 1}`]}
              />
            ))}
          </div>
        </fieldset>
        <div className="office-plan-hour">
          <Select
            name="remindAt"
            label="Remind people who haven’t logged"
            unmarked
            hint="By email on business days at this hour, job time. Goes to the people on the job. If there are none, to people who wrote a log in the last two weeks, or to you."
            defaultValue={values["remindAt"]}
            options={HOURS}
            placeholder="No one"
            error={errors?.["remindAt"]}
          />
        </div>
        <SubmitButton name="do" value="plan" busy="Saving..." sending={sending}>
          Save
        </SubmitButton>
      </Form>
    </Section>
  );
}
