import { useState } from "react";
import { useRecord } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import { DictatedText, useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { factsOf, LONGEST, PHOTO } from "../rules/photo.ts";
import { photoId } from "../rules/ids.ts";

/** The caption of one photo, typed or spoken. */
export function CaptionForm({
  sha256,
  isSpoken = false,
  done,
}: {
  sha256: string;
  /** Whether it listens right away. */
  isSpoken?: boolean;
  done: () => void;
}) {
  const { job } = useScreen();
  const record = useRecord(PHOTO, photoId(job, sha256));
  const { write, line } = useWrite();
  const [isSaving, setSaving] = useState(false);
  if (record === undefined) return null;
  const before = factsOf(record?.values ?? {}).caption;
  const save = async (form: FormData) => {
    const caption = fieldText(form, "caption") || null;
    if (isSaving) return;
    setSaving(true);
    const isSaved =
      caption === (before || null) ||
      (await write({
        ...{ kind: PHOTO, record: photoId(job, sha256), job },
        sets: { ...(record?.values["sha256"] ? {} : { sha256 }), caption },
      }));
    setSaving(false);
    if (isSaved) done();
  };
  return (
    <form
      className="photo-caption"
      onSubmit={(event) => {
        event.preventDefault();
        void save(new FormData(event.currentTarget));
      }}
    >
      <DictatedText
        name="caption"
        label="Caption"
        unmarked
        rows={2}
        maxLength={LONGEST.caption}
        defaultValue={before}
        isSpoken={isSpoken}
        autoFocus
      />
      {line}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" aria-disabled={isSaving || undefined}>
          Save caption
        </Button>
        <Button type="button" kind="quiet" onClick={done}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
