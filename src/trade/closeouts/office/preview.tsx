import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { getBusiness, inAccount, publicProfileOf } from "#ground/businesses/public.server.ts";
import { reportPhoto } from "#trade/reports/public.server.ts";
import { Page, PageHeader } from "#ui/layout.tsx";
import { LinkButton } from "#ui/button.tsx";
import { gather } from "../content/gather.server.ts";
import { showNow } from "../content/shown-now.server.ts";
import { getJob, packagePath, publishedAt } from "../package.server.ts";
import { describePackage } from "../paper/describe.ts";
import { PackageContent } from "../client/package-content.tsx";

export const meta = () => [{ title: "Preview of the closeout package" }];

/** With `?version=`: that version. Without: what would be published now. */
export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { jobId, name } = await getJob(ctx, args.params["closeoutJobId"] ?? "");
    const isPublished = new URL(args.request.url).searchParams.has("version");
    const face = publicProfileOf(await getBusiness(ctx));
    const of = { path: packagePath(jobId), job: name, face };
    if (isPublished) {
      const { page, version } = await publishedAt(ctx, jobId, args.request.url);
      return { ...of, page: await showNow(ctx, jobId, page), version };
    }
    const gathered = await gather(ctx, jobId);
    const photos = new Map([...gathered.photos].map(([sha256, photo]) => [sha256, reportPhoto(photo, "")]));
    return { ...of, page: describePackage(gathered, photos).page, version: null };
  });

/** The package as the client will see it. */
export default function Preview() {
  const { path, page, version, job } = useLoaderData<typeof loader>();
  return (
    <Page className="pb-16">
      <PageHeader
        title={version === null ? "Preview" : `Version ${version}`}
        action={
          <LinkButton href={path} kind="plain">
            Back to the package
          </LinkButton>
        }
      >
        {version === null
          ? `How ${job} would look to your client now. Nothing is published yet.`
          : `What your client sees of ${job}.`}
      </PageHeader>
      <PackageContent page={page} photosAt="/account/media" filesAt={null} />
    </Page>
  );
}
