/** The content of the boards that were provided on this page, by the ids that the machines use. */
const files = new Map<string, File>()

export const rememberFile = (id: string, file: File) => {
  files.set(id, file)
}

export function fileOf(id: string | undefined): File {
  const file = id === undefined ? undefined : files.get(id)
  if (!file) throw new Error('The file is no longer available. Choose it again.')
  return file
}
