/** The embedded database is damaged. The message is one line that names the folder and the possible fixes. */
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
