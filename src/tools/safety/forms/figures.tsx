import { Form, useNavigation } from "react-router";
import type { FormFailure } from "#platform/http/answers.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import type { Problem } from "../incidents/forms/file-cells.ts";
import type { Proposal } from "../incidents/forms/hours.ts";
import type { Establishment } from "../incidents/forms/summary.ts";

const shown = (value: number | null | undefined): string => value?.toLocaleString("en-US") ?? "";

/** Employees and hours of the year: proposed from the daily logs, and typed over. */
export function FiguresSection({
  year,
  establishment,
  mostInCompany,
  proposal,
  problems,
  refused,
  isSaved,
}: {
  year: number;
  establishment: Establishment;
  mostInCompany: number | null;
  proposal: Proposal | null;
  /** What OSHA’s file still lacks, to show beside the fields. */
  problems: readonly Problem[];
  refused: FormFailure<Record<string, string>> | undefined;
  isSaved: boolean;
}) {
  const { headcount, averageEmployees, hours } = establishment;
  const isTyped = averageEmployees !== null || hours !== null;
  const values: Readonly<Record<string, string>> = refused?.values ?? {
    ...{ mostInCompany: shown(mostInCompany), headcount: shown(headcount) },
    averageEmployees: shown(isTyped ? averageEmployees : proposal?.averageEmployees),
    hours: shown(isTyped ? hours : proposal?.hours),
  };
  const errors: Readonly<Record<string, string | undefined>> =
    refused?.errors ?? Object.fromEntries(problems.map(({ field, message }) => [field, message]));
  const field = (name: "hours" | "averageEmployees" | "headcount" | "mostInCompany") => ({
    ...{ name, defaultValue: values[name], error: errors[name] },
    ...{ inputMode: "numeric" as const, autoComplete: "off", unmarked: true },
  });
  return (
    <Section title="Employees and hours" id="figures">
      <Form method="post" className="form" key={isSaved ? "saved" : "open"}>
        <input type="hidden" name="do" value="figures" />
        <ErrorSummary errors={refused?.errors} />
        <div className="grid items-end gap-x-8 gap-y-6 md:grid-cols-2">
          <Field
            {...field("hours")}
            label={`Hours worked in ${year}`}
            hint="By everybody at this establishment and on its jobs: full time, part time, temporary and seasonal."
          />
          <Field
            {...field("averageEmployees")}
            label="Average employees"
            hint="Employees of all pay periods, divided by the number of pay periods, rounded up."
          />
          <Field
            {...field("headcount")}
            label={`People who worked here at any time of ${year}`}
            hint="It decides what you send to OSHA. Part-time people count as one each."
          />
          <Field
            {...field("mostInCompany")}
            label={`Most people in the company at the same time in ${year - 1}`}
            hint="With 10 or fewer, you don’t keep the log for this year."
          />
        </div>
        {proposal ? (
          <div className="max-w-measure text-pencil">
            <p>
              {isTyped
                ? `Your daily logs would give ${shown(proposal.hours)} hours and an average of ${shown(proposal.averageEmployees)}.`
                : "The hours and the average are proposed from your daily logs. Check them, then save."}
            </p>
            <ul className="mt-2 list-disc pl-5">
              {proposal.how.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </div>
        ) : null}
        <SubmitButton busy="Saving..." sending={useNavigation().formData?.get("do") === "figures"}>
          Save
        </SubmitButton>
        <StatusLine kind={refused ? "error" : "done"}>
          {refused ? refused.message : isSaved ? "Saved." : null}
        </StatusLine>
      </Form>
    </Section>
  );
}
