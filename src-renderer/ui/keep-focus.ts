/**
 * A control that goes while it has the focus takes it along: the keyboard then begins anew at the top of the window, and a
 * screen reader loses its place. From then on the part of the page that the control was in has it, or what is around that.
 * Who goes from control to control by Tab sees it there; who works by finger or scanner has no use for a frame around half
 * a page.
 */
export function keepFocus(root: HTMLElement): void {
  /** The control with the focus and what is around it, from the inside out. */
  let way: readonly HTMLElement[] = [];
  root.addEventListener('focusin', ({ target }) => {
    way = [];
    for (let at = target; at instanceof HTMLElement && at !== root; at = at.parentElement) way = [...way, at];
  });
  let isByTab = false;
  root.addEventListener('pointerdown', () => {
    isByTab = false;
  });
  root.ownerDocument.addEventListener('keydown', ({ key }) => {
    isByTab ||= key === 'Tab';
  });
  new MutationObserver(() => {
    const [control] = way;
    if (control === undefined || control.isConnected || document.activeElement !== document.body) return;
    const left = way.find((element) => element.isConnected) ?? root;
    // Not a control: whoever presses Enter next must not do what they did not choose.
    if (left.tabIndex < 0) left.tabIndex = -1;
    if (!isByTab) {
      left.dataset.unframed = '';
      left.addEventListener('blur', () => delete left.dataset.unframed, { once: true });
    }
    left.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}
