import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { Page, PageHeader } from "#ui/layout.tsx";
import { edit } from "./edit-action.server.ts";
import { Editor } from "./editor.tsx";
import { loadEditor } from "./load-editor.server.ts";

export const meta = () => [{ title: "Edit follow-up" }];

export const loader = (args: LoaderFunctionArgs) => loadEditor(args);

export const action = (args: ActionFunctionArgs) => edit(args);

/** Autosave must not reload the page: the editor has the newest text. */
export const shouldRevalidate = () => false;

export default function Edit() {
  const loaded = useLoaderData<typeof loader>();
  const typed = useActionData<typeof action>();
  return (
    <Page className="pb-12">
      <PageHeader title={loaded.isNew ? "New follow-up" : "Edit follow-up"}>
        {loaded.isNew ? "Nothing is sent until you publish." : "Your changes are a draft until you publish."}
      </PageHeader>
      <Editor key={loaded.id} loaded={loaded} typed={typed} />
    </Page>
  );
}
