import { deriveAccent } from './accent.ts';

/** Hands the derived colours to the style sheets as custom properties of the page. */
export function applyAccent(hex: string, root: HTMLElement): void {
  const accent = deriveAccent(hex);
  root.style.setProperty('--accent', accent.fill);
  root.style.setProperty('--on-accent', accent.onFill);
  root.style.setProperty('--accent-ink', accent.ink);
  root.style.setProperty('--accent-soft', accent.soft);
}
