import type { ReactNode } from "react";
import { dialled } from "#ui/dialled.ts";
import type { ClientPageFace } from "#ui/client-page.tsx";
import { RecentWorks } from "./recent-work.tsx";
import { describeTrade, type Profile, type ShownGuide } from "./profile.ts";

/** Who it is from: face, name, what they do and where, and how to reach them. What is empty isn't shown. */
export function FromBusiness({
  face,
  profile,
  card,
}: {
  face: Pick<ClientPageFace, "business" | "phone">;
  profile: Profile;
  /** Path of the contact card, for someone who asked already. */
  card?: string;
}) {
  const trade = describeTrade(profile);
  const [number = ""] = face.phone ? dialled(face.phone).split(",") : [];
  return (
    <div className="from-business">
      {profile.face ? (
        <img
          className="from-face"
          src={profile.face}
          alt={profile.person ?? face.business}
          width={72}
          height={72}
        />
      ) : null}
      <div>
        <p className="font-semibold wrap-anywhere">
          {profile.person ? `${profile.person}, ${face.business}` : face.business}
        </p>
        {trade ? <p className="text-pencil">{trade}</p> : null}
        {face.phone ? (
          <p className="client-reach">
            <a className="text-link" href={`tel:${dialled(face.phone)}`}>
              Call {face.phone}
            </a>
            <a className="text-link" href={`sms:${number}`}>
              Text
            </a>
            {card ? (
              <a className="text-link" href={card}>
                Save contact
              </a>
            ) : null}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** The guide: its cover, and what is in it. */
export function GuideInside({ guide: { title, cover, inside } }: { guide: ShownGuide }) {
  if (!cover && !inside.length) return null;
  return (
    <div className="guide-inside">
      {cover ? (
        <img
          className="guide-cover"
          src={cover.src}
          alt={`Cover of “${title}”`}
          width={cover.width}
          height={cover.height}
          fetchPriority="high"
        />
      ) : null}
      {inside.length ? (
        <div>
          <h2 className="label">What’s inside</h2>
          <ul className="inside-list">
            {inside.map((heading) => (
              <li key={heading}>{heading}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

/** What the business says of itself, its reviews and recent work; nothing if it says nothing. */
export function AboutBusiness({
  face: { business },
  profile: { words, reviews, recent, work },
}: {
  face: Pick<ClientPageFace, "business">;
  profile: Profile;
}) {
  return (
    <>
      {words || reviews ? (
        <section className="client-section" aria-labelledby="about-title">
          <h2 className="text-2xl" id="about-title">
            About {business}
          </h2>
          {words ? <p className="mt-3 max-w-measure whitespace-pre-line">{words}</p> : null}
          {reviews ? (
            <p className="mt-1">
              <a className="text-link inline-block py-2.5" href={reviews} rel="noopener">
                Read our reviews
              </a>
            </p>
          ) : null}
        </section>
      ) : null}
      {work.length || recent.length ? (
        <section className="client-section" aria-labelledby="work-title">
          <h2 className="text-2xl" id="work-title">
            Recent work
          </h2>
          {recent.length ? <RecentWorks works={recent} /> : null}
          {work.length ? (
            <ul className="work-photos">
              {work.map((photo, at) => (
                <WorkPicture
                  key={photo.id}
                  photo={photo}
                  name={photo.caption ?? `Recent work, picture ${at + 1}`}
                />
              ))}
            </ul>
          ) : null}
        </section>
      ) : null}
    </>
  );
}

/** A picture that opens larger, without script. */
function WorkPicture({ photo, name }: { photo: Profile["work"][number]; name: string }) {
  const { id, thumb, screen, width, height, caption } = photo;
  return (
    <li>
      <button type="button" popoverTarget={`work-${id}`} aria-label={`Enlarge: ${name}`}>
        <img src={thumb} alt={name} width={width} height={height} loading="lazy" decoding="async" />
      </button>
      {caption ? <p className="text-sm text-pencil">{caption}</p> : null}
      <div className="work-large" id={`work-${id}`} popover="auto" role="dialog" aria-label={name}>
        <img src={screen} alt={name} width={width} height={height} loading="lazy" />
        <button type="button" className="button" data-kind="plain" popoverTarget={`work-${id}`}>
          Close
        </button>
      </div>
    </li>
  );
}

/** What happens after asking, in order. */
export function NextSteps({ steps, children }: { steps: readonly string[]; children?: ReactNode }) {
  return (
    <section className="client-section" aria-labelledby="next-title">
      <h2 className="text-2xl" id="next-title">
        What happens next
      </h2>
      <ol className="next-steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {children}
    </section>
  );
}
