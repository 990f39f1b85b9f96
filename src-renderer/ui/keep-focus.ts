/** Without this, removing a focused control would restart the keyboard at the top of the window. */
export function keepFocus(root: HTMLElement): void {
  /** The focused control and its ancestors, from the inside out. */
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
    // The focus goes to an element that is no control, because the next Enter must not press anything.
    if (left.tabIndex < 0) left.tabIndex = -1;
    if (!isByTab) {
      left.dataset.unframed = '';
      left.addEventListener('blur', () => delete left.dataset.unframed, { once: true });
    }
    left.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}
