import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { differences, magnetOutlineOf, VersionList } from "#ground/writing/public.tsx";
import { readForm } from "#platform/http/request/form.server.ts";
import { moment } from "#platform/time/format.ts";
import { Page, PageHeader } from "#ui/layout.tsx";
import { getMagnet } from "../data.server.ts";
import { goBackTo, listVersions } from "./versions.server.ts";

export const meta = () => [{ title: "Versions" }];

/** Shows the differences in the selected version. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const magnet = await getMagnet(ctx, args.params["magnetId"] ?? "");
    const zone = await zoneOf(ctx);
    const versions = await listVersions(ctx, magnet);
    const { searchParams } = new URL(args.request.url);
    const at = versions.findIndex(({ number }) => String(number) === searchParams.get("number"));
    const chosen = versions[at];
    const before = versions[at + 1];
    return {
      id: magnet.id,
      title: magnet.title,
      saved: searchParams.has("saved"),
      versions: versions.map(({ number, made, by, at: moved }) => ({
        number,
        made,
        by,
        at: moment(moved, zone),
      })),
      chosen: chosen
        ? {
            number: chosen.number,
            changed: before ? differences(magnetOutlineOf(chosen.text), before.text, chosen.text) : [],
            back: at > 0 ? differences(magnetOutlineOf(chosen.text), versions[0]!.text, chosen.text) : [],
          }
        : null,
    };
  });
}

export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const { number, basis } = await readForm(args.request);
    const id = args.params["magnetId"] ?? "";
    const changed = await goBackTo(ctx, id, Number(number), Number(basis));
    if ("meanwhile" in changed)
      return data(
        {
          message: `Nothing was changed: version ${changed.meanwhile.number} was saved in the meantime. Look at it first.`,
        },
        { status: 409 },
      );
    return redirect(`/account/magnets/${id}/versions?saved`, 303);
  });
}

export default function MagnetVersions() {
  const { id, title, versions, chosen, saved } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Page className="pb-12">
      <PageHeader
        title="Versions"
        action={
          <a className="text-link" href={`/account/magnets/${id}`}>
            Back to the lead magnet
          </a>
        }
      >
        {title}
      </PageHeader>
      <VersionList
        versions={versions}
        chosen={chosen}
        address={`/account/magnets/${id}/versions`}
        message={refused?.message ?? null}
        saved={saved && !refused}
      />
    </Page>
  );
}
