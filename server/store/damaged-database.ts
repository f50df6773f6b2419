/** The embedded database cannot be opened as it is. The message is one line that names the folder and the way out. */
export class DamagedDatabase extends Error {
  override name = 'DamagedDatabase'
  constructor(folder: string, options?: ErrorOptions) {
    super(
      `The database in ${folder} is damaged and cannot be opened. Nothing was deleted. ` +
        'Put a backup in the place of that folder, or move it elsewhere to begin with an empty database.',
      options,
    )
  }
}
