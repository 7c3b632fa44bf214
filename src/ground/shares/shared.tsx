import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useParams,
} from "react-router";
import { publicProfileOf, getBusiness } from "#ground/businesses/public.server.ts";
import { acceptSignal, visitMarkFor } from "#ground/events/public.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { Field } from "#ui/field.tsx";
import { atLink, atShare } from "./open.server.ts";
import { isPasscode, unlocked } from "./passcode.server.ts";
import { isLogged, LONGEST_PASSCODE, NO_FILE } from "./rules.ts";
import { countGuess, clearGuess, recordVisitLater } from "./visits.server.ts";

export const handle = { static: true };

export const meta = ({ loaderData }: { loaderData?: { title: string } | undefined }) =>
  // The error page has its own.
  loaderData ? [{ title: loaderData.title }, { name: "robots", content: "noindex" }] : [];

// `same-origin`: this site needs the referrer for the form's origin check; other sites never see the address.
export const headers = () => ({ "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" });

/**
 * Viewing changes nothing but the owner's log, because mail scanners follow every link. Behind a passcode not
 * even the title is shown.
 */
export function loader({ params, request }: LoaderFunctionArgs) {
  return answering(() =>
    atLink(request, params["token"], async (ctx, link, isOpen) => {
      const { id, kind, title, madeFor, askSignature, page, file } = link;
      const what = file === NO_FILE ? "page" : "document";
      if (isOpen && page !== null)
        throw redirect(`/s/${params["token"]}/${page}${new URL(request.url).search}`, 303);
      if (isLogged(kind)) recordVisitLater(ctx.account.id, request, id, "looked");
      const face = publicProfileOf(await getBusiness(ctx));
      return isOpen
        ? { isOpen, what, title, askSignature, face, here: visitMarkFor(ctx, request, madeFor) }
        : {
            isOpen,
            what,
            title: `A ${what} from ${face.business}`,
            askSignature: false,
            face,
            here: undefined,
          };
    }),
  );
}

/**
 * Opens the document. The button press counts as a sign of a person, with or without script. `unlock` checks
 * the passcode first; ten wrong ones within an hour lock the link for everyone for a while, and the owner
 * sees them.
 */
export function action({ params, request }: ActionFunctionArgs) {
  const { token } = params;
  return answering(async () => {
    const { here = "", do: answer, passcode = "" } = await readForm(request);
    if (answer === "unlock") return unlock(request, token, passcode);
    const { id, kind, madeFor, account } = await atShare(request, token, async (ctx, document) => ({
      ...document,
      account: ctx.account.id,
    }));
    // Logged in the background, so that the reader doesn't wait.
    if (isLogged(kind)) recordVisitLater(account, request, id, answer === "save" ? "saved" : "opened");
    if (madeFor)
      void acceptSignal(here, request.headers, { personId: madeFor, what: "downloaded", about: id });
    return redirect(`/s/${token}/file${answer === "save" ? "?download" : ""}`, 303);
  });
}

async function unlock(
  request: Request,
  token: string | undefined,
  passcode: string,
): Promise<Response | ReturnType<typeof refuse>> {
  const lock = await atLink(request, token, async (ctx, { id, passcodeHash }) => ({
    id,
    passcodeHash,
    account: ctx.account.id,
    guess: passcodeHash === null ? null : await countGuess(ctx, request, id),
  }));
  const { id, passcodeHash, account, guess } = lock;
  if (passcodeHash === null) return redirect(`/s/${token}`, 303);
  if (guess === null)
    return refuse("Too many wrong passcodes. Wait an hour, or ask the business for a new one.");
  // Outside a transaction: hashing is slow by design.
  if (!(await isPasscode(passcodeHash, passcode)))
    return refuse(
      "That’s not the passcode. You got it separately from the link, so check your other messages.",
    );
  return withAccount(account, async (ctx) => {
    await clearGuess(ctx, guess);
    return redirect(`/s/${token}`, {
      status: 303,
      headers: { "Set-Cookie": unlocked(id, passcodeHash, ctx.now) },
    });
  });
}

const refuse = (words: string) =>
  refuseForm(new AppError("invalid", words, { fields: { passcode: words } }), {});

export default function Shared() {
  const { token } = useParams();
  const { isOpen, what, title, askSignature, face, here } = useLoaderData<typeof loader>();
  return (
    <ClientPage face={face} here={here}>
      <p className="label">From {face.business}</p>
      <h1 className="mt-2">{isOpen ? title : `This ${what} needs a passcode`}</h1>
      {isOpen ? (
        <form method="post" action="?" className="mt-6 flex flex-wrap gap-3">
          {here ? <input type="hidden" name="here" value={here} /> : null}
          <SubmitButton name="do" value="read">
            Read it (PDF)
          </SubmitButton>
          <SubmitButton name="do" value="save" kind="plain">
            Download
          </SubmitButton>
        </form>
      ) : (
        <Locked />
      )}
      {askSignature ? (
        <p className="mt-8 max-w-measure">
          {face.business || "The business"} is asking you to sign this. Read it first.
          <LinkButton className="mt-4" href={`/s/${token}/sign`} kind="signal" size="large">
            Sign
          </LinkButton>
        </p>
      ) : null}
    </ClientPage>
  );
}

function Locked() {
  const refused = useActionData<typeof action>();
  const errors = refused && "errors" in refused ? refused.errors : {};
  return (
    <form method="post" action="?" className="form mt-6 max-w-narrow">
      <Field
        name="passcode"
        label="Passcode"
        required
        unmarked
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2 * LONGEST_PASSCODE}
        hint="The business gave it to you separately from the link."
        error={errors["passcode"]}
      />
      <SubmitButton name="do" value="unlock" busy="One moment...">
        Open
      </SubmitButton>
    </form>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
