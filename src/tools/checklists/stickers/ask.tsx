import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { getBusiness, publicProfileOf } from "#ground/businesses/public.server.ts";
import { withNext } from "#ground/identity/public.server.ts";
import { isId, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering } from "#platform/http/answers.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { dialled } from "#ui/dialled.ts";

export const meta = () => [{ title: "A checklist’s sticker" }, { name: "robots", content: "noindex" }];

const SCANNED = /^\/account\/job\/[\da-f-]{36}\/checklists\/due\/[\da-f-]{36}$/;

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  answering(async () => {
    const { accountId = "" } = params;
    const next = new URL(request.url).searchParams.get("next") ?? "";
    if (!isId(accountId) || !SCANNED.test(next)) throw new AppError("not_found", "That page doesn’t exist.");
    const business = await withAccount(accountId, getBusiness);
    return { face: publicProfileOf(business), login: withNext("/login", next) };
  });

/** For people who scan a sticker without access: whose it is, and nothing of the job. */
export default function AskForAccess() {
  const { face, login } = useLoaderData<typeof loader>();
  const { business, phone } = face;
  const who = business || "the business that put it up";
  return (
    <ClientPage face={face}>
      <h1 className="text-3xl">This sticker opens a checklist</h1>
      <p className="mt-4 max-w-measure">
        It’s for people who work with {who}. Log in if you do. If you should walk this list and can’t, ask{" "}
        {who}
        {phone ? (
          <>
            {" "}
            at{" "}
            <a className="text-link" href={`tel:${dialled(phone)}`}>
              {phone}
            </a>
          </>
        ) : null}{" "}
        to add you to the job.
      </p>
      <p className="mt-6">
        <LinkButton href={login}>Log in</LinkButton>
      </p>
    </ClientPage>
  );
}
