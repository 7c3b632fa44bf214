import { DictatedText, ExtraWorkField } from "#trade/fieldwork/public.tsx";
import { Checkbox, Field, Select } from "#ui/field.tsx";
import { CREW_TYPES, WORK_TYPES } from "./entry-values.ts";
import { CAUSE_LABELS, CAUSES, type EntryType, LONGEST, type LogEntry, TYPE_LABELS } from "../rules.ts";
import type { Log } from "./use-log.ts";

const ITEM_LABELS: Readonly<Partial<Record<EntryType, { what: string; from: string }>>> = {
  delivery: { what: "What was delivered", from: "Supplier" },
  visitor: { what: "Visitor", from: "Company" },
  equipment: { what: "What ran or sat idle", from: "Rented from" },
};

/**
 * The fields of the entry form.
 * @param entry initial values
 * @param id makes an element id from a field name
 */
export function EntryFields({
  type,
  entry,
  known,
  id,
  errorOf,
}: {
  type: EntryType;
  entry: LogEntry | undefined;
  known: Log["known"];
  id: (name: string) => string;
  errorOf: (field: string) => string | undefined;
}) {
  const itemLabels = ITEM_LABELS[type];
  return (
    <>
      {CREW_TYPES.includes(type) ? (
        <div className="log-pair">
          <Field
            name="trade"
            id={id("trade")}
            label="Trade"
            unmarked
            maxLength={LONGEST.trade}
            suggestions={known.trades}
            defaultValue={entry?.crew?.trade}
            error={errorOf("crew")}
            autoFocus
          />
          <Field
            name="company"
            id={id("company")}
            label="Company"
            unmarked
            maxLength={LONGEST.name}
            suggestions={known.companies}
            defaultValue={entry?.crew?.company}
          />
          <Field
            name="count"
            id={id("count")}
            label="Workers"
            unmarked
            inputMode="numeric"
            defaultValue={entry?.crew?.count ?? 1}
            error={errorOf("count")}
          />
          <Field
            name="hours"
            id={id("hours")}
            label="Hours each"
            unmarked
            inputMode="decimal"
            defaultValue={entry?.crew?.hours ?? 8}
            error={errorOf("hours")}
          />
        </div>
      ) : null}
      {itemLabels ? (
        <div className="log-pair">
          <Field
            name="what"
            id={id("what")}
            label={itemLabels.what}
            unmarked
            maxLength={LONGEST.caption}
            suggestions={known.things}
            defaultValue={entry?.item?.what}
            error={errorOf("what")}
            autoFocus
          />
          <Field
            name="from"
            id={id("from")}
            label={itemLabels.from}
            maxLength={LONGEST.name}
            suggestions={known.companies}
            defaultValue={entry?.item?.from ?? ""}
          />
          {type === "visitor" ? null : (
            <>
              <Field
                name="count"
                id={id("count")}
                label="Quantity"
                inputMode="decimal"
                defaultValue={entry?.item?.count ?? ""}
                error={errorOf("count")}
              />
              <Field
                name="unit"
                id={id("unit")}
                label="Unit"
                maxLength={20}
                defaultValue={entry?.item?.unit ?? (type === "equipment" ? "h" : "")}
              />
            </>
          )}
        </div>
      ) : null}
      {WORK_TYPES.includes(type) ? (
        <ExtraWorkField id={id("extraWork")} chosen={entry?.extraWork ?? null} />
      ) : null}
      {type === "delay" ? (
        <>
          <div className="log-pair">
            <Select
              name="cause"
              id={id("cause")}
              label="Cause"
              required
              options={CAUSES.map((cause) => ({ value: cause, label: CAUSE_LABELS[cause] }))}
              defaultValue={entry?.delay?.cause ?? "weather"}
            />
            <Field
              name="hours"
              id={id("hours")}
              label="Hours lost"
              required
              inputMode="decimal"
              defaultValue={entry?.delay?.hours ?? ""}
              error={errorOf("hours")}
            />
          </div>
          <Checkbox
            name="critical"
            id={id("critical")}
            label="This delay is on the critical path"
            defaultChecked={entry?.delay?.critical ?? false}
          />
        </>
      ) : null}
      <DictatedText
        name="text"
        id={id("text")}
        label={
          itemLabels || type === "crew" || type === "delay"
            ? "Details"
            : TYPE_LABELS[type] === "Note"
              ? "Note"
              : `${TYPE_LABELS[type]}: what happened`
        }
        unmarked
        rows={itemLabels || type === "crew" ? 2 : 4}
        defaultValue={entry?.text}
        error={errorOf("text")}
        autoFocus={!itemLabels && type !== "crew" && type !== "delay"}
      />
    </>
  );
}
