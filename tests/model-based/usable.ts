/** Whether pressing a button does something. Busy buttons are not disabled, because they would lose the focus. */
export const isUsable = (button: HTMLElement | null | undefined) =>
  button != null && !(button as HTMLButtonElement).disabled && button.getAttribute('aria-disabled') !== 'true'
