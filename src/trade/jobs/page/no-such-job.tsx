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
      <PageHeader title="This job isn’t on this device">
        It may be brand new and will show up when you have a signal, or it was deleted.
      </PageHeader>
      <Link className="button" to="/account/jobs">
        All jobs
      </Link>
    </Page>
  );
}
