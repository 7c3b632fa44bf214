import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { FIELD_TOOLS, inAccount, toolsOf } from "#features/businesses/public.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { StateMark } from "#ui/state-mark.tsx";

const PAGES = {
  logs: {
    title: "Logs",
    text: "Daily logs of all your jobs by day, with photos, crew and weather, and a search over every word.",
    tools: ["logs"],
  },
} as const;

export const meta = ({ loaderData }: { loaderData?: { title: string } | undefined }) => [{ title: loaderData?.title ?? "Account" }];

/** Says what is there for those invited, who is, and how to join; true until the tool itself takes the address over. */
export function loader(args: LoaderFunctionArgs) {
  const word = new URL(args.request.url).pathname.replace(/\.data$/, "").split("/")[2] as keyof typeof PAGES;
  return inAccount(args, "work.read", async (ctx) => {
    const { title, text, tools } = PAGES[word] ?? PAGES.logs;
    const own = new Set((await toolsOf(ctx)).map((tool) => tool.word));
    const shown = FIELD_TOOLS.filter((tool) => (tools as readonly string[]).includes(tool.word));
    return { title, text, tools: shown.map(({ name, page, word }) => ({ name, page, yours: own.has(word) })) };
  });
}

export default function EarlyAccess() {
  const { title, text, tools } = useLoaderData<typeof loader>();
  const yours = tools.filter((tool) => tool.yours);
  const others = tools.filter((tool) => !tool.yours);
  const [only] = others.length === 1 ? others : [];
  return (
    <Page>
      <PageHeader title={title}>{text}</PageHeader>
      {yours.length > 0 ? (
        <Section title="Yours" id="yours">
          <p className="mt-4 max-w-measure">
            Your business is in early access. The screens of these tools appear here, one by one, as they are ready. We write to you when
            there is one to try.
          </p>
          <ul className="mt-6">
            {yours.map(({ name, page }) => (
              <li key={name} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-t border-rule py-3">
                <a className="text-link font-display text-xl font-bold" href={page}>
                  {name}
                </a>
                <StateMark state="done">Invited</StateMark>
              </li>
            ))}
          </ul>
        </Section>
      ) : (
        <p className="mb-8 max-w-measure">
          This page belongs to the field tools, which open by invitation. Your business has not been invited yet. Join a waitlist, and we
          will write to you when it is your turn.
        </p>
      )}
      {only ? (
        <p className="mt-6">
          <LinkButton href={`${only.page}#waitlist`}>Join the {only.name} waitlist</LinkButton>
        </p>
      ) : others.length > 0 ? (
        <Section title={yours.length > 0 ? "Not yet yours" : "Waitlists"} id="waitlists">
          <ul className="mt-6">
            {others.map(({ name, page }) => (
              <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-rule py-3">
                <b className="font-display text-xl">{name}</b>
                <a className="text-link" href={`${page}#waitlist`}>
                  Join the {name} waitlist
                </a>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </Page>
  );
}
