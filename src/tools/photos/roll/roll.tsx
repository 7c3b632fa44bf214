import { useCallback, useMemo, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useRecords, useStore } from "#ground/sync/public.tsx";
import { formatLongDate, formatTaken, isVideoType, nameOf } from "#trade/fieldwork/public.ts";
import { Conflicts, PhotoView, useLabels, useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { describeConsent } from "../consent/rules.ts";
import { PHOTO, tagLine } from "../rules/photo.ts";
import {
  type Album,
  byDay,
  fits,
  foldTiles,
  halvesOf,
  isInAlbum,
  NO_FILTERS,
  type RollPhoto,
} from "../rules/roll.ts";
import { ShareSelected, ShareShown } from "../sharing/share-buttons.tsx";
import { Albums } from "./albums.tsx";
import { BurstView } from "./burst-view.tsx";
import { DeviceStorage } from "./device-storage.tsx";
import { RollFilters } from "./filters.tsx";
import { DayGrid } from "./grid.tsx";
import { PairView } from "./pair-view.tsx";
import { PaperView } from "./paper-view.tsx";
import { PostLink, ReportLink } from "./report-links.tsx";
import type { Panel } from "./panel.ts";
import { SelectionBar } from "./selection.tsx";
import { useRollPhotos } from "./use-facts.ts";

/** All photos of a job, whichever tool took them. */
export default function RollScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Photos">
      <Roll />
    </ToolPage>
  );
}

function Roll() {
  const { job, zone, people, isOwnBusiness } = useScreen();
  const { isManager } = useLabels();
  const { user } = useStore().who;
  const photos = useRollPhotos();
  const conflicts = (useRecords(PHOTO, job) ?? []).filter((record) => record.conflicts.length > 0);
  const [filters, setFilters] = useState(NO_FILTERS);
  const [album, setAlbum] = useState<Album | null>(null);
  const [now] = useState(() => Date.now());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isSelecting, setSelecting] = useState(false);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [open, setOpen] = useState(useSearchParams()[0].get("photo"));
  const [burst, setBurst] = useState<string | null>(null);
  const days = useMemo(() => {
    const as = { zone, now, nameOf: (id: string | null) => (id === null ? "" : nameOf(id, people, user)) };
    const found = (photos ?? []).filter(
      (photo) => fits(photo, filters, as) && (album === null || isInAlbum(photo, album, zone)),
    );
    return byDay(found, zone).map(([day, ofDay]) => ({
      day,
      photos: ofDay,
      tiles: filters.show === "photos" ? foldTiles(ofDay) : ofDay.map((photo) => [photo]),
    }));
  }, [photos, filters, album, zone, now, people, user]);
  const halves = useMemo(() => halvesOf(photos ?? []), [photos]);
  const shown = useMemo(() => days.flatMap((one) => one.photos), [days]);
  const choose = useCallback(
    (hashes: readonly string[], isChosen: boolean) =>
      setChosen((before) => {
        const next = new Set(before);
        for (const one of hashes)
          if (isChosen) next.add(one);
          else next.delete(one);
        return next;
      }),
    [],
  );
  const openTile = (tile: readonly RollPhoto[]) => {
    const { sha256 } = tile[0]!.shot;
    if (tile.length > 1) setBurst(sha256);
    else setOpen(sha256);
  };
  if (!photos) return null;
  const alike =
    burst === null
      ? undefined
      : days.flatMap(({ tiles }) => tiles).find((tile) => tile.some(({ shot }) => shot.sha256 === burst));
  const stop = () => {
    setSelecting(false);
    setChosen(new Set());
    setPanel(null);
  };
  const begin = (sha256: string, which: Panel) => {
    setOpen(null);
    setBurst(null);
    setSelecting(true);
    setChosen(new Set([sha256]));
    setPanel(which);
  };
  // A filter may have hidden some of them since.
  const selected = shown.filter(({ shot }) => chosen.has(shot.sha256));
  const selection = { chosen, isOn: isSelecting, choose };
  return (
    <>
      <div className="roll-acts" data-selecting={isSelecting || undefined}>
        <Link
          className="button"
          data-kind="signal"
          data-size="large"
          to={`/account/job/${job}/photos/camera`}
        >
          <Icon name="camera" />
          Open camera
        </Link>
        <Link className="button" data-kind="plain" to={`/account/job/${job}/photos/shots`}>
          Shot lists
        </Link>
        <Link className="button" data-kind="plain" to={`/account/job/${job}/photos/import`}>
          Import
        </Link>
        {isOwnBusiness && photos.length > 0 ? <ReportLink filters={filters} album={album} /> : null}
      </div>
      {conflicts.map((record) => (
        <Conflicts key={record.id} record={record} people={people} zone={zone} />
      ))}
      {photos.length === 0 ? (
        <p className="max-w-measure">
          No photos yet. Open the camera and take the first ones: they’re saved on this device, with or
          without a signal. Photos of daily logs and other tools of this job show here too.
        </p>
      ) : (
        <>
          <RollFilters photos={photos} filters={filters} change={setFilters} mayManage={isManager} />
          {isOwnBusiness ? (
            <Albums photos={photos} filters={filters} album={album} choose={setAlbum} />
          ) : null}
          <div className="roll-count">
            <p role="status">{countOf(shown.length, photos.length)}</p>
            {isOwnBusiness && !isSelecting ? (
              <ShareShown filters={filters} album={album} hashes={shown.map(({ shot }) => shot.sha256)} />
            ) : null}
            {shown.length > 0 && !isSelecting ? (
              <Button type="button" kind="plain" size="small" onClick={() => setSelecting(true)}>
                Select
              </Button>
            ) : null}
          </div>
          {days.map(({ day, photos: ofDay, tiles }) => (
            <section key={day}>
              <h2 className="roll-date">
                {formatLongDate(day)} <span className="roll-number">{ofDay.length}</span>
              </h2>
              <DayGrid
                day={formatLongDate(day)}
                tiles={tiles}
                halves={halves}
                shown={shown}
                selection={selection}
                open={openTile}
              />
            </section>
          ))}
        </>
      )}
      {photos.length > 0 && !isSelecting ? <DeviceStorage photos={photos} /> : null}
      {isSelecting ? (
        <SelectionBar
          selected={selected}
          show={filters.show}
          panel={panel}
          setPanel={setPanel}
          selectAll={() =>
            choose(
              shown.map(({ shot }) => shot.sha256),
              true,
            )
          }
          stop={stop}
        />
      ) : null}
      {alike ? (
        <BurstView burst={alike} open={setOpen} mayKeepOne={isManager} close={() => setBurst(null)} />
      ) : null}
      {open === null ? null : <Viewer shown={shown} sha256={open} now={now} go={setOpen} begin={begin} />}
    </>
  );
}

