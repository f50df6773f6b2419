/**
 * Takes over a form from public/before-app.js, which holds a submission until the form is hydrated. Returns whether a
 * submission was held.
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
