/** The beginning of a sentence. The caller adds what the user has to read. */
export const privacyNotice =
  'Tokens and passwords are removed. Names, e-mail addresses, text that people typed, file names and server responses are included: read'
