import { type ReactNode, useSyncExternalStore } from "react";
import { useRecords } from "#ground/sync/public.tsx";
import { Beside, CompactList } from "#ui/list-beside.tsx";
import { isOpen, jobOf, pickJobs, STATUS_WORDS } from "../rules.ts";
import { STATUS_MARKS } from "./status.tsx";

// As in list-beside.css.
const WIDE = "(width >= 85rem)";

function subscribe(changed: () => void): () => void {
  const wide = matchMedia(WIDE);
  wide.addEventListener("change", changed);
  return () => wide.removeEventListener("change", changed);
}

/**
 * The open jobs beside the one that is shown, on a wide desk; a phone doesn't read them.
 * @param isOnly whether this is the only job that the person sees
 */
export function JobsBeside({
  here,
  isOnly,
  children,
}: {
  here: string;
  isOnly: boolean;
  children: ReactNode;
}) {
  const isWide = useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
  return (
    <Beside list={isWide && !isOnly ? <OpenJobs here={here} /> : null} here={here}>
      {children}
    </Beside>
  );
}

function OpenJobs({ here }: { here: string }) {
  const records = useRecords("jobs.job", null);
  const jobs = (records ?? []).map(({ id, values }) => jobOf(id, values));
  const shown = pickJobs(
    jobs.filter(({ id, status }) => id === here || isOpen(status)),
    "",
    undefined,
  );
  return (
    <CompactList
      title="Jobs"
      href="/account/jobs"
      here={here}
      empty=""
      rows={shown.map(({ id, name, address, clientName, status }) => ({
        id,
        href: `/account/job/${id}`,
        title: name,
        about: [address, clientName].filter(Boolean).join(" · "),
        mark: { state: STATUS_MARKS[status], words: STATUS_WORDS[status] },
      }))}
    />
  );
}
