import { isVideoType } from "#trade/fieldwork/public.ts";
import { useOnline, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { FILTER_NAMES } from "../report/choice.ts";
import { type Album, type Filters, rollBeforeFirst, type RollPhoto } from "../rules/roll.ts";

/** To a report of what the roll shows. Only online, because the server makes it. */
export function ReportLink({ filters, album }: { filters: Filters; album: Album | null }) {
  const { job } = useScreen();
  if (!useOnline()) return null;
  const query = new URLSearchParams({ job, ...(album ? { album: album.id } : {}) });
  for (const name of FILTER_NAMES) if (filters[name]) query.set(name, filters[name]);
  return (
    <a className="button" data-kind="plain" href={`/account/photos/report?${query}`}>
      Report
    </a>
  );
}

/** To a report of the selected photos. They are posted, since an address can't be that long. */
export function SelectedReport({ hashes }: { hashes: readonly string[] }) {
  const { job } = useScreen();
  if (!useOnline()) return null;
  return (
    <form method="post" action="/account/photos/report">
      <input type="hidden" name="intent" value="choose" />
      <input type="hidden" name="job" value={job} />
      <input type="hidden" name="photos" value={hashes.join(",")} />
      <Button type="submit" kind="plain" size="small">
        Report
      </Button>
    </form>
  );
}

/** To a picture to post of one photo or of a pair. Only online, because the server draws it. */
export function PostLink({ photos }: { photos: readonly RollPhoto[] }) {
  const { job, isOwnBusiness } = useScreen();
  const isOnline = useOnline();
  const [photo, other] = photos.toSorted(rollBeforeFirst).map(({ shot }) => shot);
  const isShown = photos.every(
    ({ shot, facts }) => !isVideoType(shot.type) && facts.hidden === null && facts.trashedAt === null,
  );
  if (!isOnline || !isOwnBusiness || !isShown) return null;
  const query = new URLSearchParams({ job, photo: photo!.sha256, ...(other ? { other: other.sha256 } : {}) });
  return (
    <a className="button" data-kind="plain" data-size="small" href={`/account/photos/post?${query}`}>
      Picture to post
    </a>
  );
}
