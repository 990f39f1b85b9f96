/**
 * A tap counts only for a control that the person saw. A control that appeared, disappeared, moved or changed its name
 * less than `steadyMs` ago ignores it. Without this, a double tap on "Show QR" would cancel the sale, because the
 * second tap hits the button that replaced the first. Keyboard, scanner and screen reader are not affected. An ignored
 * control has `data-ignored` for a moment (base.css). Keys of a keypad (`data-figure`) mean the same in any place,
 * so a moved key is still pressed.
 */
const steadyMs = 500;
const pulseMs = 180;

const controls =
  'button, a[href], input, select, label, [role="button"], [role="tab"], [role="radio"], [role="option"], [role="row"]';
const pointerEvents = ['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click'] as const;

interface Control {
  readonly element: Element;
  /** Null for a surface above others (z-index): a tap between its controls reaches nothing below it. */
  readonly name: string | null;
  readonly area: DOMRect;
}

export interface Layout {
  readonly since: number;
  readonly controls: readonly Control[];
}

/** Includes the state, because a quick second tap would switch a switch back. */
const nameOf = (element: Element): string =>
  `${element.getAttribute('aria-label') ?? ''} ${element.textContent} ${element.hasAttribute('data-selected')}`;

/** The highest z-index of an element and its ancestors. `known` caches it for one layout. */
function levelOf(element: Element | null, known: Map<Element, number>): number {
  if (element === null) return 0;
  const level =
    known.get(element) ??
    Math.max(levelOf(element.parentElement, known), Number.parseInt(getComputedStyle(element).zIndex, 10) || 0);
  known.set(element, level);
  return level;
}

/** A label counts in place of the control inside it, because a drawn switch's input is invisible and moves. */
function controlsOf(root: Element): readonly Control[] {
  const levels = new Map<Element, number>();
  const found = [...root.querySelectorAll(controls)].filter(
    (element) => element.parentElement?.closest('label') == null,
  );
  for (const element of found) levelOf(element, levels);
  const surfaces = [...levels.keys()].filter(
    (element) => !element.matches(controls) && levelOf(element, levels) > levelOf(element.parentElement, levels),
  );
  return [
    ...surfaces.map((element) => ({ element, name: null })),
    ...found.map((element) => ({ element, name: nameOf(element) })),
  ]
    .toSorted((one, other) => levelOf(one.element, levels) - levelOf(other.element, levels))
    .map((control) => ({ ...control, area: control.element.getBoundingClientRect() }));
}

/** The topmost control or surface at a point. Nested controls come later in the document. */
const controlAt = (layout: Layout, x: number, y: number): Control | undefined =>
  layout.controls.findLast(({ area }) => x >= area.left && x < area.right && y >= area.top && y < area.bottom);

const isSame = (one: Control | undefined, other: Control | undefined): boolean =>
  one?.element === other?.element && one?.name === other?.name;

const looksSame = (one: Layout, other: Layout): boolean =>
  one.controls.length === other.controls.length &&
  one.controls.every((control, place) => {
    const before = other.controls[place];
    return (
      isSame(control, before) &&
      (['x', 'y', 'width', 'height'] as const).every((side) => control.area[side] === before?.area[side])
    );
  });

/** Whether a tap at `now` (milliseconds) counts. `layouts` are sorted from the oldest to the current one. */
export function wasSteady(layouts: readonly Layout[], now: number, x: number, y: number): boolean {
  const last = layouts.at(-1);
  if (last === undefined) return true;
  const aimedAt = controlAt(last, x, y);
  return layouts.every((layout, place) => {
    const until = layouts[place + 1]?.since ?? now;
    return until <= now - steadyMs || isSame(controlAt(layout, x, y), aimedAt);
  });
}

/** The index of the layout that was current `steadyMs` ago, or of the oldest one. */
const seenOf = (layouts: readonly Layout[], now: number): number =>
  layouts.findLastIndex(({ since }, place) => place === 0 || since <= now - steadyMs);

/** The control that a person touches at `now`: the control at this place `steadyMs` ago. */
export function seenAt(layouts: readonly Layout[], now: number, x: number, y: number): Control | undefined {
  const seen = layouts[seenOf(layouts, now)];
  const control = seen && controlAt(seen, x, y);
  return control?.name === null ? undefined : control;
}

/** Ignores taps on controls that have just changed. Tests can wait until the document has no `data-settling`. */
export function guardTaps(root: HTMLElement): void {
  let layouts: readonly Layout[] = [{ since: performance.now(), controls: controlsOf(root) }];
  let endSettling = 0;
  let isRefused = false;
  let endPulse: () => void = () => undefined;

  const newest = (): Layout => layouts.at(-1) as Layout;

  function changed(): void {
    const now = performance.now();
    const next: Layout = { since: now, controls: controlsOf(root) };
    if (looksSame(next, newest())) return;
    // The layout of `steadyMs` ago is the last one before that time. Older ones are dropped.
    layouts = [...layouts.slice(seenOf(layouts, now)), next];
    document.documentElement.dataset.settling = '';
    clearTimeout(endSettling);
    endSettling = window.setTimeout(() => {
      delete document.documentElement.dataset.settling;
    }, steadyMs);
  }

  /** Without a visible reaction, quick users tap repeatedly and think that the program hangs. */
  function showIgnored(x: number, y: number): void {
    const last = newest();
    const control = seenAt([last], last.since, x, y)?.element;
    endPulse();
    if (!(control instanceof HTMLElement)) return;
    control.dataset.ignored = '';
    const timer = window.setTimeout(() => endPulse(), pulseMs);
    endPulse = () => {
      clearTimeout(timer);
      delete control.dataset.ignored;
    };
  }

  /** Presses the keypad key that was at this place `steadyMs` ago, or a key that has appeared where nothing was. */
  function pressFigure(now: number, x: number, y: number): boolean {
    const aimedAt = (seenAt(layouts, now, x, y) ?? controlAt(newest(), x, y))?.element;
    const isFigure = aimedAt instanceof HTMLElement && aimedAt.matches('[data-figure]:not(:disabled, [inert] *)');
    if (isFigure) aimedAt.click();
    return isFigure;
  }

  function hear(event: Event): void {
    if (event.type === 'pointerdown' && event instanceof PointerEvent) {
      const touch = [performance.now(), event.clientX, event.clientY] as const;
      isRefused = !wasSteady(layouts, ...touch);
      if (isRefused && !pressFigure(...touch)) showIgnored(event.clientX, event.clientY);
    }
    // A click without a pointer comes from the keyboard or a screen reader, which select by name, not by place.
    const isPointerless = event.type === 'click' && event instanceof MouseEvent && event.detail === 0;
    if (!isRefused || isPointerless) return;
    event.stopImmediatePropagation();
    if (event.cancelable) event.preventDefault();
  }

  new MutationObserver(changed).observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['class', 'hidden', 'aria-label', 'data-selected'],
  });
  for (const type of pointerEvents) window.addEventListener(type, hear, { capture: true, passive: false });
  // A person scrolls on purpose, so moved controls react at once.
  const moved = (): void => {
    const next: Layout = { since: Number.NEGATIVE_INFINITY, controls: controlsOf(root) };
    // A scroll that moves no control keeps the layouts.
    if (!looksSame(next, newest())) layouts = [next];
  };
  window.addEventListener('scroll', moved, { capture: true, passive: true });
  // When a tap resizes the window, a second tap must not hit the control that appears there.
  window.addEventListener('resize', changed);
}
