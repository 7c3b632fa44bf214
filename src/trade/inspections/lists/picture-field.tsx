import { useState } from "react";
import { drawSmaller, Thumbnail, useObjectUrl } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";

/** Pixels: sharp on a phone that is held sideways, and small enough to be on every phone. */
const LONGEST_SIDE = 1_600;

/**
 * The picture of an instruction. It is made smaller here and saved with the item.
 * @param saved SHA-256 of the one that the item has
 * @param picture a new one
 */
export function PictureField({
  saved,
  picture,
  set,
}: {
  saved: string | null;
  picture: Blob | undefined;
  set: (picture: Blob | undefined, saved: string | null) => void;
}) {
  const [why, setWhy] = useState<string>();
  const address = useObjectUrl(picture);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const smaller = await drawSmaller(file, LONGEST_SIDE);
    setWhy(smaller ? undefined : "This browser can’t open that file as a picture. Choose a JPEG or PNG.");
    if (smaller) set(smaller, null);
  };
  return (
    <div className="list-picture">
      <Field
        name="picture"
        type="file"
        label={saved || picture ? "Another picture" : "Picture"}
        hint="Shows how it’s done. It’s on phones without a signal too."
        unmarked
        accept="image/*"
        error={why}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      {address ? <img src={address} alt="The new one" /> : null}
      {!address && saved ? (
        <span className="photo">
          <Thumbnail shot={{ sha256: saved, type: "image/jpeg", at: 0 }} />
        </span>
      ) : null}
      {picture || saved ? (
        <Button type="button" kind="quiet" size="small" onClick={() => set(undefined, null)}>
          Remove picture
        </Button>
      ) : null}
    </div>
  );
}
