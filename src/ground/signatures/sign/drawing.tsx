import { boundsOf, type Drawing, pathsOf, penOf } from "../rules.ts";

export function SignatureDrawing({ drawing, label }: { drawing: Drawing; label: string }) {
  const { x, y, width, height } = boundsOf(drawing);
  return (
    <svg className="signature-drawing" viewBox={`${x} ${y} ${width} ${height}`} role="img" aria-label={label}>
      <g
        fill="none"
        stroke="currentColor"
        strokeWidth={penOf(width)}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {pathsOf(drawing).map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
    </svg>
  );
}
