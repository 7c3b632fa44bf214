import { useState } from "react";
import { useOnline, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { chosenText } from "../gallery/chosen.ts";
import { type Album, type AlbumRule, type Filters, NO_FILTERS } from "../rules/roll.ts";

const OFFLINE =
  "Sharing needs a signal. Your photos are safe on this device: share them once you’re back online.";

/** In place of sharing: only the server can make a link. */
function ShareLater() {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button type="button" kind="plain" size="small" onClick={() => setAsked(true)}>
        Share
      </Button>
      <p className="roll-offline" role="status">
        {isAsked ? OFFLINE : null}
      </p>
    </>
  );
}

/** Shares what was selected. */
export function ShareSelected({ hashes }: { hashes: readonly string[] }) {
  const { job } = useScreen();
  const isOnline = useOnline();
  if (!isOnline) return <ShareLater />;
  return (
    <form method="post" action={`/account/photos/galleries/new?job=${job}`}>
      <input type="hidden" name="intent" value="choose" />
      <input type="hidden" name="photos" value={hashes.join(",")} />
      <Button type="submit" kind="plain" size="small">
        Share
      </Button>
    </form>
  );
}

/** Shares what the roll shows: an album or its filters, so that new photos may show up, else these photos. */
export function ShareShown({
  filters,
  album,
  hashes,
}: {
  filters: Filters;
  album: Album | null;
  hashes: readonly string[];
}) {
  const { job } = useScreen();
  const isOnline = useOnline();
  if (filters.show !== "photos" || hashes.length === 0) return null;
  const { words, person, show: _show, ...ruled } = filters;
  const rule = Object.fromEntries(Object.entries(ruled).filter(([, value]) => value !== null)) as AlbumRule;
  const isRuled = Object.keys(rule).length > 0;
  // An album that is narrowed further, words and people aren't what a link can follow.
  if (words.trim() || person !== NO_FILTERS.person || (album && isRuled))
    return <ShareSelected hashes={hashes} />;
  if (!isOnline) return <ShareLater />;
  const what = chosenText(
    album ? { is: "album", album: album.id } : isRuled ? { is: "rule", rule } : { is: "all" },
  );
  return (
    <a
      className="button"
      data-kind="plain"
      data-size="small"
      href={`/account/photos/galleries/new?${new URLSearchParams({ job, what })}`}
    >
      Share
    </a>
  );
}
