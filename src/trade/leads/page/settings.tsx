import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { qrMatrix, qrPath } from "#platform/drawing/qr-code.ts";
import { toAppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { CopyButton, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState, ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { changeSlug, listLinks } from "./slugs.server.ts";
import { slugSchema } from "./slug.ts";

export const meta = () => [{ title: "Personal link" }];

/** Each page's address with its QR code. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "business.change", async (ctx) => {
    const { publicUrl } = installation();
    return {
      saved: new URL(args.request.url).searchParams.get("saved"),
      start: `${publicUrl}/p/`.replace(/^https?:\/\//, ""),
      links: (await listLinks(ctx)).map((link) => {
        const address = `${publicUrl}/p/${link.slug}`;
        const matrix = qrMatrix(address);
        return { ...link, address, code: { size: matrix.length, path: qrPath(matrix) } };
      }),
    };
  });
}

export function action(args: ActionFunctionArgs) {
  return inAccount(args, "business.change", async (ctx) => {
    const form = await readForm(args.request);
    const values = { pageId: form["pageId"] ?? "", slug: form["slug"] ?? "" };
    try {
      const { pageId, slug } = form.check(slugSchema);
      await changeSlug(ctx, pageId, slug);
      return redirect(`/account/settings/link?saved=${encodeURIComponent(pageId)}`, 303);
    } catch (error) {
      if (toAppError(error).code === "not_found") throw error;
      return refuseForm(error, values);
    }
  });
}

export default function PersonalLinks() {
  const { links, saved, start } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const navigation = useNavigation();
  if (!links.length)
    return (
      <Page narrow>
        <PageHeader title="Personal link" />
        <EmptyState
          title="No personal link yet"
          action={<LinkButton href="/genLeadMagnet">Make a lead magnet</LinkButton>}
          exampleLabel="The link you share"
          example={<p className="text-xl">{start}your-business</p>}
        >
          A personal link is a short address where people get your guide. Make a lead magnet first. It takes a
          minute, and the link comes with it.
        </EmptyState>
      </Page>
    );
  return (
    <Page narrow>
      <PageHeader title="Personal link">
        The link you share: on your card, on the truck, in your email signature. Rename it anytime. The old
        one keeps working.
      </PageHeader>
      {links.map((link) => {
        const mine = refused?.values.pageId === link.pageId ? refused : undefined;
        return (
          <LinkSettings
            key={link.pageId}
            link={link}
            start={start}
            isOnly={links.length === 1}
            typed={mine?.values.slug}
            error={mine?.errors["slug"]}
            message={mine?.message}
            saved={saved === link.pageId && !refused}
            sending={navigation.state !== "idle" && navigation.formData?.get("pageId") === link.pageId}
          />
        );
      })}
    </Page>
  );
}

interface LinkView {
  readonly pageId: string;
  readonly slug: string;
  readonly title: string;
  readonly before: readonly string[];
  readonly address: string;
  readonly code: { readonly size: number; readonly path: string };
}

function LinkSettings({
  link,
  start,
  isOnly,
  typed,
  error,
  message,
  saved,
  sending,
}: {
  link: LinkView;
  start: string;
  isOnly: boolean;
  typed: string | undefined;
  error: string | undefined;
  message: string | null | undefined;
  saved: boolean;
  sending: boolean;
}) {
  const { pageId, slug, title, before, address, code } = link;
  const id = `link-${pageId}`;
  // With a single page, use the standard field id, so that the error summary's link finds it.
  const field = isOnly ? "field-slug" : `field-slug-${pageId}`;
  return (
    <Section title={title} id={`page-${pageId}`}>
      <p className="text-xl wrap-anywhere">
        <a className="text-link" id={id} href={address}>
          {address}
        </a>
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton target={id}>Copy the link</CopyButton>
        <LinkButton
          href={`/account/settings/link/${pageId}/qr.png`}
          kind="plain"
          size="small"
          download={`${slug}.png`}
        >
          Download QR code
        </LinkButton>
        <LinkButton
          href={`/account/settings/link/${pageId}/qr.svg`}
          kind="plain"
          size="small"
          download={`${slug}.svg`}
        >
          Download for the print shop
        </LinkButton>
      </div>
      <div className="mt-6 grid gap-x-8 gap-y-3 sm:grid-cols-[1fr_auto]">
        <Form method="post" className="form content-start">
          {error && isOnly ? <ErrorSummary errors={{ slug: error }} /> : null}
          <input type="hidden" name="pageId" value={pageId} />
          <Field
            name="slug"
            id={field}
            label="Link name"
            required
            hint={`What comes after ${start}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={typed ?? slug}
            error={error}
          />
          <SubmitButton busy="Changing..." sending={sending}>
            Change link
          </SubmitButton>
          <StatusLine kind={message ? "error" : "done"}>
            {message ?? (saved ? "Changed. The old link still works." : null)}
          </StatusLine>
        </Form>
        <figure className="qr">
          <svg
            viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`}
            role="img"
            aria-label={`QR code that opens ${address}`}
            shapeRendering="crispEdges"
          >
            <path d={code.path} />
          </svg>
          <figcaption>Scanned with a phone’s camera, it opens the page.</figcaption>
        </figure>
      </div>
      {before.length ? (
        <p className="mt-2 text-sm text-pencil">Also works: {before.map((one) => `/p/${one}`).join(", ")}</p>
      ) : null}
    </Section>
  );
}
