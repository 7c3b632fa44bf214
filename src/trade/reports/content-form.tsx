import { Select } from "#ui/field.tsx";
import { EVERYTHING } from "./rules.ts";

/** What there is to choose from. */
export interface Shapes {
  readonly shapes: readonly {
    readonly value: string;
    readonly label: string;
    readonly hint: string;
    readonly isByCompany: boolean;
  }[];
  /** Whose log of the job there is besides the business's own; none where it is alone. */
  readonly companies: readonly { readonly value: string; readonly label: string }[];
}

/**
 * What a report shows: everything on the job, or a tool's own, and whose. Nothing where there is no choice.
 */
export function WhatFields({
  shapes,
  companies,
  values,
  errors,
}: Shapes & {
  readonly values: { readonly shape: string; readonly company: string };
  readonly errors: Readonly<Record<string, string | undefined>>;
}) {
  if (shapes.length === 0) return null;
  return (
    <>
      <Select
        name="shape"
        label="Report"
        required
        defaultValue={values.shape}
        hint={shapes.map(({ label, hint }) => `${label}: ${hint}`).join(" ")}
        options={[
          { value: EVERYTHING, label: "Everything on the job" },
          ...shapes.map(({ value, label }) => ({ value, label })),
        ]}
        error={errors["shape"]}
      />
      {companies.length > 0 ? (
        <Select
          name="company"
          label="Company"
          unmarked
          hint={`For a ${shapes.flatMap(({ label, isByCompany }) => (isByCompany ? label.toLowerCase() : [])).join(" or ")}.`}
          defaultValue={values.company}
          options={[{ value: "", label: "All companies" }, ...companies]}
          error={errors["company"]}
        />
      ) : null}
    </>
  );
}
