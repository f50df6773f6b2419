/** The embedded database cannot be opened as it is. The message is one line that names the folder and the way out. */
export class DamagedDatabase extends Error {
  override name = 'DamagedDatabase'
  constructor(folder: string, options?: ErrorOptions) {
    super(
      `The database in ${folder} is damaged and cannot be opened. Nothing was deleted. ` +
        'Replace that folder with a backup, or move it away to start with an empty database.',
      options,
    )
  }
}
