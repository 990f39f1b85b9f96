/**
 * What is let go beside a place that takes it: the pointer says that nothing happens there, and nothing does. A browser would
 * open the file or the page in place of the window. Words may be dragged into a field, as everywhere.
 */
export function refuseDrops(page: Document): void {
  const refuse = (event: DragEvent): void => {
    // A place that takes it has said so already.
    if (event.defaultPrevented) return;
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isField && event.dataTransfer?.types.includes('Files') === false) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
}
