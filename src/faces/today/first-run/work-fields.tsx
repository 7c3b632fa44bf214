import { Field } from "#ui/field.tsx";

/** The first question, shown on a new user's dashboard and on its own screen. */
export function WorkFields({
  product,
  audience,
  errors,
}: {
  product: string;
  audience: string;
  errors: Readonly<Record<string, string | undefined>>;
}) {
  return (
    <>
      <Field
        name="product"
        label="What do you do?"
        hint="In a few words, the way you’d tell a neighbor. For example: roof repairs and new roofs"
        required
        maxLength={300}
        defaultValue={product}
        error={errors["product"]}
      />
      <Field
        name="audience"
        label="Who do you do it for?"
        hint="For example: homeowners in Denver with an older roof"
        maxLength={200}
        defaultValue={audience}
        error={errors["audience"]}
      />
    </>
  );
}
