/** The beginning of a sentence that ends with what has to be read. */
export const privacyNotice =
  'Tokens and passwords are removed. Names, e-mail addresses, texts that people typed, names of files and answers of the server are included: read'
