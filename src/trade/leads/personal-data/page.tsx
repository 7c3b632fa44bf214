import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useParams,
} from "react-router";
import { type PublicProfile, publicProfileOf, getBusiness } from "#ground/businesses/public.server.ts";
import { isSigned, sign } from "#platform/config/signing.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { accountOfToken } from "#platform/db/tokens.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { DataList, Section } from "#ui/layout.tsx";
import { eraseLeadWithRetry } from "./erase.server.ts";
import { type PersonalData, personalDataOf, RETAINED_BY_LAW } from "./personal-data.server.ts";
import { atLink, type PersonalDataLink, isVisit, openLink } from "./links.server.ts";

export const handle = { static: true };

export const meta = ({ loaderData }: { loaderData?: unknown }) =>
  loaderData ? [{ title: "Your information" }, { name: "robots", content: "noindex" }] : [];

export const headers = () => ({ "Referrer-Policy": "no-referrer", "Cache-Control": "no-store" });

/** Doesn't open the link: mail scanners follow every link, and it opens once. */
export function loader({ params, request }: LoaderFunctionArgs) {
  return answering((): Promise<{ face: PublicProfile; link: PersonalDataLink["state"] | "erased" }> => {
    const [token, erased] = [params["token"] ?? "", new URL(request.url).searchParams.get("erased")];
    const accountId = accountOfToken(token);
    // The erasure deleted the link, so its signature proves that it existed.
    if (accountId && erased && isSigned(ERASED, token, Buffer.from(erased, "base64url")))
      return withAccount(accountId, async (ctx) => ({
        face: publicProfileOf(await getBusiness(ctx)),
        link: "erased",
      }));
    return atLink(token, async (ctx, link) => ({
      face: publicProfileOf(await getBusiness(ctx)),
      link: link.state,
    }));
  });
}

const ERASED = "a lead had themselves erased";

type Step =
  | {
      readonly step: "shown";
      readonly mark: string;
      readonly held: PersonalData;
      readonly kept: typeof RETAINED_BY_LAW;
    }
  | { readonly step: "asked"; readonly mark: string }
  | { readonly step: "over" };

/** Opens the link, once. Later forms carry the mark of the visit that opened it. */
export function action({ params, request }: ActionFunctionArgs) {
  return answering(async () => {
    const form = await readForm(request);
    const shown = await atLink(
      params["token"],
      async (ctx, link): Promise<Step | { step: "erase"; accountId: string; leadId: string }> => {
        const requested = form["do"] ?? "open";
        const mark = requested === "open" ? await openLink(ctx, link) : form["mark"];
        if (!mark || !(await isVisit(ctx, link, mark))) return { step: "over" };
        if (requested === "erase") return { step: "asked", mark };
        if (requested === "erase-for-good")
          return { step: "erase", accountId: ctx.account.id, leadId: link.leadId };
        return { step: "shown", mark, held: await personalDataOf(ctx, link.leadId), kept: RETAINED_BY_LAW };
      },
    );
    if (shown.step !== "erase") return data<Step>(shown, shown.step === "over" ? 410 : 200);
    await eraseLeadWithRetry(shown.accountId, shown.leadId);
    const token = params["token"] ?? "";
    return redirect(`/mine/${token}?erased=${sign(ERASED, token).toString("base64url")}`, 303);
  });
}

export default function Mine() {
  const { face, link } = useLoaderData<typeof loader>();
  const shown = useActionData<Step>();
  const { token = "" } = useParams();
  const { business } = face;
  return (
    <ClientPage face={face}>
      {shown?.step === "shown" ? (
        <Everything business={business} token={token} shown={shown} />
      ) : shown?.step === "asked" ? (
        <>
          <h1>Delete everything about you?</h1>
          <p className="mt-6 max-w-measure text-lg">
            {business} will lose your name, your contact details, what you agreed to, what you wrote, and what
            you were sent. This can’t be undone, and links to documents you were sent stop working.
          </p>
          <p className="mt-4 max-w-measure">
            One thing stays, so that {business} doesn’t email or text you from here again: a scrambled
            fingerprint of your email address and any phone number.
          </p>
          <form method="post" className="mt-8 flex flex-wrap gap-4">
            <input type="hidden" name="mark" value={shown.mark} />
            <SubmitButton kind="stop" name="do" value="erase-for-good" busy="Erasing...">
              Delete for good
            </SubmitButton>
            <SubmitButton kind="plain" name="do" value="show" busy="One moment...">
              Cancel
            </SubmitButton>
          </form>
        </>
      ) : link === "erased" ? (
        <>
          <h1>Your information is deleted</h1>
          <p className="mt-6 max-w-measure text-lg">
            {business} has nothing about you anymore except the fingerprint of your email address and any
            phone number, and won’t email or text you from here again.
          </p>
        </>
      ) : shown?.step === "over" || link !== "fresh" ? (
        <>
          <h1>{link === "expired" ? "This link has expired" : "This link was already used"}</h1>
          <p className="mt-6 max-w-measure text-lg">
            It works once, for an hour. For a new one, tap “Unsubscribe” at the bottom of any email from{" "}
            {business} and ask for the link again.
          </p>
        </>
      ) : (
        <>
          <h1>What {business} has on file about you</h1>
          <p className="mt-6 max-w-measure text-lg">
            The link works once, so continue when you have a minute.
          </p>
          <form method="post" className="mt-8">
            <SubmitButton size="large" name="do" value="open" busy="One moment...">
              Show my information
            </SubmitButton>
          </form>
        </>
      )}
    </ClientPage>
  );
}

const MAX_SHOWN = 400;

function Everything({
  business,
  token,
  shown: { mark, held, kept },
}: {
  business: string;
  token: string;
  shown: Extract<Step, { step: "shown" }>;
}) {
  return (
    <>
      <h1>What {business} has on file about you</h1>
      <form method="post" className="mt-8">
        <input type="hidden" name="mark" value={mark} />
        <div className="flex flex-wrap gap-4">
          <SubmitButton kind="plain" formAction={`/mine/${token}/file`} busy="Fetching...">
            Download as JSON
          </SubmitButton>
          <SubmitButton kind="stop" name="do" value="erase" busy="One moment...">
            Delete my information
          </SubmitButton>
        </div>
      </form>
      <div className="mt-8">
        <DataList items={held.about} />
      </div>
      {held.parts.map(({ heading, lines }) => (
        <Section key={heading} title={heading}>
          {lines.length ? (
            lines.map((line, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines are shown once and never change
              <div key={at} className="mt-4">
                <DataList
                  items={Object.entries(line).map(([term, words]) => [
                    term,
                    words.length > MAX_SHOWN ? (
                      <details key={term} className="fold -my-2.5">
                        <summary>Show</summary>
                        <p className="pb-2.5 whitespace-pre-line wrap-anywhere">{words}</p>
                      </details>
                    ) : (
                      <span key={term} className="whitespace-pre-line wrap-anywhere">
                        {words}
                      </span>
                    ),
                  ])}
                />
              </div>
            ))
          ) : (
            <p className="mt-4">Nothing.</p>
          )}
        </Section>
      ))}
      <Section title="What stays if you delete it">
        {kept.length ? (
          <DataList items={kept.map(({ what, why }) => [what, why])} />
        ) : (
          <p className="mt-4 max-w-measure">
            The law doesn’t require {business} to keep anything. A fingerprint of your email address and any
            phone number stays, so {business} doesn’t email or text you from here again. Backups are
            overwritten over time.
          </p>
        )}
      </Section>
    </>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
