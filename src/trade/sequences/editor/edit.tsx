import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { listPages } from "#trade/leads/public.server.ts";
import { moment } from "#platform/time/words.ts";
import { Page, PageHeader } from "#ui/layout.tsx";
import { inOrder, openDraft } from "./drafts.server.ts";
import { edit } from "./edit-action.server.ts";
import { Editor } from "./editor.tsx";
import { previewFrame } from "../preview/frame.server.ts";
import { familyOf } from "./family.server.ts";

export const meta = () => [{ title: "Change the sequence" }];

/** What is edited of a sequence. An old version leads to the newest one. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const id = args.params["sequenceId"] ?? "";
    const draft = await openDraft(ctx, id);
    const versions = draft.changes && (await familyOf(ctx, draft.changes));
    if (versions && versions.latest !== id) throw redirect(`/account/sequences/${versions.latest}/edit`);
    const query = new URL(args.request.url).searchParams;
    const pages = (await listPages(ctx)).filter(({ closedAt }) => closedAt === null);
    const { replaced } = draft;
    return {
      id,
      text: inOrder(draft),
      revision: draft.revision,
      pages: pages.map((page) => ({ id: page.id, title: page.offer.title })),
      runs: draft.changes !== null && draft.changes.retiredAt === null,
      isNew: draft.changes === null,
      inside: versions?.here ?? 0,
      open: query.get("open"),
      frame: await previewFrame(ctx),
      isSaved: query.has("saved"),
      replaced: replaced
        ? { by: replaced.by, when: moment(Temporal.Instant.from(replaced.at), await zoneOf(ctx)).words, text: inOrder(replaced) }
        : null,
    };
  });
}

export const action = (args: ActionFunctionArgs) => edit(args);

/** The editor keeps its own text: what it saved by itself needs no page. */
export const shouldRevalidate = () => false;

export default function Edit() {
  const loaded = useLoaderData<typeof loader>();
  const typed = useActionData<typeof action>();
  return (
    <Page className="pb-12">
      <PageHeader title={loaded.isNew ? "New sequence" : "Change the sequence"}>
        {loaded.isNew
          ? "Steps in the order in which they come. Nothing is sent until you put it to work."
          : "What you change is a draft. Nothing changes for anybody until you put it to work."}
      </PageHeader>
      <Editor key={loaded.id} loaded={loaded} typed={typed} />
    </Page>
  );
}

/** What the editor begins with. */
export type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;
