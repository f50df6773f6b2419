/** The worker that reads a file has stopped, so what it had read is lost. The file itself may be readable. */
export class LostReader extends Error {
  override name = 'LostReader'
}
