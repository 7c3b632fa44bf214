import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { actInAccount, inAccount } from "#ground/businesses/public.server.ts";
import { removeFiles } from "#ground/media/public.server.ts";
import { isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { Checkbox } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { OFFICE_CARDS } from "../paths.ts";
import { dataOfPerson, eraseCards, type PersonCard, type Whose } from "./erase.server.ts";
import { personPath } from "./person-path.ts";

export const meta = () => [{ title: "A person’s cards" }];

const NOT_HERE = "That person isn’t here.";

function whoseIn(request: Request): Whose {
  const { searchParams } = new URL(request.url);
  const [user, name] = [searchParams.get("user"), (searchParams.get("name") ?? "").trim()];
  if (user !== null && isId(user)) return { user };
  if (user !== null || name === "") throw new AppError("not_found", NOT_HERE);
  return { name };
}

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "business.change", async (ctx) => {
    const whose = whoseIn(args.request);
    const isErased = new URL(args.request.url).searchParams.has("erased");
    const found = await dataOfPerson(ctx, whose);
    if (!found && !isErased) throw new AppError("not_found", NOT_HERE);
    return {
      ...(found ?? { name: "No cards", email: null, cards: [], namesakes: [], signatures: null }),
      ...{ isErased, isAccount: "user" in whose, path: personPath(whose) },
    };
  });

const CARD = "card-";

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  try {
    const { whose, files } = await actInAccount(args, "business.change", async (ctx) => {
      const whose = whoseIn(args.request);
      const chosen = Object.keys(form).flatMap((name) =>
        name.startsWith(CARD) ? [name.slice(CARD.length)] : [],
      );
      if (chosen.length === 0)
        throw new AppError("invalid", "Check the cards to erase.", {
          fields: { cards: "Check the cards to erase." },
        });
      return { whose, files: await eraseCards(ctx, whose, new Set(chosen)) };
    });
    await removeFiles(files);
    return redirect(`${personPath(whose)}&erased`, 303);
  } catch (error) {
    return refuseForm(error, {});
  }
}

/** What tells a card from others. */
const about = ({ number, issuer, expires, isRemoved }: PersonCard): string =>
  [
    ...(number ? [`No. ${number}`] : []),
    ...(issuer ? [issuer] : []),
    expires === null ? "no expiry date" : `good through ${dayWords(Temporal.PlainDate.from(expires))}`,
    ...(isRemoved ? ["removed"] : []),
  ].join(", ");

/** What the business has of a person under Safety, what can be erased, and why the rest stays. */
export default function PersonCards() {
  const { name, email, cards, namesakes, signatures, isErased, isAccount } = useLoaderData<typeof loader>();
  return (
    <Page className="pb-16">
      <BackToList title="People and cards" href={OFFICE_CARDS} />
      <PageHeader title={name}>
        {email
          ? `What SiteSafe has of the person who logs in as ${email}.`
          : isAccount
            ? "What SiteSafe has of a person who is no longer in the business."
            : "What SiteSafe has under this name, of people without an account."}
      </PageHeader>
      <StatusLine kind="done" takesFocus={isErased}>
        {isErased ? "The cards are erased, with their numbers, dates and photos." : null}
      </StatusLine>
      <Section title="Cards" id="cards">
        {cards.length === 0 ? <p>No cards.</p> : <EraseForm key={cards.length} />}
        {namesakes.length > 0 ? (
          <div className="mt-6">
            <p>
              {namesakes.length === 1
                ? "Someone with an account has the same name. Their cards are apart:"
                : "People with an account have the same name. Their cards are apart:"}
            </p>
            <ul>
              {namesakes.map((one) => (
                <li key={one.user}>
                  <a className="text-link inline-block py-2.5" href={personPath(one)}>
                    {[one.name, one.email].filter(Boolean).join(", ")}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </Section>
      {signatures === null ? null : (
        <Section title="Signatures" id="signatures">
          <p className="max-w-measure">
            {signatures === 0
              ? "No signatures on talks or orientations."
              : `${signatures === 1 ? "1 signature" : `${signatures} signatures`} on talks and orientations. These stay. They are your record that people were trained, which OSHA asks for (29 CFR 1926.21(b)(2)); California requires at least a year (8 CCR 3203(b)(2)).`}
          </p>
        </Section>
      )}
    </Page>
  );
}

function EraseForm() {
  const { cards, isAccount, path } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const [own, byName] = [cards.filter((one) => one.isOwn), cards.filter((one) => !one.isOwn)];
  const list = (some: readonly PersonCard[]) =>
    some.map((one) => (
      <Checkbox
        key={one.id}
        id={CARD + one.id}
        name={CARD + one.id}
        label={<span className="wrap-anywhere">{one.title}</span>}
        hint={about(one)}
        defaultChecked={one.isOwn}
      />
    ));
  return (
    <Form method="post" action={path} className="form">
      {own.length > 0 ? (
        <fieldset className="field fieldset">
          <legend>Added for their account</legend>
          {list(own)}
        </fieldset>
      ) : null}
      {byName.length > 0 ? (
        <fieldset className="field fieldset">
          <legend>
            {isAccount ? "Added under the same name, without an account" : "Added under this name"}
          </legend>
          <p className="field-hint">
            Two people can have one name. Check the cards of the person you mean, by number and date.
          </p>
          {list(byName)}
        </fieldset>
      ) : null}
      <StatusLine kind="error">{refused?.errors["cards"] ?? refused?.message}</StatusLine>
      <Confirm
        label="Erase the checked cards"
        question="Erase the checked cards, with everything that was ever entered about them and their photos? This can’t be undone."
      >
        <SubmitButton kind="stop" busy="Erasing..." sending={sending}>
          Erase the checked cards
        </SubmitButton>
      </Confirm>
    </Form>
  );
}
