import { type ShownRecord, useRecord, useStore } from "#ground/sync/public.tsx";
import { useLabels, useScreen } from "#trade/fieldwork/public.tsx";
import { jobOf } from "#trade/jobs/public.tsx";
import { Reminders } from "#trade/law/public.tsx";
import { Button } from "#ui/button.tsx";
import { ESTIMATE, type Estimate } from "../rules/estimate.ts";
import { lawOf } from "./reminders.ts";

/** Reminders of the law where the estimate is written. A device doesn't know the license number. */
export function EstimateReminders({ record, estimate }: { record: ShownRecord; estimate: Estimate }) {
  const { job } = useScreen();
  const { currency } = useLabels();
  const store = useStore();
  const jobRecord = useRecord("jobs.job", job);
  if (!jobRecord) return null;
  const { address } = jobOf(job, jobRecord.values);
  const { state, shown, hidden } = lawOf(estimate, record.values, { address, currency, hasLicense: null });
  const hide = (ids: readonly string[]) =>
    void store.write({
      ...{ kind: ESTIMATE, record: record.id, job, saw: record.fields },
      sets: { hiddenReminders: ids.length > 0 ? [...ids] : null },
    });
  const ids = [...shown, ...hidden].map(({ id }) => id);
  return (
    <>
      <Reminders state={state} reminders={shown} currency={currency}>
        <p className="mt-4">
          <Button kind="plain" size="small" onClick={() => hide(ids)}>
            Hide for this estimate
          </Button>
        </p>
      </Reminders>
      {hidden.length > 0 ? (
        <p className="mb-4">
          <button type="button" className="text-link" onClick={() => hide([])}>
            {hidden.length === 1 ? "Show the hidden reminder" : `Show ${hidden.length} hidden reminders`}
          </button>
        </p>
      ) : null}
    </>
  );
}
