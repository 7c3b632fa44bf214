import { Fragment, type ReactNode } from "react";
import type { ComposedGuide, MagnetText, WholeGuide } from "#ground/writing/public.server.ts";
import { FiguresToCheck, figuresToCheck } from "#ground/writing/public.tsx";
import { CopyButton, LinkButton } from "#ui/button.tsx";
import { runsOf } from "./paper/whole-guide.ts";

/** Cover and actions on one side, pages and text on the other. */
export function MagnetReading({
  text,
  fileAt,
  children,
}: {
  text: MagnetText;
  fileAt: (format: "pdf" | "text" | "cover" | "pages") => string;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-6 self-start lg:sticky lg:top-24">
        {/* The PDF's own first page. */}
        <img
          src={fileAt("cover")}
          width={612}
          height={792}
          alt={`Cover: ${text.title}`}
          className="h-auto w-full max-w-44 border border-edge lg:max-w-none"
        />
        <div className="flex flex-wrap gap-3">
          <LinkButton href={fileAt("pdf")} size="small">
            Download PDF
          </LinkButton>
          <LinkButton href={fileAt("text")} kind="plain" size="small">
            Download text
          </LinkButton>
          <CopyButton target="magnet-text">Copy text</CopyButton>
          {children ? (
            <div className="flex basis-full flex-col items-start gap-5 pt-1">{children}</div>
          ) : null}
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <details className="fold">
          <summary>Preview every page</summary>
          {/* Rendered only when opened. */}
          <img
            src={fileAt("pages")}
            loading="lazy"
            alt={`All pages of ${text.title}`}
            className="mt-2 h-auto w-full max-w-[38rem] border border-edge"
          />
        </details>
        <FiguresToCheck figures={figuresToCheck(text)} />
        <MagnetWords text={text} />
      </div>
    </div>
  );
}

export const MagnetWords = ({ text }: { text: MagnetText }) =>
  text.version === 1 ? <ComposedWords text={text} /> : <WholeWords text={text} />;

const Contact = ({ name, company, email }: MagnetText["nextStep"]["contact"]) => (
  <p>
    {[name, company].filter(Boolean).join(", ")}
    <br />
    <a href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>{email}</a>
  </p>
);

/** A line with its bold parts. */
const Line = ({ words }: { words: string }) =>
  runsOf(words).map(
    (run, at) =>
      // oxlint-disable react/no-array-index-key -- parts of one line, which never move
      "blank" in run ? (
        <span key={at}>{"_".repeat(run.blank)}</span>
      ) : run.isBold ? (
        <strong key={at}>{run.text}</strong>
      ) : (
        <span key={at}>{run.text}</span>
      ),
    // oxlint-enable react/no-array-index-key
  );

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((words, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- an owner may say the same thing twice, here and below
    <p key={at}>
      <Line words={words} />
    </p>
  ));

function WholeWords({ text }: { text: WholeGuide }) {
  const { opening, sections, askAfter, nextStep, sources } = text;
  const ask = (
    <>
      <h3>{nextStep.heading}</h3>
      <Lines lines={nextStep.paragraphs} />
      <Contact {...nextStep.contact} />
    </>
  );
  return (
    <article className="prose prose-open" id="magnet-text">
      <h2 className="mt-0!">{text.title}</h2>
      <p className="text-lg">{text.promise}</p>
      <p className="text-pencil">{text.readers}</p>
      <Lines lines={opening.paragraphs} />
      {sections.map((section, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <Fragment key={at}>
          {at === askAfter ? ask : null}
          <WholeSection section={section} />
        </Fragment>
      ))}
      {askAfter >= sections.length ? ask : null}
      {sources.length ? (
        <>
          <h3>Where the figures come from</h3>
          <ul className="text-sm text-pencil">
            {sources.map((source, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <li key={at}>{source}</li>
            ))}
          </ul>
        </>
      ) : null}
    </article>
  );
}

function WholeSection({ section }: { section: WholeGuide["sections"][number] }) {
  const { heading, isUrgent, paragraphs, points, isNumbered, table, letter, after } = section;
  const List = isNumbered ? "ol" : "ul";
  const parts = (
    <>
      {heading ? <h3>{heading}</h3> : null}
      <Lines lines={paragraphs} />
      {points.length ? (
        <List>
          {points.map((point, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <li key={at}>
              <Line words={point} />
            </li>
          ))}
        </List>
      ) : null}
      {table.columns.length ? <GuideTable {...table} heading={heading} /> : null}
      {letter ? (
        <blockquote>
          <Lines lines={letter.split(/\n{2,}/)} />
        </blockquote>
      ) : null}
      <Lines lines={after} />
    </>
  );
  return isUrgent ? <div className="prose-urgent">{parts}</div> : parts;
}

// oxlint-disable react/no-array-index-key -- cells keep their places
const GuideTable = ({
  heading,
  columns,
  rows,
}: WholeGuide["sections"][number]["table"] & { heading: string }) => (
  <div
    className="prose-table"
    data-narrow={columns.length < 4 ? "" : undefined}
    role="region"
    // What scrolls has to be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
    aria-label={heading || "Table"}
  >
    <table>
      <thead>
        <tr>
          {columns.map((column, at) =>
            column === "" ? (
              <td key={at} />
            ) : (
              <th key={at} scope="col">
                <Line words={column} />
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, place) => (
              <td key={place}>
                <Line words={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
// oxlint-enable react/no-array-index-key

function ComposedWords({ text }: { text: ComposedGuide }) {
  const { contact } = text.nextStep;
  return (
    <article className="prose" id="magnet-text">
      <h2 className="mt-0!">{text.title}</h2>
      <p className="text-lg">{text.promise}</p>
      <p className="text-pencil">{text.readers}</p>
      <Part
        heading={text.opening.heading}
        paragraphs={text.opening.paragraphs}
        points={text.opening.points}
      />
      {text.sections.map((section, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- an owner may say the same thing twice, here and below
        <Part key={at} heading={section.heading} paragraphs={section.paragraphs} points={section.points}>
          <p>
            <strong>{text.todoLabel}:</strong> {section.todo}
          </p>
        </Part>
      ))}
      <Part heading={text.checklist.heading} paragraphs={[text.checklist.intro]}>
        {text.checklist.groups.map((group, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <Group key={at} {...group} />
        ))}
      </Part>
      <Part heading={text.about.heading} paragraphs={text.about.paragraphs} />
      <Part heading={text.nextStep.heading} paragraphs={text.nextStep.paragraphs}>
        <Contact {...contact} />
      </Part>
    </article>
  );
}

function Group({ heading, items }: { heading: string; items: readonly string[] }) {
  return (
    <>
      <h4>{heading}</h4>
      <ul>
        {items.map((item, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <li key={at}>{item}</li>
        ))}
      </ul>
    </>
  );
}

// A fragment, because the prose class spaces its direct children.
function Part({
  heading,
  paragraphs,
  points = [],
  children,
}: {
  heading: string;
  paragraphs: readonly string[];
  points?: readonly { readonly title: string; readonly text: string }[];
  children?: ReactNode;
}) {
  return (
    <>
      <h3>{heading}</h3>
      {paragraphs.map((paragraph, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <p key={at}>{paragraph}</p>
      ))}
      {points.length ? (
        <ol>
          {points.map((point, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <li key={at}>
              <strong>{point.title}</strong> {point.text}
            </li>
          ))}
        </ol>
      ) : null}
      {children}
    </>
  );
}
