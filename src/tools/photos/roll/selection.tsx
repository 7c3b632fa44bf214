import { useState } from "react";
import { Link } from "react-router";
import { useStore } from "#ground/sync/public.tsx";
import { useLabels, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { CaptionForm } from "../camera/caption.tsx";
import { TAG_LABELS, TAG_NAMES, tagText, WordChoice } from "../camera/sticky-tags.tsx";
import { pairFacts } from "../rules/pairs.ts";
import { LONGEST, tagField } from "../rules/photo.ts";
import { type Filters, halfOf, rollBeforeFirst, type RollPhoto } from "../rules/roll.ts";
import { ShareSelected } from "../sharing/share-buttons.tsx";
import { AlbumPanel } from "./albums.tsx";
import { MorePanel } from "./more-panel.tsx";
import type { Panel } from "./panel.ts";
import { useSetFacts } from "./use-facts.ts";

const count = (photos: readonly unknown[]): string =>
  photos.length === 1 ? "1 photo" : `${photos.length} photos`;

/** What can be done with the selected photos, all at once. */
export function SelectionBar({
  selected,
  show,
  panel,
  setPanel,
  selectAll,
  stop,
}: {
  selected: readonly RollPhoto[];
  show: Filters["show"];
  panel: Panel | null;
  setPanel: (panel: Panel | null) => void;
  selectAll: () => void;
  stop: () => void;
}) {
  const { isOwnBusiness } = useScreen();
  const { isManager } = useLabels();
  const { user } = useStore().who;
  const set = useSetFacts();
  const hashes = selected.map(({ shot }) => shot.sha256);
  const mayTag = isOwnBusiness || selected.every(({ author }) => author === user);
  const toggle = (which: Panel) => setPanel(panel === which ? null : which);
  const [one, two] = selected;
  const act = async (...args: Parameters<typeof set>) => {
    if (await set(...args)) stop();
  };
  const pair = () => {
    const facts = pairFacts(
      rollBeforeFirst(one!, two!) < 0 ? [halfOf(one!), halfOf(two!)] : [halfOf(two!), halfOf(one!)],
    );
    return act([...facts.keys()], (sha256) => facts.get(sha256)!, "Paired as before and after.");
  };
  return (
    <div className="roll-bar" role="group" aria-label="Selected photos">
      {panel === "caption" && one ? (
        <CaptionForm key={one.shot.sha256} sha256={one.shot.sha256} done={stop} />
      ) : null}
      {panel === "tags" && selected.length > 0 ? <TagPanel selected={selected} /> : null}
      {panel === "album" && selected.length > 0 ? <AlbumPanel selected={selected} /> : null}
      {panel === "more" && selected.length > 0 ? (
        <MorePanel selected={selected} mayTag={mayTag} open={setPanel} stop={stop} />
      ) : null}
      {panel === "hide" && selected.length > 0 ? (
        <HidePanel hide={(reason) => void act(hashes, { hidden: reason }, `${count(selected)} hidden.`)} />
      ) : null}
      <div className="roll-bar-head">
        <p role="status">
          {selected.length === 0 ? "Tap photos, or drag across them." : `${count(selected)} selected`}
        </p>
        <Button type="button" kind="quiet" size="small" onClick={selectAll}>
          Select all
        </Button>
        <Button type="button" kind="quiet" size="small" onClick={stop}>
          Cancel
        </Button>
      </div>
      {selected.length > 0 ? (
        <div className="roll-bar-acts">
          {mayTag ? (
            <Button
              type="button"
              size="small"
              aria-expanded={panel === "tags"}
              onClick={() => toggle("tags")}
            >
              Tag
            </Button>
          ) : null}
          {isOwnBusiness && show === "photos" ? <ShareSelected hashes={hashes} /> : null}
          {selected.length === 2 && mayTag ? (
            <Button type="button" kind="plain" size="small" onClick={() => void pair()}>
              Before and after
            </Button>
          ) : isOwnBusiness ? (
            <Button type="button" kind="plain" size="small" onClick={() => toggle("album")}>
              Album
            </Button>
          ) : null}
          {isManager && show === "photos" ? (
            <Button
              type="button"
              kind="stop"
              size="small"
              onClick={() =>
                void act(
                  hashes,
                  { trashedAt: new Date().toISOString() },
                  `${count(selected)} moved to the trash. You can restore ${selected.length === 1 ? "it" : "them"} for 30 days.`,
                )
              }
            >
              Delete
            </Button>
          ) : null}
          {isManager && show !== "photos" ? (
            <Button
              type="button"
              size="small"
              onClick={() =>
                void act(
                  hashes,
                  show === "trash" ? { trashedAt: null } : { hidden: null },
                  `${count(selected)} restored.`,
                )
              }
            >
              Restore
            </Button>
          ) : null}
          {show === "photos" ? (
            <Button
              type="button"
              kind="plain"
              size="small"
              aria-expanded={panel === "more"}
              onClick={() => toggle("more")}
            >
              More
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** Sets a tag of all selected photos as soon as it is chosen. */
function TagPanel({ selected }: { selected: readonly RollPhoto[] }) {
  const { isManager } = useLabels();
  const set = useSetFacts();
  const [word, setWord] = useState("");
  const hashes = selected.map(({ shot }) => shot.sha256);
  const [name, setName] = useState<(typeof TAG_NAMES)[number]>("room");
  const values = new Set(selected.map(({ facts }) => facts[name]));
  const shared = values.size === 1 ? [...values][0]! : null;
  const words = [...new Set(selected.flatMap(({ facts }) => facts.tags))];
  const setTag = async (typed: string, isOn: boolean) => {
    const field = tagField(typed);
    if (!field) return;
    const notice = `${count(selected)} ${isOn ? "tagged" : "no longer tagged"} “${typed}”.`;
    if (await set(hashes, { [field]: isOn ? true : null }, notice)) setWord("");
  };
  return (
    <div className="roll-panel">
      <div className="choices" role="group" aria-label="What to tag">
        {TAG_NAMES.map((one) => (
          <button
            key={one}
            type="button"
            className="choice-chip"
            aria-pressed={one === name}
            onClick={() => setName(one)}
          >
            {TAG_LABELS[one]}
          </button>
        ))}
      </div>
      <WordChoice
        key={name}
        name={name}
        value={shared}
        choose={(value) =>
          void set(
            hashes,
            { [name]: value },
            value === null
              ? `${TAG_LABELS[name]} removed from ${count(selected)}.`
              : `${count(selected)} tagged ${tagText(name, value)}.`,
          )
        }
      />
      <form
        className="photo-word-form"
        onSubmit={(event) => {
          event.preventDefault();
          void setTag(word.trim(), true);
        }}
      >
        <Field
          name="tag"
          label="Tag in your own words"
          unmarked
          maxLength={LONGEST.word}
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
        <Button type="submit" kind="plain">
          Add tag
        </Button>
      </form>
      {isManager ? (
        <p>
          <Link className="text-link" to="/account/jobs/photos/words">
            Edit rooms, trades, and stages
          </Link>
        </p>
      ) : null}
      {words.length > 0 ? (
        <div className="choices" role="group" aria-label="Tags of these photos">
          {words.map((one) => (
            <button key={one} type="button" className="choice-chip" onClick={() => void setTag(one, false)}>
              {one} <span className="sr-only">, remove</span>×
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function HidePanel({ hide }: { hide: (reason: string) => void }) {
  const [reason, setReason] = useState("");
  return (
    <form
      className="photo-word-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim()) hide(reason.trim());
      }}
    >
      <Field
        name="reason"
        label="Why hide it"
        required
        maxLength={LONGEST.reason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button type="submit">Hide</Button>
    </form>
  );
}
