import { useState } from "react";
import { newLocalId } from "#ground/sync/public.tsx";
import { useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { ALBUM, LONGEST } from "../rules/photo.ts";
import { type Album, type AlbumRule, type Filters, isInAlbum, type RollPhoto } from "../rules/roll.ts";
import { useAlbums, useSetFacts } from "./use-facts.ts";

const RULED = ["room", "trade", "stage", "tag", "day"] as const;

/** The filters that an album can be made of; null without any. */
function ruleOf(filters: Filters): AlbumRule | null {
  const rule = Object.fromEntries(
    RULED.flatMap((name) => (filters[name] === null ? [] : [[name, filters[name]]])),
  ) as AlbumRule;
  return Object.keys(rule).length > 0 ? rule : null;
}

/** The albums of the job, and making one of the filters. */
export function Albums({
  photos,
  filters,
  album,
  choose,
}: {
  photos: readonly RollPhoto[];
  filters: Filters;
  album: Album | null;
  choose: (album: Album | null) => void;
}) {
  const { zone } = useScreen();
  const albums = useAlbums();
  const rule = ruleOf(filters);
  const [isNaming, setNaming] = useState(false);
  const live = photos.filter(({ facts }) => facts.trashedAt === null && facts.hidden === null);
  return (
    <div className="roll-albums">
      {albums.length > 0 ? (
        <div className="choices" role="group" aria-label="Albums">
          {albums.map((one) => (
            <button
              key={one.id}
              type="button"
              className="choice-chip"
              aria-pressed={album?.id === one.id}
              onClick={() => choose(album?.id === one.id ? null : one)}
            >
              {one.name}{" "}
              <span className="roll-number">
                {live.filter((photo) => isInAlbum(photo, one, zone)).length}
              </span>
            </button>
          ))}
        </div>
      ) : null}
      {rule && isNaming ? (
        <NewAlbum rule={rule} done={() => setNaming(false)} />
      ) : rule ? (
        <Button type="button" kind="quiet" size="small" onClick={() => setNaming(true)}>
          Make this filter an album
        </Button>
      ) : null}
    </div>
  );
}

function NewAlbum({
  rule,
  done,
}: {
  rule: AlbumRule | null;
  /** @param id undefined if it wasn't made */
  done: (id?: string) => void;
}) {
  const { job } = useScreen();
  const { write, line } = useWrite();
  const [name, setName] = useState("");
  const save = async () => {
    if (!name.trim()) return;
    const id = newLocalId();
    if (await write({ kind: ALBUM, record: id, job, sets: { name: name.trim(), rule: rule && { ...rule } } }))
      done(id);
  };
  return (
    <form
      className="photo-word-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        name="album"
        label="Name of the album"
        required
        maxLength={LONGEST.word}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" kind="plain">
        Save album
      </Button>
      {line}
    </form>
  );
}

/** Puts the selected photos in an album that is filled by hand. */
export function AlbumPanel({ selected }: { selected: readonly RollPhoto[] }) {
  const albums = useAlbums().filter(({ rule }) => rule === null);
  const set = useSetFacts();
  const hashes = selected.map(({ shot }) => shot.sha256);
  const add = (id: string, name: string) =>
    void set(hashes, { [`album.${id}`]: true }, `In the album ${name}.`);
  const remove = (id: string, name: string) =>
    void set(hashes, { [`album.${id}`]: null }, `No longer in the album ${name}.`);
  return (
    <div className="roll-panel">
      <div className="choices" role="group" aria-label="Albums to put them in">
        {albums.map(({ id, name }) => {
          const isIn = selected.every(({ facts }) => facts.albums.includes(id));
          return (
            <button
              key={id}
              type="button"
              className="choice-chip"
              aria-pressed={isIn}
              onClick={() => (isIn ? remove : add)(id, name)}
            >
              {name}
            </button>
          );
        })}
      </div>
      <NewAlbum rule={null} done={(id) => id && add(id, "you just made")} />
    </div>
  );
}
