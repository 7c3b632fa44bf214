import type { ReactNode } from "react";
import { Field, Select, TextArea } from "#ui/field.tsx";
import type { ZoneChoice } from "./schema.ts";

/** What the details form is filled with. */
export interface DetailsValues {
  readonly businessName: string;
  readonly postalAddress: string;
  readonly zone: string;
}

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
  zones: readonly ZoneChoice[];
  /** The way to more of them. */
  otherZones?: ReactNode;
}) {
  const isThere = !values.zone || zones.some(({ value }) => value === values.zone);
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
        options={isThere ? zones : [...zones, { value: values.zone, label: values.zone }]}
        defaultValue={values.zone}
        error={errors["zone"]}
      />
    </>
  );
}
