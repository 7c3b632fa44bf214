import { useState } from "react";
import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { MOST_FILE_BYTES } from "./limits.ts";

export interface ShownFile {
  readonly id: string;
  readonly name: string;
  /** Its size and day. */
  readonly about: string;
  readonly hasThumb: boolean;
  readonly isRemoved: boolean;
}

/** Files and photos of a person, and a form for more. */
export function LeadFiles({
  leadId,
  files,
  error,
  message,
  sending,
}: {
  leadId: string;
  files: readonly ShownFile[];
  error?: string | undefined;
  message?: string | null | undefined;
  sending: boolean;
}) {
  const path = `/account/leads/${leadId}/files`;
  const [tooLarge, setTooLarge] = useState("");
  return (
    <Section title="Files and photos" id="files">
      {files.length ? (
        <ul className="mt-3 border-t border-rule">
          {files.map((file) => (
            <li key={file.id} className="flex items-center gap-3 border-b border-rule py-2">
              <FileName file={file} path={path} />
              <Form method="post" action={path}>
                <input type="hidden" name="file" value={file.id} />
                <SubmitButton
                  kind="quiet"
                  size="small"
                  name="do"
                  value={file.isRemoved ? "restore" : "remove"}
                  busy="One moment..."
                  sending={sending}
                  aria-label={`${file.isRemoved ? "Undo removing" : "Remove"} ${file.name}`}
                >
                  {file.isRemoved ? "Undo" : "Remove"}
                </SubmitButton>
              </Form>
            </li>
          ))}
        </ul>
      ) : null}
      <Form
        key={files.length}
        method="post"
        action={path}
        encType="multipart/form-data"
        className="form mt-3"
        onSubmit={(event) => {
          // Checked before 25 megabytes are uploaded for nothing.
          const chosen = new FormData(event.currentTarget).getAll("files");
          const large = chosen.find((one) => one instanceof File && one.size > MOST_FILE_BYTES);
          setTooLarge(
            large instanceof File
              ? `${large.name} is larger than 25\u00a0MB. Please choose a smaller one.`
              : "",
          );
          if (large) event.preventDefault();
        }}
      >
        <Field
          name="files"
          type="file"
          label="Add files or photos"
          multiple
          required
          unmarked
          hint="Plans, contracts, photos: up to 25 MB each. Only your team sees them."
          error={tooLarge || error}
        />
        <SubmitButton kind="plain" busy="Saving..." sending={sending}>
          Save files
        </SubmitButton>
        <StatusLine kind="error">{message}</StatusLine>
      </Form>
    </Section>
  );
}

function FileName({
  file: { id, name, about, hasThumb, isRemoved },
  path,
}: {
  file: ShownFile;
  path: string;
}) {
  if (isRemoved)
    return (
      <p className="min-w-0 flex-1 text-pencil wrap-anywhere" role="status">
        Removed: {name}
      </p>
    );
  return (
    <>
      {hasThumb ? (
        <img
          className="file-thumb"
          src={`${path}/${id}?small`}
          alt=""
          width={56}
          height={56}
          loading="lazy"
        />
      ) : null}
      <p className="min-w-0 flex-1 wrap-anywhere">
        <a className="text-link inline-flex min-h-11 items-center" href={`${path}/${id}`} download={name}>
          {name}
        </a>
        <span className="block text-sm text-pencil">{about}</span>
      </p>
    </>
  );
}
