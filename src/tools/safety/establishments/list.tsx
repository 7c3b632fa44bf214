import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { inForms } from "../forms/access.server.ts";
import { listEstablishments } from "./establishments.server.ts";
import { ESTABLISHMENTS_PATH, establishmentPath, formsPath } from "../forms/paths.ts";

export const meta = () => [{ title: "Establishments" }];

export const loader = (args: LoaderFunctionArgs) =>
  inForms(args, async (ctx) => ({ places: await listEstablishments(ctx) }));

/** The establishments that keep OSHA’s forms. */
export default function Establishments() {
  const { places } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader title="Establishments">
        Your office or yard, and each site that you run for a year or longer (29 CFR 1904.30). Each has its
        own forms. A job belongs to the first one unless you choose another.
      </PageHeader>
      <ul>
        {places.map(({ id, name, street, city, state }) => (
          <li key={id} className="border-b border-rule py-3">
            <a className="text-link inline-block py-1 font-semibold" href={establishmentPath(id)}>
              {name}
            </a>
            <p className="text-pencil">
              {[street, city, state].filter(Boolean).join(", ") || "No address yet"}
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-6 flex flex-wrap gap-3">
        <LinkButton href={`${ESTABLISHMENTS_PATH}/new`}>Add an establishment</LinkButton>
        <LinkButton kind="plain" href={formsPath()}>
          Back to the forms
        </LinkButton>
      </p>
    </Page>
  );
}
