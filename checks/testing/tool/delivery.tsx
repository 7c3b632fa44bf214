import { useParams } from "react-router";
import { useRecord, useStore } from "#ground/sync/public.tsx";
import { ApprovalBar, FieldScreen, useAnnouncer } from "#trade/fieldwork/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";
import { Page } from "#ui/layout.tsx";
import { DELIVERY_APPROVAL } from "./approval.ts";
import { deliveryLine, deliveryOf, refuseDelivery, type State, STATE_WORDS } from "./rules.ts";

/** One delivery, with what may be done with it. */
export default function DeliveryScreen({ me }: { me: ToolUser }) {
  const { jobId, deliveryId } = useParams();
  const store = useStore();
  const { tell, line } = useAnnouncer();
  const record = useRecord("deliveries.delivery", deliveryId!);
  if (!record) return null;
  const delivery = deliveryOf(record.values);
  const save = (state: State) => {
    const why = refuseDelivery({ ...delivery, state });
    if (why) throw new Error(why);
    return store.write({ kind: "deliveries.delivery", record: record.id, job: jobId!, sets: { state } });
  };
  const isOwnBusiness = me.role !== "guest";
  return (
    <FieldScreen
      job={jobId!}
      zone={me.zone ?? "UTC"}
      people={me.people}
      isOwnBusiness={isOwnBusiness}
      tell={tell}
    >
      <Page className="field-page">
        <title>Delivery</title>
        <h1>{deliveryLine(delivery)}</h1>
        {line}
        <ApprovalBar
          approval={DELIVERY_APPROVAL}
          state={delivery.state}
          standing={{ isManager: isOwnBusiness, isOwn: true }}
          save={async (to) => save(to)}
        >
          <p role="status">{STATE_WORDS[delivery.state]}</p>
        </ApprovalBar>
      </Page>
    </FieldScreen>
  );
}
