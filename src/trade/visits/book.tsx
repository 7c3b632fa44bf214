import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { toAppError } from "#platform/errors/app-error.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { addressKey } from "#platform/http/limits/limits.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { ClientErrorBoundary } from "#ui/client-error.tsx";
import { ClientPage, ReachBusiness } from "#ui/client-page.tsx";
import { Panel } from "#ui/layout.tsx";
import { BookingForm } from "./booking-form.tsx";
import { bookFromForm, loadBooking, loadNearestTimes } from "./book-page.server.ts";
import { Times } from "./times.tsx";
import { TYPED, type Typed } from "./typed.ts";

export const handle = { static: true, lightFonts: true };

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> | undefined }) =>
  // The error page sets its own.
  loaderData
    ? [{ title: `${loaderData.title} – ${loaderData.face.business}` }, { name: "robots", content: "noindex" }]
    : [];

export const headers = () => ({ "Referrer-Policy": "same-origin" });

/** Free times, or the form for one of them. */
export function loader({ params, request }: LoaderFunctionArgs) {
  return answering(() => loadBooking(params["link"] ?? "", request));
}

/** Books a visit. When somebody else was faster, the form comes back with the next free times. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const link = params["link"] ?? "";
  const form = await readForm(request);
  const values: Typed = Object.fromEntries(TYPED.map((name) => [name, form[name] ?? ""]));
  try {
    const path = await bookFromForm(link, form, addressKey(context));
    return redirect(`${path}?booked`, 303);
  } catch (error) {
    const isTaken = !(error instanceof Response) && toAppError(error).code === "conflict";
    const next = isTaken ? await answering(() => loadNearestTimes(link, form)) : [];
    return refuseForm(error, { typed: values, next });
  }
}

export default function BookVisit() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { face, title, lengthMinutes, isOpen, times, chosen, asks, isTaken } = page;
  if (!isOpen)
    return (
      <ClientPage face={face} here={page.here || undefined}>
        <h1>Online booking is off right now</h1>
        <p className="mt-4 max-w-measure text-lg">
          Call or write to {face.business || "us"}, and we’ll find a time.
        </p>
        <ReachBusiness face={face} />
      </ClientPage>
    );
  if (chosen || refused)
    return (
      <ClientPage face={face} here={page.here || undefined}>
        <p className="label">{title}</p>
        <h1 className="mt-2">{chosen ? "Book this time" : "Choose another time"}</h1>
        <BookingForm asks={asks} chosen={chosen} refused={refused} business={face.business} />
      </ClientPage>
    );
  return (
    <ClientPage face={face} here={page.here || undefined}>
      <h1>{title}</h1>
      <p className="mt-4 max-w-measure text-lg">
        Choose a time that works for you. It takes about {formatLength(lengthMinutes)}.
      </p>
      {isTaken ? (
        <Panel tone="brick" className="mt-6">
          <p role="status">That time isn’t free anymore. These are.</p>
        </Panel>
      ) : null}
      {times ? <Times times={times} /> : null}
      <ReachBusiness face={face} />
    </ClientPage>
  );
}

const formatLength = (minutes: number): string =>
  minutes < 60
    ? `${minutes} minutes`
    : minutes === 60
      ? "an hour"
      : minutes % 60 === 0
        ? `${minutes / 60} hours`
        : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

export const ErrorBoundary = ClientErrorBoundary;
