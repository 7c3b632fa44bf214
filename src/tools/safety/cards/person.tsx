import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { removeFiles } from "#ground/media/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { OFFICE_CARDS } from "../paths.ts";
import { dataOfPerson, erasePerson } from "./erase.server.ts";

export const meta = () => [{ title: "A person’s cards" }];

const nameIn = (request: Request): string => {
  const name = (new URL(request.url).searchParams.get("name") ?? "").trim();
  if (name === "") throw new AppError("not_found", "That person isn’t here.");
  return name;
};

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "business.change", async (ctx) => ({
    ...(await dataOfPerson(ctx, nameIn(args.request))),
    isErased: new URL(args.request.url).searchParams.has("erased"),
  }));

export async function action(args: ActionFunctionArgs) {
  await readForm(args.request);
  const { name, files } = await inAccount(args, "business.change", async (ctx) => {
    const name = nameIn(args.request);
    return { name, files: await erasePerson(ctx, name) };
  });
  await removeFiles(files);
  return redirect(`${OFFICE_CARDS}/person?name=${encodeURIComponent(name)}&erased`, 303);
}

/** What the business has of a person under Safety, what can be erased, and why the rest stays. */
export default function PersonCards() {
  const { name, cards, signatures, isErased } = useLoaderData<typeof loader>();
  return (
    <Page className="pb-16">
      <BackToList title="People and cards" href={OFFICE_CARDS} />
      <PageHeader title={name}>What SiteSafe has of this person, by their name.</PageHeader>
      <StatusLine kind="done" takesFocus={isErased}>
        {isErased ? "The cards are erased, with their numbers, dates and photos." : null}
      </StatusLine>
      <Section title="Cards" id="cards">
        {cards.length === 0 ? (
          <p>No cards.</p>
        ) : (
          <>
            <ul className="mb-6">
              {cards.map((title, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- two cards may have one title
                <li key={`${title} ${at}`} className="wrap-anywhere">
                  {title}
                </li>
              ))}
            </ul>
            <Confirm
              label="Erase the cards"
              question={`Erase ${cards.length === 1 ? "this card" : `these ${cards.length} cards`} of ${name}, with everything that was ever entered and the photos? This can’t be undone.`}
            >
              <Form method="post" action={`?name=${encodeURIComponent(name)}`}>
                <SubmitButton kind="stop" busy="Erasing...">
                  Erase the cards
                </SubmitButton>
              </Form>
            </Confirm>
          </>
        )}
      </Section>
      <Section title="Signatures" id="signatures">
        <p className="max-w-measure">
          {signatures === 0
            ? "No signatures on talks or orientations."
            : `${signatures === 1 ? "1 signature" : `${signatures} signatures`} on talks and orientations. These stay. They are your record that people were trained, which OSHA asks for (29 CFR 1926.21(b)(2)); California requires at least a year (8 CCR 3203(b)(2)).`}
        </p>
      </Section>
    </Page>
  );
}
