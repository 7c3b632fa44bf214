import { useEffect, useRef } from "react";
import { formatTaken } from "#trade/fieldwork/public.ts";
import { Thumbnail, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import type { RollPhoto } from "../rules/roll.ts";
import { useSetFacts } from "./use-facts.ts";

/** Nearly equal photos that were taken in a row: look at each, and keep the best one. */
export function BurstView({
  burst,
  open,
  mayKeepOne,
  close,
}: {
  burst: readonly RollPhoto[];
  open: (sha256: string) => void;
  /** Owners and managers delete the others. */
  mayKeepOne: boolean;
  close: () => void;
}) {
  const { zone } = useScreen();
  const set = useSetFacts();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { at } = burst[0]!.shot;
  const title = `${burst.length} photos alike`;
  const keep = async (best: string) => {
    const others = burst.flatMap(({ shot }) => (shot.sha256 === best ? [] : [shot.sha256]));
    const moved = others.length === 1 ? "1 photo" : `${others.length} photos`;
    const notice = `1 photo kept, ${moved} moved to the trash.`;
    if (await set(others, { trashedAt: new Date().toISOString() }, notice)) dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className="photo-view" aria-label={title} onClose={close}>
      <div className="photo-view-head">
        <p>
          {title}, {formatTaken({ at }, zone, at)}
        </p>
        <Button type="button" kind="quiet" size="small" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
          Close
        </Button>
      </div>
      <ul className="roll-burst">
        {burst.map(({ shot }, index) => (
          <li key={shot.sha256}>
            <button type="button" className="photo" onClick={() => open(shot.sha256)}>
              <span className="sr-only">
                Open photo {index + 1} of {burst.length}
              </span>
              <Thumbnail shot={shot} />
            </button>
            {mayKeepOne ? (
              <Button type="button" kind="plain" size="small" onClick={() => void keep(shot.sha256)}>
                Keep only this one
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </dialog>
  );
}
