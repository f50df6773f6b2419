/**
 * Takes a form over from public/before-app.js, which holds its submission until the form's code is there. Whether it was
 * submitted before.
 */
export function takeHeldPress(form: HTMLFormElement): boolean {
  form.dataset['ready'] = ''
  if (!('held' in form.dataset)) return false
  delete form.dataset['held']
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    field.readOnly = false
  }
  return true
}
