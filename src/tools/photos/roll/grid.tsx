import { memo, type PointerEvent, useEffect, useRef, useState } from "react";
import { formatTaken, isVideoType } from "#trade/fieldwork/public.ts";
import { type Mark, Thumbnail, useMarkedPhotos, useScreen } from "#trade/fieldwork/public.tsx";
import { Icon } from "#ui/icons.tsx";
import { between, type RollPhoto } from "../rules/roll.ts";
import { type CONSENTS, describeConsent } from "../consent/rules.ts";
import { stageLabel, tagLine } from "../rules/photo.ts";

/** So many tiles come and go together as the roll scrolls: whole rows of three, six and eight. */
const CHUNK = 24;
/** Drawn this far ahead, in CSS pixels. */
const AHEAD = "1200px";
const NONE: readonly string[] = [];

type Halves = ReadonlyMap<string, "before" | "after">;

/** Short, on a photo; its name says it in full. */
const CONSENT_MARKS: Readonly<Record<(typeof CONSENTS)[number], string>> = {
  asked: "Asked",
  yes: "Client: yes",
  no: "Client: no",
  withdrawn: "Client: no longer",
};

export interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly isOn: boolean;
  readonly choose: (hashes: readonly string[], isChosen: boolean) => void;
}

/**
 * The photos of one day. Only what is near the screen is drawn, so that thousands scroll.
 * @param tiles the photos of each tile: one, or a burst
 * @param shown all photos of the roll in order, for selecting from one to another
 */
export function DayGrid({
  day,
  tiles,
  halves,
  shown,
  selection,
  open,
}: {
  day: string;
  tiles: readonly (readonly RollPhoto[])[];
  halves: Halves;
  shown: readonly RollPhoto[];
  selection: Selection;
  open: (tile: readonly RollPhoto[]) => void;
}) {
  const drag = useRef<{ from: string; isChosen: boolean } | null>(null);
  const hashAt = ({ clientX, clientY }: PointerEvent): string | null =>
    document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-photo]")?.dataset["photo"] ??
    null;
  const start = (event: PointerEvent) => {
    const sha256 = hashAt(event);
    if (!selection.isOn || !sha256) return;
    drag.current = { from: sha256, isChosen: !selection.chosen.has(sha256) };
    selection.choose(wholeTiles(tiles, [sha256]), drag.current.isChosen);
    // A finger belongs to the tile it began on; let go, so that it is seen on the others.
    (event.target as Element).releasePointerCapture?.(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const sha256 = drag.current && hashAt(event);
    if (drag.current && sha256)
      selection.choose(wholeTiles(tiles, between(shown, drag.current.from, sha256)), drag.current.isChosen);
  };
  const end = () => (drag.current = null);
  const chunks = Array.from({ length: Math.ceil(tiles.length / CHUNK) }, (_, at) =>
    tiles.slice(at * CHUNK, (at + 1) * CHUNK),
  );
  return (
    <div
      role="group"
      aria-label={day}
      className="roll-day"
      data-selecting={selection.isOn || undefined}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onPointerLeave={end}
    >
      {chunks.map((chunk) => (
        <Chunk
          key={chunk[0]![0]!.shot.sha256}
          tiles={chunk}
          halves={halves}
          selection={selection}
          open={open}
        />
      ))}
    </div>
  );
}

/** These photos, and the others of their bursts. */
function wholeTiles(tiles: readonly (readonly RollPhoto[])[], hashes: readonly string[]): string[] {
  const bursts = new Map(
    tiles.flatMap((tile) => {
      const all = tile.map(({ shot }) => shot.sha256);
      return tile.length > 1 ? all.map((one) => [one, all] as const) : [];
    }),
  );
  return hashes.flatMap((one) => bursts.get(one) ?? [one]);
}

function Chunk({
  tiles,
  halves,
  selection,
  open,
}: {
  tiles: readonly (readonly RollPhoto[])[];
  halves: Halves;
  selection: Selection;
  open: (tile: readonly RollPhoto[]) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [isNear, setNear] = useState(false);
  const [height, setHeight] = useState<number>();
  const marked = useMarkedPhotos(isNear ? tiles.map(([first]) => first!.shot.sha256) : NONE);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        // A busy phone reports several changes together; only the latest is true now.
        const entry = entries.at(-1);
        if (!entry) return;
        // Measured while it is drawn, so that it is as tall when it isn't.
        if (!entry.isIntersecting && list.current) setHeight(list.current.offsetHeight);
        setNear(entry.isIntersecting);
      },
      { rootMargin: `${AHEAD} 0px` },
    );
    if (list.current) watcher.observe(list.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <ul
      ref={list}
      // An empty list of photos is hidden, and what is hidden is never near the screen.
      className={isNear ? "photos roll-chunk" : "roll-chunk"}
      style={isNear ? undefined : { height: height ?? `calc(${Math.ceil(tiles.length / 3)} * 7.5rem)` }}
    >
      {isNear
        ? tiles.map((tile) => (
            <Tile
              key={tile[0]!.shot.sha256}
              tile={tile}
              half={halves.get(tile[0]!.shot.sha256)}
              marks={marked.get(tile[0]!.shot.sha256)}
              isSelecting={selection.isOn}
              isChosen={tile.every(({ shot }) => selection.chosen.has(shot.sha256))}
              choose={selection.choose}
              open={open}
            />
          ))
        : null}
    </ul>
  );
}

const Tile = memo(function Tile({
  tile,
  half,
  marks,
  isSelecting,
  isChosen,
  choose,
  open,
}: {
  tile: readonly RollPhoto[];
  half: "before" | "after" | undefined;
  marks: readonly Mark[] | undefined;
  isSelecting: boolean;
  isChosen: boolean;
  choose: Selection["choose"];
  open: (tile: readonly RollPhoto[]) => void;
}) {
  const { shot, facts } = tile[0]!;
  const { zone } = useScreen();
  const [now] = useState(() => Date.now());
  const name = [
    tile.length > 1 ? `${tile.length} photos alike` : isVideoType(shot.type) ? "Video" : "Photo",
    formatTaken(shot, zone, now),
    half && `${stageLabel(half)} of a pair`,
    facts.caption || tagLine(facts),
    facts.consent && describeConsent(facts.consent),
  ]
    .filter(Boolean)
    .join(", ");
  const click = (isKeyboard: boolean) => {
    if (!isSelecting) open(tile);
    // A pointer has selected it already, when it went down.
    else if (isKeyboard)
      choose(
        tile.map((one) => one.shot.sha256),
        !isChosen,
      );
  };
  return (
    <li>
      <button
        type="button"
        className="photo"
        data-photo={shot.sha256}
        aria-pressed={isSelecting ? isChosen : undefined}
        onClick={({ detail }) => click(detail === 0)}
      >
        <span className="sr-only">{name}</span>
        <Thumbnail shot={shot} marks={marks} />
        {tile.length > 1 ? <span className="roll-alike">{tile.length} alike</span> : null}
        {half && tile.length === 1 ? (
          <span className="roll-alike" aria-hidden="true">
            {stageLabel(half)}
          </span>
        ) : null}
        {facts.consent ? (
          <span className="photo-mark" aria-hidden="true">
            {CONSENT_MARKS[facts.consent.is]}
          </span>
        ) : null}
        {isSelecting ? (
          <span className="roll-chosen" data-on={isChosen || undefined}>
            {isChosen ? <Icon name="check" /> : null}
          </span>
        ) : null}
      </button>
    </li>
  );
});
