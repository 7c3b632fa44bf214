import type { ReactNode } from "react";
import { type Choice, Field, Select, TextArea } from "#ui/field.tsx";

export interface DetailsValues {
  readonly businessName: string;
  readonly postalAddress: string;
  readonly zone: string;
}

/** Adds the chosen value to a short list that doesn't contain it. */
export const withChosen = (choices: readonly Choice[], chosen: string | undefined): readonly Choice[] =>
  !chosen || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: chosen }];

/** Name, postal address and time zone of a business. */
export function DetailsFields({
  values,
  errors,
  zones,
  otherZones,
}: {
  values: DetailsValues;
  errors: Readonly<Record<string, string>>;
  /** The choices; the current zone is added if missing. */
  zones: readonly Choice[];
  /** A link to more zones. */
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
        label="Mailing address"
        rows={3}
        autoComplete="street-address"
        hint="The law requires a mailing address in every marketing email. A P.O. box is fine. Without one, follow-up can’t go out."
        defaultValue={values.postalAddress}
        error={errors["postalAddress"]}
      />
      <Select
        name="zone"
        label="Time zone"
        required
        hint={<>We send on your local time.{otherZones ? <> {otherZones}</> : null}</>}
        placeholder="Choose one"
        options={withChosen(zones, values.zone)}
        defaultValue={values.zone}
        error={errors["zone"]}
      />
    </>
  );
}
