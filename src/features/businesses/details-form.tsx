import { Field, Select, TextArea } from "#ui/field.tsx";

/** What the details form is filled with. */
export interface DetailsValues {
  readonly businessName: string;
  readonly postalAddress: string;
  readonly zone: string;
}

/** A zone as the list shows it. */
export interface ZoneChoice {
  readonly value: string;
  readonly label: string;
}

/** The three things that a business is asked for once. */
export function DetailsFields({
  values,
  errors,
  zones,
}: {
  values: DetailsValues;
  errors: Readonly<Record<string, string>>;
  zones: readonly ZoneChoice[];
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
        hint="Follow-up keeps to its clock."
        placeholder="Choose one"
        options={zones}
        defaultValue={values.zone}
        error={errors["zone"]}
      />
    </>
  );
}
