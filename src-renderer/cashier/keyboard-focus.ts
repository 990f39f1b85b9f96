type Watched = Pick<Document, 'addEventListener'> & {
  readonly activeElement: { readonly tagName: string; readonly type?: string } | null;
};

const events = ['pointerup', 'keyup', 'focusin', 'focusout'] as const;
const noText = ['button', 'checkbox', 'radio', 'submit', 'reset', 'range', 'color', 'file'];

const takesText = (field: Watched['activeElement']): boolean =>
  field !== null && field.tagName === 'INPUT' && !noText.includes(field.type ?? 'text');

export const textFieldOf = (element: Element | null): HTMLInputElement | null =>
  element instanceof HTMLInputElement && takesText(element) ? element : null;

/** Reports whether a text field has the focus, because the docked window takes the keyboard from the till only then. */
export const reportTyping = (
  watched: Watched,
  later: (look: () => void) => void,
  report: (isTyping: boolean) => void,
): void => {
  let reported = false;
  const look = (): void => {
    const isTyping = takesText(watched.activeElement);
    if (isTyping === reported) return;
    reported = isTyping;
    report(isTyping);
  };
  // Waits twice, because an element that a tap opens gets the focus only after it was painted.
  const soon = (): void => later(() => later(look));
  for (const name of events) watched.addEventListener(name, soon);
};
