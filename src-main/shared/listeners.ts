/** Listeners in the order of their registration. */
export function createListeners<About extends readonly unknown[] = []>() {
  const listeners = new Set<(...about: About) => void>();
  return {
    tell(...about: About): void {
      for (const listener of listeners) listener(...about);
    },
    /** Gives the function that ends it. */
    add(listener: (...about: About) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
