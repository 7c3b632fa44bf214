import { useState } from "react";
import { useNavigate } from "react-router";
import { saveOriginals, useStore } from "#ground/sync/public.tsx";
import { isVideoType } from "#trade/fieldwork/public.ts";
import { useLabels, useOnline, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { MOST_ASKED } from "../consent/rules.ts";
import type { RollPhoto } from "../rules/roll.ts";
import type { Panel } from "./panel.ts";
import { PostLink, SelectedReport } from "./report-links.tsx";

/** What is done less often with the selected photos. */
export function MorePanel({
  selected,
  mayTag,
  open,
  stop,
}: {
  selected: readonly RollPhoto[];
  mayTag: boolean;
  open: (panel: Panel) => void;
  stop: () => void;
}) {
  const { isOwnBusiness, job } = useScreen();
  const { isManager } = useLabels();
  const navigate = useNavigate();
  const hashes = selected.map(({ shot }) => shot.sha256);
  return (
    <div className="roll-panel">
      <div className="roll-bar-acts">
        {selected.length === 1 && mayTag ? (
          <Button type="button" kind="plain" size="small" onClick={() => open("caption")}>
            Caption
          </Button>
        ) : null}
        {selected.length === 2 && isOwnBusiness ? (
          <Button type="button" kind="plain" size="small" onClick={() => open("album")}>
            Album
          </Button>
        ) : null}
        {isOwnBusiness ? <SelectedReport hashes={hashes} /> : null}
        {selected.length <= 2 ? <PostLink photos={selected} /> : null}
        {selected.length <= MOST_ASKED && isManager ? (
          <a
            className="button"
            data-kind="plain"
            data-size="small"
            href={`/account/photos/ask?job=${job}&photos=${hashes.join(",")}`}
          >
            Ask the client to show {selected.length === 1 ? "it" : "them"}
          </a>
        ) : null}
        {selected.length === 1 && mayTag ? (
          <Button
            type="button"
            kind="plain"
            size="small"
            onClick={() => void navigate(`/account/job/${job}/photos/camera?over=${hashes[0]}`)}
          >
            Take the after photo
          </Button>
        ) : null}
        {isManager ? (
          <Button type="button" kind="plain" size="small" onClick={() => open("hide")}>
            Hide
          </Button>
        ) : null}
        <SaveHere selected={selected} stop={stop} />
      </div>
    </div>
  );
}

async function download(sha256: string): Promise<Blob | null> {
  const response = await fetch(`/account/media/${sha256}/original`);
  return response.ok ? await response.blob() : null;
}

/** Saves the originals of the selected photos on this device, to look at without a signal. */
function SaveHere({ selected, stop }: { selected: readonly RollPhoto[]; stop: () => void }) {
  const store = useStore();
  const { job, tell } = useScreen();
  const isOnline = useOnline();
  const [isSaving, setSaving] = useState(false);
  const [why, setWhy] = useState<string>();
  // A video can be larger than what a phone stores at once.
  const hashes = selected.flatMap(({ shot }) => (isVideoType(shot.type) ? [] : [shot.sha256]));
  if (!isOnline || hashes.length === 0) return null;
  const save = async () => {
    setSaving(true);
    const { saved, why: left } = await saveOriginals(store, job, hashes, download);
    setSaving(false);
    setWhy(left === null ? undefined : `${saved} of ${hashes.length} saved on this device. ${left}`);
    if (left !== null) return;
    tell.done(
      hashes.length === 1
        ? "The original is saved on this device."
        : `${saved} originals are saved on this device.`,
    );
    stop();
  };
  return (
    <>
      <Button
        type="button"
        kind="plain"
        size="small"
        aria-disabled={isSaving || undefined}
        onClick={() => (isSaving ? undefined : void save())}
      >
        {isSaving ? "Saving…" : "Save on this device"}
      </Button>
      <StatusLine kind="error">{why}</StatusLine>
    </>
  );
}
