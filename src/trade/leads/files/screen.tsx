import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { actInAccount, inAccount } from "#ground/businesses/public.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { Page, PageHeader } from "#ui/layout.tsx";
import { getLead } from "../data.server.ts";
import { removeFile, restoreFile } from "./files.server.ts";
import { LeadFiles } from "./list.tsx";
import { receiveFilesOf } from "./receive.server.ts";
import { showFiles } from "./show.server.ts";

export const meta = ({ loaderData }: { loaderData?: { name: string } | undefined }) => [
  { title: loaderData ? `Files of ${loaderData.name}` : "Files" },
];

/** The files of one lead alone: what a refused upload comes back to. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const { id, name } = await getLead(ctx, args.params["leadId"] ?? "");
    return { id, name, files: await showFiles(ctx, id) };
  });
}

/** Saves uploaded files outside of any transaction; `do` removes one, or restores it. */
export async function action(args: ActionFunctionArgs) {
  const { request, params } = args;
  const leadId = params["leadId"] ?? "";
  try {
    if (request.headers.get("content-type")?.startsWith("multipart/")) {
      const lead = await actInAccount(args, "work.write", async (ctx) => ({
        accountId: ctx.account.id,
        userId: ctx.user!.id,
        leadId: (await getLead(ctx, leadId)).id,
      }));
      await receiveFilesOf(lead, request);
    } else {
      const { do: what, file = "" } = await readForm(request);
      await actInAccount(args, "work.write", async (ctx) => {
        const { id } = await getLead(ctx, leadId);
        await (what === "restore" ? restoreFile : removeFile)(ctx, id, file);
      });
    }
  } catch (error) {
    return refuseForm(error, {});
  }
  return redirect(`/account/leads/${leadId}#files`, 303);
}

export default function Files() {
  const { id, name, files } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Page narrow className="pb-16">
      <PageHeader title={name}>
        <a className="text-link" href={`/account/leads/${id}#files`}>
          Back to {name}
        </a>
      </PageHeader>
      <LeadFiles
        leadId={id}
        files={files}
        error={refused?.errors["files"]}
        message={refused?.message}
        sending={useNavigation().state !== "idle"}
      />
    </Page>
  );
}
