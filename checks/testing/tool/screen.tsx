import { useState } from "react";
import { Link } from "react-router";
import { useRecords } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  type Done,
  EntryForm,
  EntryMarks,
  EntryPhotos,
  type ReadForm,
  useEntry,
  useScreen,
} from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { DELIVERY, deliveryOf, deliveryTitle, refuseDelivery, STATE_LABELS } from "./rules.ts";

const STATUSES = (["arrived", "expected"] as const).map((value) => ({ value, label: STATE_LABELS[value] }));

/** The deliveries to a job, and a form for one that arrived or will. */
export default function Deliveries({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Deliveries">
      <DeliveryList />
    </ToolPage>
  );
}

function DeliveryList() {
  const { job, tell } = useScreen();
  const [isOpen, setOpen] = useState(false);
  const done: Done = (notice) => {
    setOpen(false);
    if (notice) tell.done(notice);
  };
  return (
    <>
      <ul className="my-6">
        {(useRecords(DELIVERY, job) ?? []).map((record) => (
          <li key={record.id} className="border-t border-rule py-3">
            <Link className="text-link" to={`/account/job/${job}/deliveries/${record.id}`}>
              {deliveryTitle(deliveryOf(record.values))}
            </Link>{" "}
            <EntryMarks record={record} />
          </li>
        ))}
      </ul>
      {isOpen ? (
        <NewDelivery done={done} />
      ) : (
        <Button type="button" kind="signal" wide onClick={() => setOpen(true)}>
          Add a delivery
        </Button>
      )}
    </>
  );
}

function read(form: FormData): ReadForm {
  const [what, count] = [fieldText(form, "what"), Number(fieldText(form, "count"))];
  const [state, day] = [fieldText(form, "state"), fieldText(form, "day") || null];
  const changes = { what, count: count || null, state, day };
  const why = refuseDelivery(deliveryOf(changes));
  if (!what) return { faults: { what: "Say what came." } };
  return why ? { faults: { count: why } } : { changes };
}

function NewDelivery({ done }: { done: Done }) {
  const { job } = useScreen();
  const entry = useEntry({
    kind: DELIVERY,
    purpose: "new",
    of: `delivery ${job}`,
    noun: "delivery",
    href: `/account/job/${job}/deliveries`,
    first: () => ({}),
  });
  return (
    <EntryForm entry={entry} read={read} done={done}>
      {(errorOf) => (
        <>
          <Field name="what" label="What came" required maxLength={200} error={errorOf("what")} />
          <Field name="count" label="How many" inputMode="numeric" error={errorOf("count")} />
          <Field name="day" label="Day" type="date" />
          <Select name="state" label="Status" required options={STATUSES} />
          <EntryPhotos entry={entry} />
        </>
      )}
    </EntryForm>
  );
}
