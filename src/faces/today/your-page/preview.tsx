import {
  AboutBusiness,
  FromBusiness,
  GuideInside,
  type Profile,
  type ShownGuide,
} from "#trade/leads/public.tsx";
import { LinkButton } from "#ui/button.tsx";
import type { ClientPageFace } from "#ui/client-page.tsx";

/** The page as clients see it, with what is being typed. */
export function PagePreview({
  face,
  profile,
  page,
}: {
  face: ClientPageFace;
  profile: Profile;
  page: { readonly slug: string; readonly promise: string; readonly guide: ShownGuide } | undefined;
}) {
  const isEmpty = !profile.words && !profile.work.length && !profile.recent.length && !profile.reviews;
  return (
    <figure className="min-w-0" data-look={face.look?.name}>
      {face.look ? <link rel="stylesheet" href={face.look.sheet} precedence="look" /> : null}
      <figcaption className="label">What they see</figcaption>
      <div className="panel mt-3" inert>
        {face.logo ? (
          <img className="client-logo" src={face.logo} alt={face.business} height={64} />
        ) : (
          <p className="client-name">{face.business}</p>
        )}
        <p className="mt-6 text-2xl font-semibold">{page?.guide.title ?? "Your guide’s title"}</p>
        <p className="mt-2">{page?.promise}</p>
        <FromBusiness face={face} profile={profile} />
        {page ? <GuideInside guide={page.guide} /> : null}
        {isEmpty ? null : <AboutBusiness face={face} profile={profile} />}
      </div>
      {page ? (
        <p className="mt-4">
          <LinkButton href={`/p/${page.slug}`} kind="plain" size="small">
            Open your page
          </LinkButton>
        </p>
      ) : null}
    </figure>
  );
}
