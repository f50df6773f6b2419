export function unsafeNews(items: { id: number; content: string }[], rules: object): number[]
