import { type ReactNode, useState } from "react";
import { Form, useActionData, useLoaderData, useNavigation, useSearchParams } from "react-router";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Checkbox, Select } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { DONE } from "./done.ts";
import { FileFields, SheetFields, tooLarge } from "./fields.tsx";
import { LIBRARY } from "../sheets/path.ts";
import { changeSheet, loadSheet } from "./sheet.server.ts";

export const meta = ({ loaderData }: { loaderData?: { name: string } | undefined }) => [
  { title: loaderData?.name ?? "Sheet" },
];

export const loader = loadSheet;
export const action = changeSheet;

type Loaded = Awaited<ReturnType<typeof loadSheet>>;

/** A sheet of the library: its versions, its jobs, and what is known of it. */
export default function OfficeSheet() {
  const sheet = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const [params] = useSearchParams();
  const done = refused ? undefined : DONE[params.get("did") ?? ""];
  const sending = useNavigation().state !== "idle";
  const errorsOf = (what: string) => (refused?.values.what === what ? refused.errors : {});
  return (
    <Page className="pb-16">
      <PageHeader
        title={sheet.name}
        action={<LinkButton href={sheet.versions[0]!.href}>Open the PDF</LinkButton>}
      >
        <p>{sheet.about}</p>
        <a className="text-link" href={LIBRARY}>
          All sheets and plans
        </a>
      </PageHeader>
      <StatusLine kind="done">{done}</StatusLine>
      <StatusLine kind="error">{refused?.message}</StatusLine>
      {sheet.review ? <p className="sheet-due">Review {sheet.review}.</p> : null}
      {sheet.hasText ? null : (
        <p className="max-w-measure">This is a scan without text. Only its name and maker find it.</p>
      )}
      {sheet.isRemoved ? (
        <Form method="post" className="mt-4">
          <p className="mb-3">This sheet isn’t in the library anymore.</p>
          <SubmitButton name="do" value="restore" sending={sending}>
            Put it back
          </SubmitButton>
        </Form>
      ) : (
        <div className="sheet-columns">
          <div>
            <Jobs sheet={sheet} errors={errorsOf("put")} sending={sending} />
            <Versions sheet={sheet}>
              <NewVersion
                key={sheet.version}
                revisedOn={refused?.values.what === "version" ? refused.values.revisedOn : undefined}
                errors={errorsOf("version")}
                sending={sending}
              />
            </Versions>
          </div>
          <Section title="Details" id="details">
            <Form key={JSON.stringify(sheet.values)} method="post" className="form mt-3">
              <SheetFields
                values={refused?.values.what === "edit" ? refused.values : sheet.values}
                errors={errorsOf("edit")}
              />
              <SubmitButton name="do" value="edit" sending={sending}>
                Save
              </SubmitButton>
            </Form>
            <Form method="post" className="mt-8">
              <SubmitButton kind="quiet" name="do" value="remove" sending={sending}>
                Remove from the library
              </SubmitButton>
            </Form>
          </Section>
        </div>
      )}
      {sheet.isRemoved ? <Versions sheet={sheet} /> : null}
    </Page>
  );
}

function Jobs({
  sheet: { on, choices },
  errors,
  sending,
}: {
  sheet: Loaded;
  errors: Readonly<Record<string, string | undefined>>;
  sending: boolean;
}) {
  return (
    <Section title="Jobs" id="jobs">
      {on.length > 0 ? (
        <ul className="sheet-rows">
          {on.map(({ id, name, isPinned, poster }) => (
            <li key={id}>
              <p>
                <b>{name}</b>
                {isPinned ? <span className="sheet-pin">Pinned</span> : null}
              </p>
              {poster ? (
                <a className="text-link" href={poster}>
                  QR poster<span className="sr-only"> for {name}</span>
                </a>
              ) : null}
              <Form method="post">
                <input type="hidden" name="job" value={id} />
                <SubmitButton
                  kind="quiet"
                  size="small"
                  name="do"
                  value="off"
                  sending={sending}
                  aria-label={`Take it off ${name}`}
                >
                  Take it off
                </SubmitButton>
              </Form>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-3">It’s on no job yet.</p>
      )}
      {choices.length > 0 ? (
        <Form method="post" className="form mt-4" key={on.length}>
          <Select
            name="job"
            label="Put it on a job"
            required
            placeholder="Choose a job"
            options={choices}
            error={errors["job"]}
          />
          <Checkbox
            name="pinned"
            label="Pin it: saved on every phone of that job, for when there’s no signal"
          />
          <SubmitButton kind="plain" name="do" value="put" sending={sending}>
            Put it on the job
          </SubmitButton>
        </Form>
      ) : null}
    </Section>
  );
}

const Versions = ({ sheet: { versions }, children }: { sheet: Loaded; children?: ReactNode }) => (
  <Section title="Versions" id="versions">
    <ul className="sheet-rows">
      {versions.map(({ version, href, revised, added, pages, fileName, hasText }, at) => (
        <li key={version}>
          <p>
            <a className="text-link" href={href}>
              Version {version}
              {at === 0 ? ", the latest" : ""}
            </a>
            <span className="estimate-quiet">
              {[
                ...(revised ? [`revised ${revised}`] : []),
                ...[`added ${added}`, pages === 1 ? "1 page" : `${pages} pages`, fileName],
                ...(hasText ? [] : ["a scan"]),
              ].join(", ")}
            </span>
          </p>
        </li>
      ))}
    </ul>
    {children}
  </Section>
);

function NewVersion({
  revisedOn,
  errors,
  sending,
}: {
  revisedOn: string | undefined;
  errors: Readonly<Record<string, string | undefined>>;
  sending: boolean;
}) {
  const [large, setLarge] = useState("");
  return (
    <details className="mt-4" open={Object.keys(errors).length > 0}>
      <summary>Add a new version</summary>
      <Form
        method="post"
        encType="multipart/form-data"
        className="form mt-3"
        onSubmit={(event) => {
          const why = tooLarge(event.currentTarget);
          setLarge(why);
          if (why) event.preventDefault();
        }}
      >
        <FileFields revisedOn={revisedOn} errors={large ? { ...errors, files: large } : errors} />
        <SubmitButton kind="plain" busy="Saving and reading it..." sending={sending}>
          Save the new version
        </SubmitButton>
      </Form>
    </details>
  );
}
