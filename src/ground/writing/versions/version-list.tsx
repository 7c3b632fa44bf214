import { Form, useNavigation } from "react-router";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { Table } from "#ui/table.tsx";
import { DifferenceList } from "./difference-list.tsx";
import type { Difference } from "./differences.ts";

export interface ListedVersion {
  readonly number: number;
  readonly made: "kept" | "edited" | "restored" | "another";
  /** Email of its author; null for a person no longer here. */
  readonly by: string | null;
  readonly at: { readonly words: string; readonly iso: string };
}

const MADE = {
  kept: "Saved to the account",
  edited: "Edited",
  restored: "Restored an earlier version",
  another: "New version from the generator",
} as const;

export function VersionList({
  versions,
  chosen,
  address,
  message,
  saved,
}: {
  versions: readonly ListedVersion[];
  /** Changes from the previous version, and what restoring it would change. */
  chosen: {
    readonly number: number;
    readonly changed: readonly Difference[];
    readonly back: readonly Difference[];
  } | null;
  address: string;
  message: string | null;
  saved: boolean;
}) {
  const sending = useNavigation().state !== "idle";
  const newest = versions[0]!.number;
  return (
    <>
      <StatusLine kind={message ? "error" : "done"} takesFocus={Boolean(message) || saved}>
        {message ?? (saved ? `Done. It’s version ${newest} now.` : null)}
      </StatusLine>
      <Table
        caption="Versions, newest first"
        rows={versions}
        rowKey={(version) => String(version.number)}
        columns={[
          {
            label: "Version",
            cell: (version) => (
              <a
                href={`${address}?number=${version.number}#version`}
                aria-current={chosen?.number === version.number || undefined}
              >
                {version.number === newest
                  ? `Version ${version.number}, as it is now`
                  : `Version ${version.number}`}
              </a>
            ),
          },
          { label: "What", cell: (version) => MADE[version.made] },
          { label: "Who", cell: (version) => <span className="wrap-anywhere">{version.by ?? "–"}</span> },
          { label: "When", cell: (version) => <time dateTime={version.at.iso}>{version.at.words}</time> },
        ]}
      />
      {chosen ? (
        <section className="section mt-8" id="version" aria-labelledby="version-title">
          <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <h2 className="text-2xl" id="version-title">
              Version {chosen.number}
            </h2>
            {chosen.number === newest ? null : (
              <Form method="post" action={address} preventScrollReset>
                <input type="hidden" name="number" value={chosen.number} />
                <input type="hidden" name="basis" value={newest} />
                <SubmitButton busy="Restoring..." sending={sending}>
                  Restore this version
                </SubmitButton>
              </Form>
            )}
          </header>
          {chosen.number === newest ? null : (
            <>
              <h3 className="mb-3">What restoring changes</h3>
              <DifferenceList
                differences={chosen.back}
                before="As it is now"
                after={`Version ${chosen.number}`}
              />
            </>
          )}
          {chosen.number > 1 ? (
            <>
              <h3 className="mt-8 mb-3">What it changed</h3>
              <DifferenceList
                differences={chosen.changed}
                before={`Version ${chosen.number - 1}`}
                after={`Version ${chosen.number}`}
              />
            </>
          ) : (
            <p className="mt-4">This is the text as it was saved.</p>
          )}
        </section>
      ) : (
        <p className="mt-6 max-w-measure">
          Choose a version to see what changed, sentence by sentence. Restoring makes a new version, so
          nothing is ever lost.
        </p>
      )}
      {versions.length === 1 ? (
        <p className="mt-4">
          <LinkButton href={address.replace(/versions$/, "edit")} kind="plain">
            Edit
          </LinkButton>
        </p>
      ) : null}
    </>
  );
}
