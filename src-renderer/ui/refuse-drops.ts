/** Without this the browser would open a dropped file or page in place of the window. */
export function refuseDrops(page: Document): void {
  const refuse = (event: DragEvent): void => {
    // A drop target has accepted it.
    if (event.defaultPrevented) return;
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isField && event.dataTransfer?.types.includes('Files') === false) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
}
