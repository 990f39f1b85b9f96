/** A step is one touch or one typed text; it finds the control by the text that a screen reader says. */
export interface Step {
  readonly role: 'button' | 'tab' | 'textbox' | 'switch' | 'radio';
  readonly name: string;
  /** The name is only a part of the control's text. */
  readonly isPart?: boolean;
  /** The list of tabs that contains the control, if another list has a control of the same name. */
  readonly among?: string;
  /** The typed text; without it the control is touched. */
  readonly type?: string;
  /** The control is only awaited and not touched. */
  readonly isAwaited?: boolean;
}

/**
 * Runs inside the page: takes the steps one after the other, each as soon as its control exists. Returns null, or the
 * control that did not appear. Nothing of this module can be used here.
 */
export async function walk(steps: readonly Step[]): Promise<string | null> {
  const selectors = {
    button: 'button:not([role])',
    tab: '[role=tab]',
    textbox: 'input:not([type=radio]):not([type=checkbox]), textarea',
    switch: '[role=switch]',
    radio: 'input[type=radio]',
  };
  const nameOf = (element: Element): string => {
    const labels = (element.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .map((id) => document.getElementById(id));
    const own = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
    const said = element.getAttribute('aria-label') ?? labels.map((label) => label?.textContent ?? '').join(' ');
    return (said.trim() || own?.[0]?.textContent || element.textContent || '').trim();
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
      const prototype = found instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
      found.focus();
      // React replaces the setter of the element; the setter of its prototype works like a person's typing.
      Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(found, type);
      found.dispatchEvent(new Event('input', { bubbles: true }));
    }
    await frame();
  }
  await document.fonts.ready;
  await frame();
  return null;
}
