import { useParams } from "react-router";
import { useRecord, useStore } from "#ground/sync/public.tsx";
import { shotsOf } from "#trade/fieldwork/public.ts";
import { ApprovalBar, EntryActButtons, EntryContent, useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import {
  APPROVAL,
  DELIVERY,
  deliveryLine,
  deliveryOf,
  refuseDelivery,
  type State,
  STATE_LABELS,
} from "./rules.ts";

/** One delivery, with what can be done with it. */
export default function DeliveryScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Delivery">
      <Moves />
    </ToolPage>
  );
}

function Moves() {
  const { job, isOwnBusiness } = useScreen();
  const store = useStore();
  const record = useRecord(DELIVERY, useParams()["deliveryId"]!);
  if (!record) return null;
  const delivery = deliveryOf(record.values);
  const save = async (state: State) => {
    const why = refuseDelivery({ ...delivery, state });
    if (why) throw new Error(why);
    await store.write({ kind: DELIVERY, record: record.id, job, sets: { state } });
  };
  const standing = { isManager: isOwnBusiness, isOwn: true };
  return (
    <ApprovalBar approval={APPROVAL} state={delivery.state} standing={standing} save={save}>
      <h2 className="text-2xl">{deliveryLine(delivery)}</h2>
      <EntryContent record={record} label={deliveryLine(delivery)} stay />
      <EntryActButtons record={record} shots={shotsOf(record.values)} words={delivery.what} />
      <p role="status">{STATE_LABELS[delivery.state]}</p>
    </ApprovalBar>
  );
}
