import { useEffect } from "react";
import { type LoaderFunctionArgs, Link, useLoaderData } from "react-router";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { CopyButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { FormChoice, NoForm } from "./choice.tsx";
import { definitionOf } from "./definition.server.ts";
import { choosePage } from "../page/pages.server.ts";
import { plainSnippet, policyOf, scriptSnippet } from "./snippets.ts";

export const meta = () => [{ title: "Your form on your site" }];

/** Snippets for the owner's website, and the live form. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "business.change", async (ctx) => {
    const { pages, page } = await choosePage(ctx, new URL(args.request.url).searchParams.get("page"));
    const { publicUrl } = installation();
    const origin = new URL(publicUrl).origin;
    const definition = page && definitionOf(page, await getBusiness(ctx));
    return {
      pages: pages.map(({ id, offer }) => ({ id, title: offer.title })),
      form: page &&
        definition && {
          id: page.id,
          slug: page.slug,
          page: definition.page,
          script: scriptSnippet(origin, definition),
          plain: plainSnippet(definition),
        },
      policy: policyOf(origin),
    };
  });
}

export default function FormSnippets() {
  const { pages, form, policy } = useLoaderData<typeof loader>();
  if (!form) return <NoForm title="Your form on your site" />;
  return (
    <Page>
      <PageHeader title="Your form on your site">
        Paste one of these where you want the form. Leads from there show up like all others, with the page
        they came from.
      </PageHeader>
      <FormChoice pages={pages} chosen={form.id} under="/account/settings/form/website" />
      <Section title="With a script (recommended)" id="script">
        <p className="mt-3 max-w-measure">
          The form uses your color, updates when you change{" "}
          <Link className="text-link" to={`/account/settings/form?page=${form.id}`}>
            Your form
          </Link>
          , and keeps people on your page. No cookies.
        </p>
        <Snippet id="snippet-script" text={form.script} copy="Copy script" />
        <p className="mt-4 max-w-measure">
          It matches your page’s light or dark mode (<code>color-scheme</code>). To choose, add{" "}
          <code>data-theme=&quot;light&quot;</code>, <code>dark</code>, or <code>auto</code>. It appears where
          the script is, or inside{" "}
          <code>&lt;div data-form-place=&quot;{form.slug}&quot;&gt;&lt;/div&gt;</code> if your page has one.
        </p>
        <p className="mt-4 max-w-measure">If your site sends a Content-Security-Policy, add these to it.</p>
        <Snippet id="policy-script" text={policy.script} copy="Copy these" />
      </Section>
      <Section title="How it looks" id="live">
        <p className="mt-3 max-w-measure">This is the real form. Anything you send here becomes a lead.</p>
        <LiveForm key={form.slug} slug={form.slug} />
        <noscript>
          <p className="mt-3">
            It needs JavaScript to show here.{" "}
            <a className="text-link" href={form.page}>
              Open it as a page
            </a>
          </p>
        </noscript>
      </Section>
      <Section title="As plain HTML" id="plain">
        <p className="mt-3 max-w-measure">
          For sites that don’t allow outside scripts. People land on your personal page for the thank-you. If
          you change the form, copy it again.
        </p>
        <Snippet id="snippet-plain" text={form.plain} copy="Copy the HTML" />
        <p className="mt-4 max-w-measure">
          Leave in the line with <code>hidden</code>. People never see that field, but spam bots fill it in,
          and what they send goes to{" "}
          <a className="text-link" href="/account/leads/held">
            Held as spam
          </a>{" "}
          instead of becoming a lead.
        </p>
        <p className="mt-4 max-w-measure">If your site’s policy has form-action, add:</p>
        <Snippet id="policy-plain" text={policy.plain} copy="Copy this" />
      </Section>
    </Page>
  );
}

function Snippet({ id, text, copy }: { id: string; text: string; copy: string }) {
  return (
    <div className="mt-4">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, which takes a key */}
      <pre className="snippet" id={id} tabIndex={0}>
        {text}
      </pre>
      <div className="mt-2">
        <CopyButton target={id}>{copy}</CopyButton>
      </div>
    </div>
  );
}

const EMBED = "/embed.js";

/** The form as other sites show it, through the same script. */
function LiveForm({ slug }: { slug: string }) {
  useEffect(() => {
    // The script runs once per document; show() covers places added later.
    void import(/* @vite-ignore */ EMBED).then(() => window.plumblineForms?.show(null));
  }, []);
  return <div className="mt-4" data-form-place={slug} />;
}
