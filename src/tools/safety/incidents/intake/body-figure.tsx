import { BODY_KEYS, BODY_PARTS, type BodyPart, describeParts } from "../rules/body.ts";

type Shape = readonly [part: BodyPart, x: number, y: number, width: number, height: number, round?: number];

const both = (left: BodyPart, right: BodyPart, ...[x, y, w, h, r]: number[]): Shape[] => [
  [right, x!, y!, w!, h!, r!],
  [left, 120 - x! - w!, y!, w!, h!, r!],
];

/** As one faces the person: their right is on the left. */
const LIMBS: readonly Shape[] = [
  ["head", 45, 2, 30, 34, 15],
  ["neck", 53, 37, 14, 8, 2],
  ["hips", 39, 106, 42, 18, 5],
  ...both("shoulder-left", "shoulder-right", 22, 46, 17, 16, 8),
  ...both("arm-left", "arm-right", 17, 63, 15, 46, 6),
  ...both("hand-left", "hand-right", 14, 110, 16, 13, 4),
  ...both("fingers-left", "fingers-right", 13, 124, 16, 13, 5),
  ...both("leg-left", "leg-right", 40, 125, 18, 34, 4),
  ...both("knee-left", "knee-right", 40, 160, 18, 14, 6),
  ...both("leg-left", "leg-right", 41, 175, 16, 34, 4),
  ...both("foot-left", "foot-right", 36, 210, 21, 13, 5),
];
const FRONT: readonly Shape[] = [
  ...LIMBS,
  ["face", 50, 12, 20, 21, 9],
  ...both("eye-left", "eye-right", 52, 16, 7, 6, 3),
  ["chest", 40, 46, 40, 32, 6],
  ["belly", 41, 79, 38, 26, 5],
];
/** From behind, their left is on the left. */
const BACK: readonly Shape[] = [
  ...LIMBS.map(([part, ...rest]): Shape => [otherSide(part), ...rest]),
  ["upper-back", 40, 46, 40, 32, 6],
  ["lower-back", 41, 79, 38, 26, 5],
];

function otherSide(part: BodyPart): BodyPart {
  const other = part.endsWith("-left") ? part.replace("-left", "-right") : part.replace("-right", "-left");
  return other as BodyPart;
}

/** Marks a part by the box with its name, so that the form saves it as if it were tapped there. */
function tap(from: Element, part: BodyPart): void {
  from.closest("form")?.querySelector<HTMLInputElement>(`[name="parts.${part}"]`)?.click();
}

const Figure = ({
  shapes,
  marked,
  label,
}: {
  shapes: readonly Shape[];
  marked: ReadonlySet<string>;
  label: string;
}) => (
  <figure>
    {/* The boxes below say the same to screen readers and keyboards. */}
    <svg viewBox="0 0 120 226" aria-hidden="true">
      {shapes.map(([part, x, y, width, height, rx = 4]) => (
        <rect
          // A leg is two shapes.
          key={`${part} ${y}`}
          {...{ x, y, width, height, rx }}
          data-part={part}
          data-marked={marked.has(part) || undefined}
          onClick={({ currentTarget }) => tap(currentTarget, part)}
        />
      ))}
    </svg>
    <figcaption>{label}</figcaption>
  </figure>
);

/** The parts of the body that are hurt: tapped on a figure, or chosen by name. @param marked their keys */
export const BodyParts = ({ marked }: { marked: ReadonlySet<string> }) => (
  <fieldset className="field fieldset body-parts">
    <legend>Where are they hurt?</legend>
    <p className="field-hint">Tap the figure, or choose by name. Left and right are the person’s own.</p>
    <p role="status">{marked.size > 0 ? `Marked: ${describeParts([...marked])}` : ""}</p>
    <div className="body-figures">
      <Figure shapes={FRONT} marked={marked} label="Front" />
      <Figure shapes={BACK} marked={marked} label="Back" />
    </div>
    <details className="fold">
      <summary>Choose by name</summary>
      <div className="body-names">
        {BODY_KEYS.map((key) => (
          <label key={key}>
            <input type="checkbox" name={`parts.${key}`} value="on" />
            {BODY_PARTS[key]}
          </label>
        ))}
      </div>
    </details>
  </fieldset>
);
