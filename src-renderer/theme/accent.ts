/** Contrast is defined by WCAG 2.2 (relative luminance). Colours are `#rrggbb`, which the settings guarantee. */

export const ink = '#1c1a17';
export const paper = '#f5efe3';
export const white = '#ffffff';

type Rgb = readonly [number, number, number];

interface Accent {
  readonly fill: string;
  /** The colour of text on `fill`, with a contrast of at least 7:1. */
  readonly onFill: string;
  /** Text and icons on paper and white, with a contrast of at least 7:1. */
  readonly ink: string;
  /** A light tint of the accent; `ink` on it has a contrast of at least 7:1. */
  readonly soft: string;
}

const parse = (hex: string): Rgb => {
  const channelAt = (place: number): number => Number.parseInt(hex.slice(place, place + 2), 16);
  return [channelAt(1), channelAt(3), channelAt(5)];
};

const format = (rgb: Rgb): string => `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

/** Mixes two colours. The result is rounded, so that contrast is measured with the colour that is painted. */
const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  Math.round(from[0] + (to[0] - from[0]) * share),
  Math.round(from[1] + (to[1] - from[1]) * share),
  Math.round(from[2] + (to[2] - from[2]) * share),
];

const linear = (channel: number): number => {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

const luminance = ([r, g, b]: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

const contrastOf = (a: Rgb, b: Rgb): number => {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};

/** The contrast of two colours, 1 to 21. */
export const contrast = (a: string, b: string): number => contrastOf(parse(a), parse(b));

const black: Rgb = [0, 0, 0];
const steps = 50;

/** Moves `colour` towards `goal` in small steps until it has `atLeast` contrast against each of `against`. */
function shift(colour: Rgb, goal: Rgb, against: readonly Rgb[], atLeast: number): { rgb: Rgb; step: number } {
  for (let step = 0; step < steps; step += 1) {
    const rgb = mix(colour, goal, step / steps);
    if (against.every((other) => contrastOf(rgb, other) >= atLeast)) return { rgb, step };
  }
  return { rgb: goal, step: steps };
}

/** Changes the fill as little as possible, towards dark or light. */
export function deriveAccent(hex: string): Accent {
  const [colour, inkRgb, paperRgb, whiteRgb] = [parse(hex), parse(ink), parse(paper), parse(white)];
  const darker = shift(colour, black, [whiteRgb], 7);
  const lighter = shift(colour, whiteRgb, [inkRgb], 7);
  const fillIsDark = darker.step <= lighter.step;
  const soft = mix(whiteRgb, colour, 0.12);
  const text = shift(colour, black, [soft, paperRgb], 7); // White is lighter than the tint and the paper.
  return {
    fill: format(fillIsDark ? darker.rgb : lighter.rgb),
    onFill: fillIsDark ? white : ink,
    ink: format(text.rgb),
    soft: format(soft),
  };
}

export function applyAccent(hex: string, root: HTMLElement): void {
  const accent = deriveAccent(hex);
  root.style.setProperty('--accent', accent.fill);
  root.style.setProperty('--on-accent', accent.onFill);
  root.style.setProperty('--accent-ink', accent.ink);
  root.style.setProperty('--accent-soft', accent.soft);
}
