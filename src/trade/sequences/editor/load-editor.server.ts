import { type LoaderFunctionArgs, redirect, type useLoaderData } from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { adviceOn } from "#ground/writing/public.server.ts";
import { listPages } from "#trade/leads/public.server.ts";
import { moment } from "#platform/time/format.ts";
import { matterEvents } from "../plan/matter-events.ts";
import { previewFrame } from "../preview/frame.server.ts";
import { withSortedKeys, openDraft } from "../draft/drafts.server.ts";
import { loadVersions } from "../draft/versions.server.ts";

/** Loads the editor. An old version redirects to the newest one. */
export function loadEditor(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const id = args.params["sequenceId"] ?? "";
    const draft = await openDraft(ctx, id);
    const versions = draft.changes && (await loadVersions(ctx, draft.changes));
    if (versions && versions.latest !== id) throw redirect(`/account/sequences/${versions.latest}/edit`);
    const query = new URL(args.request.url).searchParams;
    const pages = (await listPages(ctx)).filter(({ closedAt }) => closedAt === null);
    const { replaced } = draft;
    return {
      id,
      text: withSortedKeys(draft),
      revision: draft.revision,
      // By step id.
      advice: Object.fromEntries(
        draft.steps.map(({ id: step, subject, body }) => [step, adviceOn(`${subject}\n\n${body}`)]),
      ),
      pages: pages.map((page) => ({ id: page.id, title: page.offer.title })),
      events: matterEvents(),
      runs: draft.changes !== null && draft.changes.retiredAt === null,
      isNew: draft.changes === null,
      inside: versions?.here ?? 0,
      open: query.get("open"),
      frame: await previewFrame(ctx),
      isSaved: query.has("saved"),
      replaced: replaced
        ? {
            by: replaced.by,
            when: moment(Temporal.Instant.from(replaced.at), await zoneOf(ctx)).words,
            text: withSortedKeys(replaced),
          }
        : null,
    };
  });
}

export type Loaded = ReturnType<typeof useLoaderData<typeof loadEditor>>;
