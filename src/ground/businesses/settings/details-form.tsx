import type { ReactNode } from "react";
import { type Choice, Field, Select, TextArea } from "#ui/field.tsx";

/** What the details form is filled with. */
export interface DetailsValues {
  readonly businessName: string;
  readonly postalAddress: string;
  readonly zone: string;
}

/** A short list with the one that is chosen, if it is none of them. */
export const withChosen = (choices: readonly Choice[], chosen: string | undefined): readonly Choice[] =>
  !chosen || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: chosen }];

/** The three things that a business is asked for once. */
export function DetailsFields({
  values,
  errors,
  zones,
  otherZones,
}: {
  values: DetailsValues;
  errors: Readonly<Record<string, string>>;
  /** What to choose from. The zone that is set stands there too, if it is none of these. */
  zones: readonly Choice[];
  /** The way to more of them. */
  otherZones?: ReactNode;
}) {
  return (
    <>
      <Field
        name="businessName"
        label="Business name"
        required
        autoComplete="organization"
        defaultValue={values.businessName}
        error={errors["businessName"]}
      />
      <TextArea
        name="postalAddress"
        label="Postal address"
        rows={3}
        autoComplete="street-address"
        hint="Mail law asks for it at the foot of every follow-up. Without it, nothing is sent."
        defaultValue={values.postalAddress}
        error={errors["postalAddress"]}
      />
      <Select
        name="zone"
        label="Time zone"
        required
        hint={<>Follow-up keeps to its clock.{otherZones ? <> {otherZones}</> : null}</>}
        placeholder="Choose one"
        options={withChosen(zones, values.zone)}
        defaultValue={values.zone}
        error={errors["zone"]}
      />
    </>
  );
}
