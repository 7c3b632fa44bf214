import { fieldId } from "#ui/field.tsx";
import { Icon } from "#ui/icons.tsx";
import { MOST_TAXES, taxField } from "./taxes.ts";

type Values = Readonly<Record<string, string>>;

/** Five rows for taxes; empty rows are ignored. */
export function TaxesFields({ values, errors }: { values: Values; errors: Values }) {
  return (
    <fieldset className="field fieldset" aria-describedby="taxes-hint">
      <legend>Taxes</legend>
      <p className="field-hint" id="taxes-hint">
        What you add to a price: a name and a rate, such as Sales tax, 8.875%. Leave the rest blank.
      </p>
      <div className="taxes">
        {Array.from({ length: MOST_TAXES }, (_, row) => {
          const errorIdOf = (which: "name" | "percent") => `${fieldId(taxField(row, which))}-error`;
          const input = (which: "name" | "percent", words: string) => {
            const name = taxField(row, which);
            return (
              <input
                className="input"
                id={fieldId(name)}
                name={name}
                inputMode={which === "percent" ? "decimal" : undefined}
                autoComplete="off"
                placeholder={row === 0 ? (which === "name" ? "Sales tax" : "8.875") : undefined}
                aria-label={`Tax ${row + 1}, ${words}`}
                aria-invalid={errors[name] ? true : undefined}
                aria-describedby={errors[name] ? errorIdOf(which) : undefined}
                defaultValue={values[name] ?? ""}
              />
            );
          };
          return (
            <div className="tax" key={taxField(row, "name")}>
              {input("name", "name")}
              {input("percent", "rate in percent")}
              <span aria-hidden="true">%</span>
              {(["name", "percent"] as const).map((which) => {
                const error = errors[taxField(row, which)];
                return error ? (
                  <p className="field-error" id={errorIdOf(which)} key={which}>
                    <Icon name="warning" />
                    <span>{error}</span>
                  </p>
                ) : null;
              })}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
