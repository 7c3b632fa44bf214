import type { MagnetText } from "#features/writing/public.server.ts";

/** The whole text of a magnet on a page, to be read before it is downloaded. */
export function MagnetReading({ text, id }: { text: MagnetText; id: string }) {
  return (
    <article className="prose" id={id}>
      <h2>{text.title}</h2>
      <p>{text.promise}</p>
      <Part heading={text.opening.heading} paragraphs={text.opening.paragraphs} points={text.opening.points} />
      {text.sections.map((section) => (
        <section key={section.heading}>
          <Part heading={section.heading} paragraphs={section.paragraphs} points={section.points} />
          <p>
            <strong>{text.todoLabel}</strong> {section.todo}
          </p>
        </section>
      ))}
      <h3>{text.checklist.heading}</h3>
      <p>{text.checklist.intro}</p>
      {text.checklist.groups.map((group) => (
        <section key={group.heading}>
          <h4>{group.heading}</h4>
          <ul>
            {group.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
      <Part heading={text.about.heading} paragraphs={text.about.paragraphs} />
      <Part heading={text.nextStep.heading} paragraphs={text.nextStep.paragraphs} />
      <p>
        {[text.nextStep.contact.name, text.nextStep.contact.company].filter(Boolean).join(", ")}
        <br />
        <a href={`mailto:${text.nextStep.contact.email}`}>{text.nextStep.contact.email}</a>
      </p>
    </article>
  );
}

function Part({
  heading,
  paragraphs,
  points = [],
}: {
  heading: string;
  paragraphs: readonly string[];
  points?: readonly { readonly title: string; readonly text: string }[];
}) {
  return (
    <>
      <h3>{heading}</h3>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {points.length ? (
        <ol>
          {points.map((point) => (
            <li key={point.title}>
              <strong>{point.title}</strong> {point.text}
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}
