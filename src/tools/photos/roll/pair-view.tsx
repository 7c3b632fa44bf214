import { useEffect, useRef } from "react";
import { formatTaken } from "#trade/fieldwork/public.ts";
import { Thumbnail, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { tagLine } from "../rules/photo.ts";
import type { RollPhoto } from "../rules/roll.ts";

/** Two photos of one place, the earlier one first. */
export function PairView({
  pair,
  now,
  close,
}: {
  pair: readonly [RollPhoto, RollPhoto];
  now: number;
  close: () => void;
}) {
  const { zone } = useScreen();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
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
        {pair
          .toSorted((one, other) => one.shot.at - other.shot.at)
          .map(({ shot, facts }) => (
            <figure key={shot.sha256}>
              <span className="photo">
                <Thumbnail shot={shot} />
              </span>
              <figcaption>
                {[formatTaken(shot, zone, now), tagLine(facts), facts.caption].filter(Boolean).join(", ")}
              </figcaption>
            </figure>
          ))}
      </div>
    </dialog>
  );
}
