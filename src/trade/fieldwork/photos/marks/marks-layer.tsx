import { type ReactNode, type SVGProps, useMemo } from "react";
import { blurredIn, drawingOf, lineHeight, pathOf } from "./drawing.ts";
import type { Mark } from "./marks.ts";
import { type LoadedPhoto, useMosaics } from "./use-mosaics.ts";

/**
 * What was drawn on a photo, in a layer of the same box that fits the photo the same way (`object-fit`).
 */
export function MarksLayer({
  marks,
  photo,
  children,
  ...rest
}: {
  marks: readonly Mark[];
  photo: LoadedPhoto;
  /** Over the marks. */
  children?: ReactNode;
} & SVGProps<SVGSVGElement>) {
  const { width, height } = photo;
  const mosaics = useMosaics(photo, marks);
  const {
    stroke,
    letters,
    marks: drawn,
  } = useMemo(() => drawingOf(marks, width, height), [marks, width, height]);
  return (
    <svg
      className="marks"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden={children ? undefined : true}
      {...rest}
    >
      {/* Until its mosaic is drawn, and below it: never the photo. */}
      {blurredIn(marks).map(({ left, top, right, bottom }) => (
        <rect
          key={[left, top, right, bottom].join(" ")}
          x={left * width}
          y={top * height}
          width={(right - left) * width}
          height={(bottom - top) * height}
          fill="#6B7280"
        />
      ))}
      {mosaics.map(({ source, ...part }) => (
        <image
          key={[part.x, part.y, part.width, part.height].join(" ")}
          href={source}
          x={part.x * width}
          y={part.y * height}
          width={part.width * width}
          height={part.height * height}
          preserveAspectRatio="none"
        />
      ))}
      <g strokeLinecap="round" strokeLinejoin="round" fill="none">
        {drawn.map(({ id, color, edge, lines, area, text }) => {
          const [path, filled] = [pathOf(lines), area.length > 0 ? `${pathOf([area])}Z` : ""];
          return (
            <g key={id}>
              <path d={path + filled} stroke={edge} strokeWidth={stroke * 1.7} />
              <path d={path} stroke={color} strokeWidth={stroke} />
              {filled ? <path d={filled} fill={color} stroke={color} strokeWidth={stroke / 2} /> : null}
              {text?.lines.map((line, index) => {
                const y = text.y + index * letters * lineHeight;
                return (
                  <text
                    key={y}
                    x={text.x}
                    y={y}
                    fontSize={letters}
                    fontWeight={700}
                    fill={color}
                    stroke={edge}
                    strokeWidth={letters / 6}
                    paintOrder="stroke"
                  >
                    {line}
                  </text>
                );
              })}
            </g>
          );
        })}
      </g>
      {children}
    </svg>
  );
}
