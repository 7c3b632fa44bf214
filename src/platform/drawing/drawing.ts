import path from "node:path";
import {
  type Canvas,
  createCanvas,
  GlobalFonts,
  loadImage,
  Path2D,
  type SKRSContext2D,
} from "@napi-rs/canvas";
import { encodeIndexedPng } from "./indexed-png.server.ts";

export interface Stroke<Color extends string> {
  color?: Color;
  /** 0 for none. */
  width?: number;
  dash?: readonly number[];
}

export interface Lettering<Color extends string> {
  size: number;
  weight?: number;
  face?: string;
  color?: Color;
  align?: "left" | "center" | "right";
}

/**
 * Shared by a set of drawings: its colors, the file of each face (from the project's folder), and defaults.
 */
export interface Style<Color extends string> {
  readonly colors: Readonly<Record<Color, string>>;
  readonly faces: Readonly<Record<string, string>>;
  readonly usual: {
    readonly ink: Color;
    readonly width: number;
    readonly face: string;
    readonly weight: number;
  };
}

const registered = new Set<string>();

// A unique name, so that a font of the machine is never used instead.
const familyOf = (file: string) => `drawing ${file}`;

function register(file: string): void {
  if (registered.has(file)) return;
  if (!GlobalFonts.registerFromPath(path.resolve(file), familyOf(file)))
    throw new Error(`The font ${file} can't be read, so no picture can be drawn with it.`);
  registered.add(file);
}

/** Draws lines, areas and text without a browser. At build time, never while serving. */
export class Drawing<Color extends string> {
  private readonly canvas: Canvas;
  private readonly context: SKRSContext2D;
  private readonly style: Style<Color>;

  constructor(width: number, height: number, ground: Color, style: Style<Color>) {
    for (const file of Object.values(style.faces)) register(file);
    this.style = style;
    this.canvas = createCanvas(width, height);
    this.context = this.canvas.getContext("2d");
    this.area(0, 0, width, height, ground);
  }

  /** The drawing as a PNG of few colors. The same drawing gives the same bytes. */
  png(): Promise<Buffer> {
    const { width, height } = this.canvas;
    return encodeIndexedPng(this.context.getImageData(0, 0, width, height).data, width, height);
  }

  private take(
    { color = this.style.usual.ink, width = this.style.usual.width, dash = [] }: Stroke<Color>,
    scale = 1,
  ): void {
    this.context.setLineDash([...dash]);
    this.context.strokeStyle = this.style.colors[color];
    this.context.lineWidth = width / scale;
  }

  /** A line through points given as x, y, x, y and so on. */
  line(points: readonly number[], stroke: Stroke<Color> = {}): void {
    this.take(stroke);
    this.context.beginPath();
    for (let at = 0; at < points.length; at += 2) this.context.lineTo(points[at]!, points[at + 1]!);
    this.context.stroke();
  }

  /** An SVG path, moved to (x, y) and scaled. */
  path(d: string, x: number, y: number, stroke: Stroke<Color> & { fill?: Color; scale?: number } = {}): void {
    const { scale = 1, fill } = stroke;
    const shape = new Path2D(d);
    this.context.save();
    this.context.translate(x, y);
    this.context.scale(scale, scale);
    if (fill) {
      this.context.fillStyle = this.style.colors[fill];
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- fills a shape on a canvas, no array
      this.context.fill(shape);
    }
    this.take(stroke, scale);
    if (stroke.width !== 0) this.context.stroke(shape);
    this.context.restore();
  }

  area(x: number, y: number, width: number, height: number, color: Color): void {
    this.context.fillStyle = this.style.colors[color];
    this.context.fillRect(x, y, width, height);
  }

  box(
    x: number,
    y: number,
    width: number,
    height: number,
    stroke: Stroke<Color> & { fill?: Color } = {},
  ): void {
    this.path(`M${x} ${y}h${width}v${height}h${-width}z`, 0, 0, stroke);
  }

  disc(x: number, y: number, radius: number, stroke: Stroke<Color> & { fill?: Color } = {}): void {
    this.path(
      `M${x - radius} ${y}a${radius} ${radius} 0 0 0 ${2 * radius} 0a${radius} ${radius} 0 0 0 ${-2 * radius} 0z`,
      0,
      0,
      stroke,
    );
  }

  private set({
    size,
    weight = this.style.usual.weight,
    face = this.style.usual.face,
  }: Lettering<Color>): void {
    this.context.font = `${weight} ${size}px "${familyOf(this.style.faces[face] ?? face)}"`;
    // As for headings in tokens.css.
    this.context.letterSpacing = `${(-0.005 * size).toFixed(2)}px`;
    this.context.wordSpacing = `${(0.05 * size).toFixed(2)}px`;
  }

  words(text: string, x: number, y: number, lettering: Lettering<Color>): void {
    this.set(lettering);
    this.context.textAlign = lettering.align ?? "left";
    this.context.fillStyle = this.style.colors[lettering.color ?? this.style.usual.ink];
    this.context.fillText(text, x, y);
  }

  widthOf(text: string, lettering: Lettering<Color>): number {
    this.set(lettering);
    return this.context.measureText(text).width;
  }
}

/** A part of an SVG picture, in its own units. */
export interface View {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Channels from this value count as white. */
const WHITE_FROM = 250;

/**
 * Renders a part of one of our SVGs (a page of a document) as a PNG on white.
 * @param colors maximum number: sixteen are enough for letters in ink and one accent
 * @param gap blank rows at which the picture may end; 0 allows any end
 */
export async function svgToPng(
  svg: string,
  { left, top, width, height }: View,
  pixels: { width: number; height: number },
  colors: number,
  gap = 0,
): Promise<Buffer> {
  const canvas = createCanvas(pixels.width, pixels.height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, pixels.width, pixels.height);
  // Skia cuts off the tails of letters in symbols, but not in groups.
  const part = svg
    .replace(
      /^<svg [^>]*?(?=xmlns=)/,
      `<svg viewBox="${left} ${top} ${width} ${height}" width="${pixels.width}" height="${pixels.height}" `,
    )
    .replaceAll(/<(\/?)symbol\b/g, "<$1g");
  context.drawImage(await loadImage(Buffer.from(part)), 0, 0);
  const { data } = context.getImageData(0, 0, pixels.width, pixels.height);
  if (gap > 0) trimToGap(data, pixels.width, gap);
  return encodeIndexedPng(data, pixels.width, pixels.height, colors);
}

/** If the picture's last rows are not blank, ends it at its last gap, so that nothing is cut through. */
function trimToGap(data: Uint8ClampedArray, width: number, gap: number): void {
  const isBlank = (y: number) =>
    data.subarray(y * width * 4, (y + 1) * width * 4).every((part) => part >= WHITE_FROM);
  let bare = 0;
  for (let y = data.length / (width * 4) - 1; y >= 0; y--) {
    bare = isBlank(y) ? bare + 1 : 0;
    if (bare === gap) return void data.fill(255, y * width * 4);
  }
}
