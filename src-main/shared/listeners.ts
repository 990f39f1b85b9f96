export function createListeners<About extends readonly unknown[] = []>() {
  const listeners = new Set<(...about: About) => void>();
  return {
    emit(...about: About): void {
      for (const listener of listeners) listener(...about);
    },
    add(listener: (...about: About) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
