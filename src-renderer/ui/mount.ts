import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { guardTaps } from './tap-guard.ts';

export function mount(content: ReactNode): void {
  refuseDrops(document);
  const root = document.getElementById('root');
  if (root === null) return;
  guardTaps(root);
  keepFocus(root);
  createRoot(root).render(content);
}

/** If the focused control is removed, its nearest remaining parent gets the focus. Otherwise Tab starts at the top. */
function keepFocus(root: HTMLElement): void {
  /** The control with the focus and its ancestors, from the inside out. */
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
    // Focuses a container and not another control, because the next Enter would do something that nobody chose.
    if (left.tabIndex < 0) left.tabIndex = -1;
    if (!isByTab) {
      left.dataset.unframed = '';
      left.addEventListener('blur', () => delete left.dataset.unframed, { once: true });
    }
    left.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}

/** Without this the browser would open a dropped file or page in place of the window. */
function refuseDrops(page: Document): void {
  const refuse = (event: DragEvent): void => {
    const isField = event.target instanceof HTMLInputElement;
    if (isField && event.dataTransfer?.types.includes('Files') === false) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
}
