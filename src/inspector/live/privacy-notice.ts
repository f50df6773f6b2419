/** The beginning of a sentence. The caller adds what the user has to read. */
export const privacyNotice =
  'Tokens and passwords are removed. Names, e-mail addresses, texts that people typed, names of files and answers of the server are included: read'
