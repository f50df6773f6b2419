export function unsafeNews(items: { id: number; content: string }[]): number[]
