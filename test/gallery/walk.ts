/** One touch or one typed text. The control is found by the text for screen readers. */
export interface WalkStep {
  readonly role: 'button' | 'tab' | 'textbox' | 'switch' | 'radio';
  readonly name: string;
  /** The name is a part of the control's text. */
  readonly isPart?: boolean;
  /** The tab list that contains the control. Needed if another tab list has a control of the same name. */
  readonly among?: string;
  /** The text to type. Without it the control is touched. */
  readonly type?: string;
  /** The control is awaited and not touched. */
  readonly isAwaited?: boolean;
}

/**
 * Runs in the page: takes each step as soon as its control exists. Returns null, or the missing control. It can use
 * nothing of this module.
 */
export async function walk(steps: readonly WalkStep[]): Promise<string | null> {
  const selectors = {
    button: 'button:not([role])',
    tab: '[role=tab]',
    textbox: 'input:not([type=radio]):not([type=checkbox])',
    switch: '[role=switch]',
    radio: 'input[type=radio]',
  };
  const nameOf = (element: Element): string => {
    const labels = (element.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .map((id) => document.getElementById(id));
    const own = element instanceof HTMLInputElement ? element.labels : null;
    const label = element.getAttribute('aria-label') ?? labels.map((label) => label?.textContent ?? '').join(' ');
    return (label.trim() || own?.[0]?.textContent || element.textContent || '').trim();
  };
  const frame = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  for (const { role, name, isPart = false, among, type, isAwaited = false } of steps) {
    let found: HTMLElement | undefined;
    for (let tries = 0; tries < 240 && found === undefined; tries += 1) {
      found = [...document.querySelectorAll<HTMLElement>(selectors[role])].find(
        (element) =>
          (isPart ? nameOf(element).includes(name) : nameOf(element) === name) &&
          element.getAttribute('aria-disabled') !== 'true' &&
          (among === undefined || element.closest('[role=tablist]')?.getAttribute('aria-label') === among),
      );
      await frame();
    }
    if (found === undefined) return `${role} ${name}`;
    if (isAwaited) continue;
    if (type === undefined) found.click();
    else {
      found.focus();
      // React replaces the element's setter. The prototype's setter works like typing.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(found, type);
      found.dispatchEvent(new Event('input', { bubbles: true }));
    }
    await frame();
  }
  await document.fonts.ready;
  await frame();
  return null;
}
