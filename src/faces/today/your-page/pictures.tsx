import { Form } from "react-router";
import type { Profile } from "#trade/leads/public.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";

const ACCEPT = "image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif";

interface Part {
  readonly error: string | undefined;
  readonly did: string | null;
  readonly sending: boolean;
}

/** The photo of whom clients meet. */
export function FacePart({ face, error, did, sending }: Part & { face: string | null }) {
  return (
    <div className="mt-3">
      <Form key={face ?? ""} method="post" action="?add=face" encType="multipart/form-data" className="form">
        {face ? (
          <img className="from-face" src={face} alt="How clients see you" width={72} height={72} />
        ) : null}
        <Field
          name="face"
          type="file"
          label={face ? "Change your photo" : "Your photo"}
          accept={ACCEPT}
          required
          unmarked
          hint="Your face beats a stock photo. Shown small and round."
          error={error}
        />
        <SubmitButton kind="plain" busy="Saving..." sending={sending}>
          Save photo
        </SubmitButton>
        <StatusLine kind="done">
          {did === "face" ? "Saved. Your page has it now." : did === "no-face" ? "Removed." : null}
        </StatusLine>
      </Form>
      {face ? (
        <Form method="post">
          <SubmitButton
            kind="stop"
            size="small"
            name="do"
            value="no-face"
            busy="Removing..."
            sending={sending}
          >
            Remove your photo
          </SubmitButton>
        </Form>
      ) : null}
    </div>
  );
}

/** Pictures of recent work: from this device, or from the jobs. */
export function WorkPart({
  work,
  photos,
  recentPath,
  error,
  did,
  sending,
}: Part & { work: Profile["work"]; photos: readonly string[]; recentPath: string }) {
  const removed = did?.startsWith("removed-") ? did.slice("removed-".length) : null;
  return (
    <div className="mt-8">
      <Form key={work.length} method="post" action="?add=work" encType="multipart/form-data" className="form">
        <Field
          name="work"
          type="file"
          label="Recent work"
          accept={ACCEPT}
          multiple
          required
          unmarked
          hint="Up to 12 photos your clients are happy for you to show. We remove where and when they were taken."
          error={error}
        />
        <SubmitButton kind="plain" busy="Adding..." sending={sending}>
          Add photos
        </SubmitButton>
      </Form>
      <StatusLine kind="done">
        {did === "work"
          ? "Added. Your page has them now."
          : did === "caption"
            ? "Saved."
            : did === "restored"
              ? "Back on your page."
              : null}
      </StatusLine>
      {removed ? (
        <Form method="post" className="flex flex-wrap items-center gap-3">
          <p role="status">Removed from your page.</p>
          <input type="hidden" name="picture" value={removed} />
          <SubmitButton
            kind="quiet"
            size="small"
            name="do"
            value="restore"
            busy="One moment..."
            sending={sending}
          >
            Undo
          </SubmitButton>
        </Form>
      ) : null}
      <ul className="mt-4 grid gap-4">
        {work.map((photo, at) => (
          <li key={photo.id} className="flex gap-4">
            <img
              className="picked-photo"
              src={photo.thumb}
              alt={photo.caption ?? `Picture ${at + 1}`}
              width={photo.width}
              height={photo.height}
              loading="lazy"
            />
            <Form method="post" className="form min-w-0 flex-1">
              <input type="hidden" name="picture" value={photo.id} />
              <Field
                id={`caption-${photo.id}`}
                name="caption"
                label={`Caption of picture ${at + 1}`}
                maxLength={120}
                defaultValue={photo.caption ?? ""}
              />
              <div className="flex flex-wrap gap-3">
                <SubmitButton
                  kind="plain"
                  size="small"
                  name="do"
                  value="caption"
                  busy="Saving..."
                  sending={sending}
                >
                  Save caption
                </SubmitButton>
                <SubmitButton
                  kind="quiet"
                  size="small"
                  name="do"
                  value="remove"
                  busy="Removing..."
                  sending={sending}
                  aria-label={`Remove picture ${at + 1}`}
                >
                  Remove
                </SubmitButton>
              </div>
            </Form>
          </li>
        ))}
      </ul>
      {recentPath ? (
        <p className="mt-6 max-w-measure">
          Photos and before and afters from your jobs that clients agreed to show are in{" "}
          <a className="text-link" href={recentPath}>
            Recent work
          </a>
          .
        </p>
      ) : null}
      {photos.length ? (
        <details className="fold mt-6">
          <summary>Choose from your job photos</summary>
          <p className="mt-2 max-w-measure">
            Nothing from your jobs is on your page unless you tap it here. Ask the client first.
          </p>
          <ul className="work-photos">
            {photos.map((sha256, at) => (
              <li key={sha256}>
                <Form method="post">
                  <input type="hidden" name="picture" value={sha256} />
                  <button
                    type="submit"
                    name="do"
                    value="pick"
                    aria-label={`Show job photo ${at + 1} on your page`}
                  >
                    <img
                      src={`/account/media/${sha256}/thumb`}
                      alt=""
                      width={320}
                      height={240}
                      loading="lazy"
                    />
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
