import { Select } from "#ui/field.tsx";
import { EVERYTHING } from "./rules.ts";

export interface Shapes {
  readonly shapes: readonly {
    readonly value: string;
    readonly label: string;
    readonly hint: string;
    readonly isByCompany: boolean;
  }[];
  /** Empty if only the business has logs on the job. */
  readonly companies: readonly { readonly value: string; readonly label: string }[];
}

/** Renders nothing if there is no choice. */
export function ContentFields({
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
