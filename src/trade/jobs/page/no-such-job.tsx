import { useEffect } from "react";
import { Link } from "react-router";
import { useOpenStore } from "#ground/sync/public.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";

/** Syncs, in case the server knows the job. */
export function NoSuchJob() {
  const { syncNow } = useOpenStore();
  useEffect(syncNow, [syncNow]);
  return (
    <Page narrow>
      <title>Job</title>
      <PageHeader title="This job is not on this device">
        It may have been made elsewhere a moment ago: with a signal it appears here by itself. Or it was taken
        away.
      </PageHeader>
      <Link className="button" to="/account/jobs">
        All jobs
      </Link>
    </Page>
  );
}
