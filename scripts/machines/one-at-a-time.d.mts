export function oneAtATime<T>(
  work: () => Promise<T>,
  settle?: () => Promise<void>,
): { repeat: () => boolean; read: () => Promise<T> }