const countOf = (shown: number, all: number): string =>
  shown === all ? `${all} ${all === 1 ? "photo" : "photos"}` : `${shown} of ${all} photos`;

function Viewer({
  shown,
  sha256,
  now,
  go,
  begin,
}: {
  shown: readonly RollPhoto[];
  sha256: string;
  now: number;
  go: (sha256: string | null) => void;
  begin: (sha256: string, panel: Panel) => void;
}) {
  const { zone, job, isOwnBusiness } = useScreen();
  const [isPair, setPair] = useState(false);
  const [isPaper, setPaper] = useState(false);
  const index = shown.findIndex(({ shot }) => shot.sha256 === sha256);
  const photo = shown[index];
  if (!photo) return null;
  const { shot, facts } = photo;
  const other = shown.find((one) => one.shot.sha256 === facts.pair);
  if (isPair && other) return <PairView pair={[photo, other]} now={now} close={() => setPair(false)} />;
  const source = shown.find((one) => one.shot.sha256 === facts.paperOf);
  if (isPaper)
    return (
      <PaperView
        photo={photo}
        close={(made) => {
          setPaper(false);
          if (made) go(made);
        }}
      />
    );
  return (
    <PhotoView
      shot={shot}
      when={[
        ...[formatTaken(shot, zone, now), tagLine(facts), facts.caption],
        facts.consent && describeConsent(facts.consent),
      ]
        .filter(Boolean)
        .join(", ")}
      place={facts.place}
      index={index}
      count={shown.length}
      go={(to) => go(to === null ? null : (shown[to]?.shot.sha256 ?? null))}
      takeOff={undefined}
      acts={
        <>
          <Button type="button" kind="plain" size="small" onClick={() => begin(sha256, "caption")}>
            Caption
          </Button>
          <Button type="button" kind="plain" size="small" onClick={() => begin(sha256, "tags")}>
            Tags
          </Button>
          {isOwnBusiness ? <ShareSelected hashes={[sha256]} /> : null}
          {other ? (
            <Button type="button" kind="plain" size="small" onClick={() => setPair(true)}>
              Before and after
            </Button>
          ) : isVideoType(shot.type) || !isOwnBusiness ? null : (
            <Link
              className="button"
              data-kind="plain"
              data-size="small"
              to={`/account/job/${job}/photos/camera?over=${sha256}`}
            >
              Take the after photo
            </Link>
          )}
          {other ? <PostLink photos={[photo, other]} /> : null}
          {source ? (
            <Button type="button" kind="plain" size="small" onClick={() => go(source.shot.sha256)}>
              Photo of this paper
            </Button>
          ) : isVideoType(shot.type) ? null : (
            <Button type="button" kind="plain" size="small" onClick={() => setPaper(true)}>
              Straighten paper
            </Button>
          )}
          <Button type="button" kind="plain" size="small" onClick={() => begin(sha256, "more")}>
            More
          </Button>
        </>
      }
    />
  );
}
