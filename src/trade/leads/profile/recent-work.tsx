import type { RecentPicture, RecentWork } from "./recent-work.server.ts";

/** Work on jobs, as its clients agreed to: one photo each, or a before and after. */
export function RecentWorks({ works }: { works: readonly RecentWork[] }) {
  return (
    <ul className="recent-works">
      {works.map((work) => (
        <li key={work.id} className="recent-work" data-pair={work.pictures.length === 2 || undefined}>
          <Pictures work={work} />
          {work.caption ? <p>{work.caption}</p> : null}
          {work.credit ? <p className="text-sm text-pencil">{work.credit}</p> : null}
        </li>
      ))}
    </ul>
  );
}

function Pictures({ work: { id, pictures } }: { work: RecentWork }) {
  const [first, second] = pictures;
  return second ? (
    <BeforeAfter id={id} before={first} after={second} />
  ) : (
    <img {...sources(first)} alt={first.alt} loading="lazy" decoding="async" />
  );
}

const sources = ({ thumb, screen, width, height }: RecentPicture) => ({
  src: thumb,
  srcSet: `${thumb} ${width}w, ${screen} ${width * 5}w`,
  sizes: "(width >= 60rem) 36rem, 92vw",
  width,
  height,
});

/** What it shows may begin with which half it is. */
const altOfHalf = (half: "Before" | "After", { alt }: RecentPicture): string =>
  alt.startsWith(`${half}:`) ? alt : `${half}: ${alt}`;

/**
 * Both photos beside each other. With script they lie on each other, and a slider uncovers the earlier one: a
 * range input, for fingers, a mouse and keys.
 */
function BeforeAfter({ id, before, after }: { id: string; before: RecentPicture; after: RecentPicture }) {
  return (
    <div className="before-after" data-before-after="">
      <figure>
        <img {...sources(before)} alt={altOfHalf("Before", before)} loading="lazy" decoding="async" />
        <figcaption>Before</figcaption>
      </figure>
      <figure>
        <img {...sources(after)} alt={altOfHalf("After", after)} loading="lazy" decoding="async" />
        <figcaption>After</figcaption>
      </figure>
      <input
        type="range"
        id={`compare-${id}`}
        min={0}
        max={100}
        step={1}
        defaultValue={50}
        aria-label="How much of the photo before you see"
        hidden
      />
    </div>
  );
}
