/**
 * A control that goes while it has the focus takes it along: the keyboard then begins anew at the top of the window, and a
 * screen reader loses its place. From then on the part of the page that the control was in has it, or what is around that.
 */
export function keepFocus(root: HTMLElement): void {
  /** The control with the focus and what is around it, from the inside out. */
  let way: readonly HTMLElement[] = [];
  root.addEventListener('focusin', ({ target }) => {
    way = [];
    for (let at = target; at instanceof HTMLElement && at !== root; at = at.parentElement) way = [...way, at];
  });
  new MutationObserver(() => {
    const [control] = way;
    if (control === undefined || control.isConnected || document.activeElement !== document.body) return;
    const left = way.find((element) => element.isConnected) ?? root;
    // Not a control: whoever presses Enter next must not do what they did not choose.
    if (left.tabIndex < 0) left.tabIndex = -1;
    left.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}
