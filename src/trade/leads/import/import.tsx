import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { type FormFailure, refuseForm } from "#platform/http/answers.server.ts";
import { type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { Page, PageHeader } from "#ui/layout.tsx";
import { getImport } from "./data.server.ts";
import { ImportPreview } from "./preview.tsx";
import { ImportResult } from "./result.tsx";
import { type Mapping, mappingErrors, TARGETS } from "../csv/mapping.ts";
import { countImport, saveMapping } from "./preview.server.ts";
import { ordersSchema } from "./schema.ts";
import { discardImport, removeFile, startImport, undoImport } from "./start.server.ts";
import { importView } from "./view.server.ts";

/** Static, because the page polls with a plain refresh and client-side navigation would interfere. */
export const handle = { static: true };

export const meta = ({ loaderData }: { loaderData?: { fileName: string } | undefined }) => [
  { title: loaderData ? `Import of ${loaderData.fileName}` : "Import" },
];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "leads.import", (ctx) => importView(ctx, args.params["importId"] ?? ""));
}

type Values = Readonly<Record<string, string>>;

/** Changes the columns, or starts, discards or undoes the import. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params["importId"] ?? "";
  const form = await readForm(args.request);
  if (form["intent"] === "columns") return changeColumns(args, id, form);
  const answer = await inAccount(args, "leads.import", async (ctx) => {
    await getImport(ctx, id);
    try {
      return await decide(ctx, id, form);
    } catch (error) {
      return { refused: refuseForm(error, valuesOf(form)) };
    }
  });
  if ("refused" in answer) return answer.refused;
  // After the commit, when no row refers to the file anymore.
  await removeFile(answer.file);
  return redirect(answer.to, 303);
}

async function decide(
  ctx: AccountContext,
  id: string,
  form: PostedForm,
): Promise<{ to: string; file: string | null }> {
  const here = { to: `/account/leads/import/${id}`, file: null };
  switch (form["intent"]) {
    case "start":
      await startImport(ctx, id, form.check(ordersSchema));
      return here;
    case "undo":
      await undoImport(ctx, id);
      return here;
    case "discard":
      return { to: "/account/leads/import?discarded", file: await discardImport(ctx, id) };
    default:
      throw new AppError("invalid", "Choose what to do.");
  }
}

async function changeColumns(args: ActionFunctionArgs, id: string, form: PostedForm) {
  const { account, mapping, headers } = await inAccount(args, "leads.import", async (ctx) => {
    const file = await getImport(ctx, id);
    const chosen = readMapping(form, file.headers.length);
    await saveMapping(ctx, id, chosen);
    return { account: ctx.account.id, mapping: chosen, headers: file.headers };
  });
  try {
    // Outside the transaction: rereading a long file takes seconds.
    await countImport(account, id);
  } catch (error) {
    return refuseForm(error, valuesOf(form));
  }
  const errors: Readonly<Record<string, string>> = mappingErrors(mapping, headers);
  if (Object.keys(errors).length)
    return data<FormFailure<Values>>({ values: valuesOf(form), errors, message: null }, { status: 422 });
  return redirect(`/account/leads/import/${id}#columns`, 303);
}

const valuesOf = (form: PostedForm): Values =>
  Object.fromEntries(Object.entries<unknown>(form).map(([name, value]) => [name, String(value)]));

function readMapping(form: PostedForm, columns: number): Mapping {
  const chosen: Partial<Record<(typeof TARGETS)[number], number>> = {};
  for (const target of TARGETS) {
    const at = /^\d{1,3}$/.test(form[target] ?? "") ? Number(form[target]) : -1;
    if (target !== "id" && at >= 0 && at < columns) chosen[target] = at;
  }
  const answers = Object.fromEntries(
    ["file", ...Array.from({ length: columns }, (_, at) => String(at))].flatMap((at) => {
      const answer = form[`ask-${at}`];
      return answer === "out" || answer === "in" ? [[at, answer] as const] : [];
    }),
  );
  return {
    ...chosen,
    ...(Object.keys(answers).length ? { answers } : {}),
    ...(form["keepOthers"] === "yes" ? { keepOthers: true as const } : {}),
  };
}

export default function OneImport() {
  const view = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const isWorking = view.state === "running" || view.state === "undoing";
  return (
    <Page className="pb-16">
      {/* With the URL, because the fragment that the form leaves would prevent a reload. */}
      {isWorking ? <meta httpEquiv="refresh" content={`3;url=/account/leads/import/${view.id}`} /> : null}
      <PageHeader title={<span className="wrap-anywhere">{view.fileName}</span>}>
        {view.state === "ready" ? "Check before importing. Nothing is imported yet." : null}
      </PageHeader>
      {view.state === "ready" ? (
        <ImportPreview view={view} refused={refused} />
      ) : (
        <ImportResult view={view} message={refused?.message} />
      )}
      <p className="mt-10">
        <a className="text-link" href="/account/leads/import">
          All imports
        </a>
      </p>
    </Page>
  );
}
