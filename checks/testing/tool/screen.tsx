import { FieldForm, type Outcome } from "#trade/fieldwork/public.tsx";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { newLocalId, useRecords, useStore } from "#ground/sync/public.tsx";
import { Field } from "#ui/field.tsx";
import { Page } from "#ui/layout.tsx";
import { deliveryLine, deliveryOf, refuseDelivery, STATE_WORDS } from "./rules.ts";

/** The deliveries to a job, and a form for one that arrived. */
export default function Deliveries() {
  const job = useParams()["jobId"]!;
  const store = useStore();
  const records = useRecords("deliveries.delivery", job) ?? [];
  const [record, setRecord] = useState(newLocalId);
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const typed = Object.fromEntries(new FormData(form)) as Record<string, string | undefined>;
    const [what, count] = [typed["what"]?.trim() ?? "", Number(typed["count"])];
    const sets = { what, count: count > 0 ? count : null, state: "arrived", day: typed["day"] || null };
    const why = refuseDelivery(deliveryOf(sets));
    if (!what || why) return { faults: what ? { count: why ?? "" } : { what: "Say what came." } };
    await store.write({ kind: "deliveries.delivery", record, job, sets });
    form.reset();
    setRecord(newLocalId());
    return { saved: "Saved." };
  };
  return (
    <Page className="field-page">
      <title>Deliveries</title>
      <h1>Deliveries</h1>
      <ul>
        {records.map(({ id, values }) => {
          const delivery = deliveryOf(values);
          return (
            <li key={id}>
              <Link to={`/account/job/${job}/deliveries/${id}`}>
                {STATE_WORDS[delivery.state]}: {deliveryLine(delivery)}
              </Link>
            </li>
          );
        })}
      </ul>
      <FieldForm submit={submit} tell={null}>
        {(errorOf) => (
          <>
            <Field name="what" label="What came" error={errorOf("what")} />
            <Field name="count" label="How many" inputMode="numeric" error={errorOf("count")} />
            <Field name="day" label="Which day" type="date" error={errorOf("day")} />
          </>
        )}
      </FieldForm>
    </Page>
  );
}
