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
  type MagnetText,
  nextVersion,
  parseVersion,
  versionIn,
  writeGuide,
} from "#ground/writing/public.server.ts";
import { RewrittenText } from "#ground/writing/public.tsx";
import { readForm } from "#platform/http/request/form.server.ts";
import { getMagnet } from "../data.server.ts";
import { MagnetWords } from "../reading.tsx";
import { changeMagnet, newestNumber } from "./versions.server.ts";

export const meta = () => [{ title: "Another version" }];

/** Another version of a whole guide is of the same guide. */
const guideOf = (text: MagnetText) => (text.version === 2 ? text.guide : undefined);

/** A new text for the same brief: shown first, used only if chosen. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const magnet = await getMagnet(ctx, args.params["magnetId"] ?? "");
    const asked = parseVersion(new URL(args.request.url).searchParams.get("write"));
    const text = writeGuide(magnet.brief, asked, guideOf(magnet.text));
    const number = versionIn(text, asked);
    return {
      id: magnet.id,
      title: magnet.title,
      number,
      next: nextVersion(number, text),
      text,
      basis: await newestNumber(ctx, magnet.id),
    };
  });
}

export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const { write, basis } = await readForm(args.request);
    const magnet = await getMagnet(ctx, args.params["magnetId"] ?? "");
    const text = writeGuide(magnet.brief, parseVersion(write), guideOf(magnet.text));
    const changed = await changeMagnet(ctx, magnet.id, { text, basis: Number(basis), made: "another" });
    if ("meanwhile" in changed)
      return data(
        {
          message:
            "Someone edited this in the meantime, so nothing was changed. Look it over, then choose again.",
        },
        { status: 409 },
      );
    return redirect(`/account/magnets/${magnet.id}?saved=${changed.isNew ? changed.number : "same"}`, 303);
  });
}

export default function AnotherMagnet() {
  const { id, title, number, next, text, basis } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <RewrittenText
      title={title}
      home={`/account/magnets/${id}`}
      number={number}
      next={next}
      basis={basis}
      message={refused?.message}
    >
      <MagnetWords text={text} />
    </RewrittenText>
  );
}
