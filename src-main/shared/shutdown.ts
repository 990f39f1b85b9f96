/** The reason of the `AbortSignal` by which slow steps of a start stop when the program must end. */
export class ShutdownError extends Error {
  constructor() {
    super('The program is ending.');
  }
}
