/** The form that uploads an attachment of a message. */
export function attachmentForm(file: File, name: string): FormData {
  const form = new FormData()
  form.append('files', file, name)
  return form
}
