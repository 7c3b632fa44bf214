import { useEffect, useRef } from "react";
import { formatTaken } from "#trade/fieldwork/public.ts";
import { Thumbnail, useLabels, useOnline, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { pairFacts } from "../rules/pairs.ts";
import { stageLabel, tagLine } from "../rules/photo.ts";
import { halfOf, rollBeforeFirst, type RollPhoto } from "../rules/roll.ts";
import { PostLink } from "./report-links.tsx";
import { useSetFacts } from "./use-facts.ts";

const HALVES = [stageLabel("before"), stageLabel("after")];

/** Two photos of one place, the before first, and what to do with them. */
export function PairView({
  pair,
  now,
  close,
}: {
  pair: readonly [RollPhoto, RollPhoto];
  now: number;
  close: () => void;
}) {
  const { zone, job, isOwnBusiness } = useScreen();
  const { isManager } = useLabels();
  const isOnline = useOnline();
  const set = useSetFacts();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const [before, after] = pair.toSorted(rollBeforeFirst) as [RollPhoto, RollPhoto];
  const hashes = [before, after].map(({ shot }) => shot.sha256);
  const swap = () => {
    const facts = pairFacts([halfOf(after), halfOf(before)], "replace");
    return set(hashes, (sha256) => facts.get(sha256)!, "Before and after swapped.");
  };
  return (
    <dialog ref={dialog} className="photo-view" aria-label="Before and after" onClose={close}>
      <div className="photo-view-head">
        <p>Before and after</p>
        <Button type="button" kind="quiet" size="small" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
          Close
        </Button>
      </div>
      <div className="photo-pair">
        {[before, after].map(({ shot, facts }, at) => (
          <figure key={shot.sha256}>
            <span className="photo">
              <Thumbnail shot={shot} />
            </span>
            <figcaption>
              <b>{HALVES[at]}</b>{" "}
              {[
                formatTaken(shot, zone, now),
                tagLine({
                  ...facts,
                  stage: HALVES.includes(stageLabel(facts.stage ?? "")) ? null : facts.stage,
                }),
                facts.caption,
              ]
                .filter(Boolean)
                .join(", ")}
            </figcaption>
          </figure>
        ))}
      </div>
      {isOwnBusiness ? (
        <div className="photo-view-foot">
          <Button type="button" kind="plain" size="small" onClick={() => void swap()}>
            Swap before and after
          </Button>
          {isOnline && isManager ? (
            <a
              className="button"
              data-kind="plain"
              data-size="small"
              href={`/account/photos/ask?job=${job}&photos=${hashes.join(",")}`}
            >
              Ask the client to show them
            </a>
          ) : null}
          <PostLink photos={pair} />
        </div>
      ) : null}
    </dialog>
  );
}
