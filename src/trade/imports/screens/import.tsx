import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { actInAccount, inAccount } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { type FormFailure, refuseForm } from "#platform/http/answers.server.ts";
import { type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { Page, PageHeader } from "#ui/layout.tsx";
import { changeImport, choiceErrors } from "../choices.server.ts";
import { removeUnneeded } from "../run/stored-file.server.ts";
import { discardImport, startImport, startUndo } from "../start.server.ts";
import { importView } from "../view.server.ts";
import { Preview } from "./preview.tsx";
import { Result } from "./result.tsx";

/** Static, because the page polls with a plain refresh and client-side navigation would interfere. */
export const handle = { static: true };

export const meta = ({ loaderData }: { loaderData?: { fileName: string } | undefined }) => [
  { title: loaderData ? `Import of ${loaderData.fileName}` : "Import" },
];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "leads.import", (ctx) => importView(ctx, args.params["moveId"] ?? ""));
}

/** Changes what the file is, or starts, discards or undoes the import. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params["moveId"] ?? "";
  const form = await readForm(args.request);
  try {
    if (form["intent"] === "choices") return await choose(args, id, form);
    const { account, file } = await actInAccount(args, "leads.import", async (ctx) => ({
      account: ctx.account.id,
      file: await decide(ctx, id, form["intent"]),
    }));
    // After the commit, when no row refers to the file anymore.
    await removeUnneeded(account, file);
    return redirect(
      form["intent"] === "discard" ? "/account/imports?discarded" : `/account/imports/${id}`,
      303,
    );
  } catch (error) {
    return refuseForm(error, valuesOf(form));
  }
}

/** @returns a file that isn’t needed anymore */
async function decide(ctx: AccountContext, id: string, intent: string | undefined): Promise<string | null> {
  switch (intent) {
    case "start":
      await startImport(ctx, id);
      return null;
    case "undo":
      return startUndo(ctx, id);
    case "discard":
      return discardImport(ctx, id);
    default:
      throw new AppError("invalid", "Choose what to do.");
  }
}

async function choose(args: ActionFunctionArgs, id: string, form: PostedForm) {
  const account = await inAccount(args, "leads.import", async (ctx) => ctx.account.id);
  const to = await changeImport({ account, id }, form, (work) => actInAccount(args, "leads.import", work));
  if (to) return redirect(to, 303);
  const errors = await inAccount(args, "leads.import", (ctx) => choiceErrors(ctx, id));
  if (Object.keys(errors).length > 0)
    return data<FormFailure<Values>>({ values: valuesOf(form), errors, message: null }, { status: 422 });
  return redirect(`/account/imports/${id}#found`, 303);
}

type Values = Readonly<Record<string, string>>;

const valuesOf = (form: PostedForm): Values =>
  Object.fromEntries(Object.entries<unknown>(form).map(([name, value]) => [name, String(value)]));

export default function OneImport() {
  const view = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const isWorking = view.state === "running" || view.state === "undoing";
  return (
    <Page className="pb-16">
      {/* With the URL, because the fragment that the form leaves would prevent a reload. */}
      {isWorking ? <meta httpEquiv="refresh" content={`3;url=/account/imports/${view.id}`} /> : null}
      <PageHeader title={<span className="wrap-anywhere">{view.fileName}</span>}>
        {view.state === "ready" ? "Check what we found. Nothing is saved yet." : null}
      </PageHeader>
      {view.state === "ready" ? (
        <Preview view={view} refused={refused} />
      ) : (
        <Result view={view} message={refused?.message} />
      )}
      <p className="mt-10">
        <a className="text-link" href="/account/imports">
          All imports
        </a>
      </p>
    </Page>
  );
}
