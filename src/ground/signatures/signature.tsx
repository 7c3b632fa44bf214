import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount, jobZone } from "#ground/businesses/public.server.ts";
import { moment } from "#platform/time/format.ts";
import { LinkButton } from "#ui/button.tsx";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { getSignature } from "./signatures.server.ts";
import { SignatureLine } from "./sign/signature-line.tsx";

export const meta = ({ loaderData }: { loaderData?: { title: string } | undefined }) => [
  { title: loaderData?.title ?? "Signature" },
];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const {
      copyFile: _copy,
      file: _file,
      choice: _choice,
      ...row
    } = await getSignature(ctx, args.params["signatureId"] ?? "");
    return {
      ...row,
      at: moment(row.at, await jobZone(ctx, row.jobId)),
      copySentAt: null,
      erasedAt: null,
      isErased: row.erasedAt !== null,
    };
  });
}

export default function OneSignature() {
  const {
    id,
    state,
    title,
    name,
    email,
    phone,
    means,
    drawing,
    statement,
    reason,
    sha256,
    at,
    zone,
    address,
    userAgent,
    disclosure,
    disclosureVersion,
    jobId,
    isErased,
  } = useLoaderData<typeof loader>();
  const isSigned = state === "signed";
  const who = name || "Someone";
  const facts: [string, string | null][] = [
    ["Agreed to", statement],
    ["Name", name],
    ["Email", email],
    ["Phone", phone],
    ["Method", means === "drawn" ? "Drawn" : means === "typed" ? "Typed" : null],
    ["Time zone of their device", zone],
    ["IP address", address],
    ["Browser", userAgent],
    ["Fingerprint of the document (SHA-256)", sha256],
  ];
  return (
    <Page narrow className="pb-16">
      <PageHeader title={<span className="wrap-anywhere">{title}</span>}>
        {isErased
          ? `${isSigned ? "Signed" : "Declined"}. Their details were deleted at their request.`
          : `${isSigned ? "Signed" : "Declined"} by ${who}, `}
        {isErased ? null : <time dateTime={at.iso}>{at.words}</time>}
      </PageHeader>
      {isSigned && !isErased ? (
        <>
          <SignatureLine name={name} drawing={drawing} />
          <div className="mt-6 mb-8 flex flex-wrap gap-3">
            <LinkButton href={`/account/signatures/${id}/copy`}>Download the signed copy (PDF)</LinkButton>
            <LinkButton href={`/account/signatures/${id}/document`} kind="plain">
              Download the document only
            </LinkButton>
          </div>
        </>
      ) : null}
      {!isSigned && !isErased ? (
        <Section title="Why" id="why">
          <p className="max-w-measure whitespace-pre-line">{reason || "No reason given."}</p>
        </Section>
      ) : null}
      <Section title="What we saved" id="kept">
        <DataList
          items={facts
            .filter((fact): fact is [string, string] => Boolean(fact[1]))
            .map(([label, value]) => [
              label,
              <span key={label} className="wrap-anywhere">
                {value}
              </span>,
            ])}
        />
        {jobId ? (
          <p className="mt-4">
            It’s in the job’s history:{" "}
            <a className="text-link" href={`/account/evidence/${jobId}`}>
              see the history
            </a>
            ,{" "}
            <a className="text-link" href={`/account/job/${jobId}`}>
              open the job
            </a>
            .
          </p>
        ) : null}
      </Section>
      {disclosure ? (
        <Section title="What they agreed to first" id="agreed">
          <p className="text-pencil">Version {disclosureVersion}</p>
          <div className="mt-3 grid max-w-measure gap-3">
            {disclosure.split("\n\n").map((words) => (
              <p key={words}>{words}</p>
            ))}
          </div>
        </Section>
      ) : null}
    </Page>
  );
}
