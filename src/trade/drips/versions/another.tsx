import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import {
  nextVersion,
  parseVersion,
  versionIn,
  versionsOf,
  writeDrip,
} from "#ground/writing/public.server.ts";
import { RewrittenText } from "#ground/writing/public.tsx";
import { readForm } from "#platform/http/request/form.server.ts";
import { getWrittenDrip } from "../data.server.ts";
import { DripTimeline } from "../timeline.tsx";
import { changeDrip, newestNumber } from "./versions.server.ts";

export const meta = () => [{ title: "Another version" }];

/** A new text for the same brief: shown first, used only if chosen. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const drip = await getWrittenDrip(ctx, args.params["dripId"] ?? "");
    const asked = parseVersion(new URL(args.request.url).searchParams.get("write"));
    const text = writeDrip(drip.brief, asked);
    const number = versionIn(text, asked);
    return {
      id: drip.id,
      title: drip.title,
      number,
      next: versionsOf(text) === 1 ? null : nextVersion(number, text),
      text,
      basis: await newestNumber(ctx, drip.id),
    };
  });
}

export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const { write, basis } = await readForm(args.request);
    const drip = await getWrittenDrip(ctx, args.params["dripId"] ?? "");
    const text = writeDrip(drip.brief, parseVersion(write));
    const changed = await changeDrip(ctx, drip.id, { text, basis: Number(basis), made: "another" });
    if ("meanwhile" in changed)
      return data(
        {
          message:
            "Someone edited this in the meantime, so nothing was changed. Look it over, then choose again.",
        },
        { status: 409 },
      );
    return redirect(`/account/drips/${drip.id}?saved=${changed.isNew ? changed.number : "same"}`, 303);
  });
}

export default function AnotherDrip() {
  const { id, title, number, next, text, basis } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <RewrittenText
      title={title}
      home={`/account/drips/${id}`}
      number={number}
      next={next}
      basis={basis}
      message={refused?.message}
    >
      <DripTimeline text={text} />
    </RewrittenText>
  );
}
