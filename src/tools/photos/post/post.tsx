import { Form, type LoaderFunctionArgs, useLoaderData, useSubmit } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Field, RadioGroup } from "#ui/field.tsx";
import { Page, PageHeader, Panel } from "#ui/layout.tsx";
import { ASK_FIRST } from "../rules/may-post.ts";
import { FORMAT_NAMES, FORMATS } from "./layout.ts";
import { LONGEST_LINE } from "./picture.ts";
import { findPost } from "./post.server.ts";
import { postQuery, readPost } from "./schema.ts";
import { ShareButton } from "./share-button.tsx";

export const meta = () => [{ title: "Picture to post" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { asked, photos, line, mustAsk, business } = await findPost(
      ctx,
      readPost(new URL(args.request.url).searchParams),
    );
    return {
      ...{ asked, line, isPair: photos.length > 1, hasLogo: business.logo !== null },
      query: postQuery({ ...asked, line }),
      mustAsk,
    };
  });

/** A picture of one photo or a pair to post: what it looks like, then share or download it. */
export default function PicturePage() {
  const { asked, line, isPair, query, mustAsk, hasLogo } = useLoaderData<typeof loader>();
  const submit = useSubmit();
  const { job, photo, other, format } = asked;
  const { width, height } = FORMATS[format];
  const picture = `/account/photos/post/picture${query}`;
  return (
    <Page className="pb-12">
      <p className="mb-4">
        <a className="text-link" href={`/account/job/${job}/photos?photo=${photo}`}>
          Back to the photo
        </a>
      </p>
      <PageHeader title="Picture to post">
        {isPair ? "Before and after" : "One photo"}, with your {hasLogo ? "logo" : "name"} and a line of your
        own. It has no location and no camera data.
      </PageHeader>
      <div className="post-page">
        <div>
          {mustAsk ? (
            <Panel className="mb-6">
              <h2 className="text-xl">Ask your client first</h2>
              <p className="mt-2 max-w-measure">
                {ASK_FIRST}{" "}
                <a
                  className="text-link"
                  href={`/account/photos/ask?job=${job}&photos=${[photo, other].filter(Boolean).join(",")}`}
                >
                  Ask your client
                </a>
              </p>
            </Panel>
          ) : null}
          <Form
            method="get"
            className="form"
            onChange={({ target, currentTarget }) => {
              if ((target as unknown as HTMLInputElement).name === "format")
                void submit(currentTarget, { replace: true, preventScrollReset: true });
            }}
          >
            <input type="hidden" name="job" value={job} />
            <input type="hidden" name="photo" value={photo} />
            {other ? <input type="hidden" name="other" value={other} /> : null}
            <RadioGroup
              name="format"
              label="Shape"
              defaultValue={format}
              options={FORMAT_NAMES.map((value) => ({ value, ...FORMATS[value] }))}
            />
            <Field
              name="line"
              label="Line"
              hint="Your phone number, web address, or a few words."
              maxLength={LONGEST_LINE}
              defaultValue={line}
            />
            <Button type="submit" kind="plain">
              Update picture
            </Button>
          </Form>
        </div>
        <div>
          <img
            className="post-preview"
            key={query}
            src={picture}
            width={width}
            height={height}
            alt={[isPair ? "Before and after" : "What you will post", line].filter(Boolean).join(", ")}
          />
          <div className="mt-4 flex flex-wrap gap-3">
            <ShareButton key={query} address={picture} name={`photo-${format}.jpg`} />
            <LinkButton href={`${picture}&download`} kind="plain" download>
              Download
            </LinkButton>
          </div>
        </div>
      </div>
    </Page>
  );
}
