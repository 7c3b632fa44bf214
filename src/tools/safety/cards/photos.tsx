import { useState } from "react";
import { type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { shotsOf } from "#trade/fieldwork/public.ts";
import { PhotoView, Shutter, Thumbnail, useRoll, useWrite } from "#trade/fieldwork/public.tsx";
import { type Card, CARD_PAPER, MOST_PHOTOS, paperId } from "./card.ts";

/** The front and the back of a card. Each photo is on this device before the next one starts. */
export function CardPhotos({ card, paper }: { card: Card; paper: ShownRecord | null }) {
  const store = useStore();
  const { write, line } = useWrite();
  const [open, setOpen] = useState<number | null>(null);
  const record = paperId(card.id);
  const shots = shotsOf(paper?.values ?? {});
  const roll = useRoll({
    ...{ kind: CARD_PAPER, onto: record, isOne: true, isOfAnyDay: true },
    first: () => ({}),
    write: (change, photos) =>
      store.write(
        {
          ...change,
          job: null,
          sets: (hashes, skew) => ({
            ...{ card: card.id, holder: card.holder.user },
            ...(typeof change.sets === "function" ? change.sets(hashes, skew) : change.sets),
          }),
        },
        photos,
      ),
  });
  const shown = open === null ? undefined : shots[open];
  const remove = async (sha256: string) => {
    setOpen(null);
    await write({ kind: CARD_PAPER, record, job: null, sets: { [`photos.${sha256}`]: null } });
    await store.putAway(sha256);
  };
  return (
    <section aria-labelledby="card-photos" className="mt-6">
      <h2 id="card-photos" className="text-2xl">
        Photos of the card
      </h2>
      <p className="estimate-quiet">
        The front and the back. Owners, managers, who added the card, and {card.holder.name} see them.
      </p>
      {shots.length > 0 ? (
        <ul className="photos" aria-label="Photos of the card">
          {shots.map((shot, at) => (
            <li key={shot.sha256}>
              <button type="button" className="photo" onClick={() => setOpen(at)}>
                <span className="sr-only">
                  Open photo {at + 1} of {shots.length}
                </span>
                <Thumbnail shot={shot} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {line}
      {shots.length < MOST_PHOTOS ? (
        <Shutter roll={{ ...roll, setPlace: () => undefined }} isBeside isPhotosOnly />
      ) : (
        <p className="estimate-quiet">A card has {MOST_PHOTOS} photos at most.</p>
      )}
      {shown ? (
        <PhotoView
          shot={shown}
          when=""
          place={null}
          index={open!}
          count={shots.length}
          go={setOpen}
          takeOff={() => void remove(shown.sha256)}
          acts={null}
        />
      ) : null}
    </section>
  );
}
