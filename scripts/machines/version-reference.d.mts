export function git(args: string[]): Buffer
export function versionNamed(
  reference: string,
): { file: string } | { file?: undefined; commit: string; folders: string[] }
